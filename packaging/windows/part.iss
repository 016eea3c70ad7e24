; A part of Backdrop that not everybody needs, as an installer of its own; make_packages.py lists them:
;   ISCC.exe /DVersion=0.9.0 /DPart=C:\...\build\cuda /DOut=C:\...\dist /DId=... /DTitle=... /DSuffix=... /DFolder=... part.iss

[Setup]
AppId={{{#Id}}
AppName={#Title}
AppVersion={#Version}
AppPublisher=The Backdrop authors
DefaultDirName={code:BackdropFolder}
DisableDirPage=yes
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
Compression=lzma2/max
SolidCompression=yes
OutputDir={#Out}
OutputBaseFilename=Backdrop-{#Version}-windows-x86_64-{#Suffix}
WizardStyle=modern

[Files]
Source: "{#Part}\*"; DestDir: "{app}\python\Lib\site-packages"; Flags: recursesubdirs createallsubdirs ignoreversion

[UninstallDelete]
Type: filesandordirs; Name: "{app}\python\Lib\site-packages\{#Folder}"

[Code]
const
  Installed = 'Software\Microsoft\Windows\CurrentVersion\Uninstall\{5E2F0B1C-8C7B-4B0B-9B53-0F5B5B0A7D41}_is1';

function BackdropFolder(Unused: String): String;
begin
  if not RegQueryStringValue(HKA, Installed, 'InstallLocation', Result) then
    Result := '';
end;

function InitializeSetup: Boolean;
var
  Version: String;
begin
  Result := RegQueryStringValue(HKA, Installed, 'DisplayVersion', Version) and (Version = '{#Version}');
  if not Result then
    SuppressibleMsgBox('Install Backdrop {#Version} first; this goes with that version alone.', mbError, MB_OK, IDOK);
end;
