; The installer for Windows, for Inno Setup 6.3 or newer:
;   ISCC.exe /DVersion=0.9.0 /DBundle=C:\...\build\windows /DOut=C:\...\dist backdrop.iss
; No administrator is needed: it installs for the user who runs it, and asks if it may for all.

#ifndef Version
  #error Version, Bundle and Out have to be defined on the command line
#endif
#define Name "Backdrop"
#define Window "Backdrop.exe"
#define Types ".mp4;.mov;.mkv;.webm;.avi;.mpg;.mpeg;.ts;.m4v;.jpg;.jpeg;.png;.webp;.tif;.tiff"

[Setup]
; Must never change: a newer version finds an older one by it.
AppId={{5E2F0B1C-8C7B-4B0B-9B53-0F5B5B0A7D41}
AppName={#Name}
AppVersion={#Version}
AppVerName={#Name} {#Version}
AppPublisher=The Backdrop authors
DefaultDirName={autopf}\{#Name}
DefaultGroupName={#Name}
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
ChangesAssociations=yes
ChangesEnvironment=yes
CloseApplications=yes
Compression=lzma2/max
SolidCompression=yes
LZMANumBlockThreads=4
LicenseFile={#Bundle}\licences\README.md
SetupIconFile={#Bundle}\backdrop.ico
UninstallDisplayIcon={app}\{#Window}
OutputDir={#Out}
OutputBaseFilename=Backdrop-{#Version}-windows-x86_64
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "ja"; MessagesFile: "compiler:Languages\Japanese.isl"

[CustomMessages]
en.Path=Let a terminal find the command "backdrop"
de.Path=Den Befehl „backdrop“ im Terminal verfügbar machen
fr.Path=Rendre la commande « backdrop » disponible dans un terminal
es.Path=Hacer disponible el comando «backdrop» en una terminal
ja.Path=ターミナルで「backdrop」コマンドを使えるようにする
en.Kept=Backdrop is removed. Your settings and presets stay, in:%n%n%1%n%nCompiled code in %2 can go.
de.Kept=Backdrop ist entfernt. Ihre Einstellungen und Voreinstellungen bleiben, in:%n%n%1%n%nÜbersetzter Code in %2 kann gelöscht werden.
fr.Kept=Backdrop est supprimé. Vos réglages et préréglages restent dans :%n%n%1%n%nLe code compilé dans %2 peut être supprimé.
es.Kept=Backdrop se ha eliminado. Sus ajustes y preajustes permanecen en:%n%n%1%n%nEl código compilado en %2 puede borrarse.
ja.Kept=Backdrop を削除しました。設定とプリセットは次の場所に残ります:%n%n%1%n%n%2 のコンパイル済みコードは削除できます。

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; GroupDescription: "{cm:AdditionalIcons}"; Flags: unchecked
Name: "path"; Description: "{cm:Path}"

[InstallDelete]
; Files of an older version that this one lacks would still be imported. The packages for NVIDIA's
; cards are removed with them, and installed anew for each version.
Type: filesandordirs; Name: "{app}\python"
Type: filesandordirs; Name: "{app}\licences"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion

[Icons]
Name: "{group}\{#Name}"; Filename: "{app}\{#Window}"
Name: "{group}\{cm:UninstallProgram,{#Name}}"; Filename: "{uninstallexe}"
Name: "{autodesktop}\{#Name}"; Filename: "{app}\{#Window}"; Tasks: desktopicon

[Registry]
; "Open with": the program is offered for these types, and becomes the default of none.
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}"; ValueType: string; ValueName: "FriendlyAppName"; ValueData: "{#Name}"; Flags: uninsdeletekey
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}\shell\open\command"; ValueType: string; ValueData: """{app}\{#Window}"" ""%1"""
#define FirstOf(str List) Pos(";", List) > 0 ? Copy(List, 1, Pos(";", List) - 1) : List
#define RestOf(str List) Pos(";", List) > 0 ? Copy(List, Pos(";", List) + 1) : ""
#sub EmitType
Root: HKA; Subkey: "Software\Classes\Applications\{#Window}\SupportedTypes"; ValueType: string; ValueName: "{#FirstOf(Left)}"; ValueData: ""
Root: HKA; Subkey: "Software\Classes\{#FirstOf(Left)}\OpenWithList\{#Window}"; ValueType: none; Flags: uninsdeletekey
#endsub
#define Left Types
#for {Left = Types; Left != ""; Left = RestOf(Left)} EmitType
Root: HKCU; Subkey: "Environment"; ValueType: expandsz; ValueName: "Path"; ValueData: "{olddata};{app}\bin"; Tasks: path; Check: IsNotOnPath

[Run]
Filename: "{app}\{#Window}"; Description: "{cm:LaunchProgram,{#Name}}"; Flags: nowait postinstall skipifsilent

[UninstallDelete]
Type: filesandordirs; Name: "{app}\python"

[Code]
function CommandFolder: String;
begin
  Result := ExpandConstant('{app}\bin');
end;

function IsNotOnPath: Boolean;
var
  Found: String;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Found) then
    Found := '';
  Result := Pos(';' + Uppercase(CommandFolder) + ';', ';' + Uppercase(Found) + ';') = 0;
end;

procedure TakeOffPath;
var
  Found, Ours: String;
  At: Integer;
begin
  if not RegQueryStringValue(HKCU, 'Environment', 'Path', Found) then
    exit;
  Ours := ';' + CommandFolder + ';';
  Found := ';' + Found + ';';
  At := Pos(Uppercase(Ours), Uppercase(Found));
  if At = 0 then
    exit;
  Delete(Found, At, Length(Ours) - 1);
  Found := Copy(Found, 2, Length(Found) - 2);
  RegWriteExpandStringValue(HKCU, 'Environment', 'Path', Found);
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if Step = usUninstall then
    TakeOffPath;
  if Step = usPostUninstall then
    SuppressibleMsgBox(
      FmtMessage(CustomMessage('Kept'),
        [ExpandConstant('{localappdata}\Backdrop'), ExpandConstant('{localappdata}\backdrop\code-*')]),
      mbInformation, MB_OK, IDOK);
end;
