# Installs a download, uses it, and uninstalls it; a step that fails ends the script.
param(
    [Parameter(Mandatory)] [string] $Folder,
    [Parameter(Mandatory)] [string] $Sample,
    [Parameter(Mandatory)] [string] $Reference,
    [Parameter(Mandatory)] [string] $Out
)
$ErrorActionPreference = "Stop"
$PSNativeCommandUseErrorActionPreference = $true
New-Item -ItemType Directory -Force $Out | Out-Null
$figures = Join-Path $Out "figures.txt"
function Say($text) { Write-Host $text; Add-Content $figures $text }
function Fail($text) { Say "FAILED: $text"; exit 1 }

$setup = Get-ChildItem $Folder -Filter "Backdrop-*-windows-x86_64.exe" | Select-Object -First 1
$place = Join-Path $env:LOCALAPPDATA "Programs\Backdrop"
Say ("{0}: {1:N0} MB to download" -f $setup.Name, ($setup.Length / 1MB))
if ($setup.Length -gt 250MB) { Fail "larger than 250 MB" }

$watch = [Diagnostics.Stopwatch]::StartNew()
Start-Process $setup.FullName "/VERYSILENT /CURRENTUSER /SUPPRESSMSGBOXES /NORESTART /TASKS=path" -Wait
Say ("installed in {0:N1} s" -f $watch.Elapsed.TotalSeconds)
$command = Join-Path $place "bin\backdrop.exe"
$python = Join-Path $place "python\python.exe"
if (-not (Test-Path $command)) { Fail "$command is not there" }
if (-not ([Environment]::GetEnvironmentVariable("Path", "User") -like "*$place\bin*")) { Fail "not on the path" }

foreach ($start in "first", "second") {
    $made = Join-Path $Out "installed-$start.mp4"
    $watch.Restart()
    $seen = $false
    & $command process $Sample -o $made --background "#00b140" --learn-room off --json | ForEach-Object {
        if (-not $seen -and $_ -like '*"event": "progress"*') {
            Say ("{0} start: first composite after {1:N1} s" -f $start, $watch.Elapsed.TotalSeconds)
            $seen = $true
        }
    }
    Say ("{0} start: the sample done after {1:N1} s" -f $start, $watch.Elapsed.TotalSeconds)
}
& $python packaging/compare_frames.py $Reference (Join-Path $Out "installed-first.mp4") | Tee-Object -Append $figures

$window = Start-Process (Join-Path $place "Backdrop.exe") "--source synthetic" -PassThru
& $python packaging/take_picture.py (Join-Path $Out "window.png") 90 | Tee-Object -Append $figures
# The launcher waits for Python, and Python's window is the one to close.
Get-Process pythonw | ForEach-Object { $_.CloseMainWindow() | Out-Null }
if (-not $window.WaitForExit(20000)) { Fail "the window does not close" }

# An upgrade keeps the settings.
$settings = Join-Path $env:LOCALAPPDATA "Backdrop\backdrop.ini"
if (-not (Test-Path $settings)) { Fail "the window left no settings in $settings" }
Start-Process $setup.FullName "/VERYSILENT /CURRENTUSER /SUPPRESSMSGBOXES /NORESTART" -Wait
& $command --help | Out-Null
if (-not (Test-Path $settings)) { Fail "an upgrade took the settings" }

Start-Process (Join-Path $place "unins000.exe") "/VERYSILENT /SUPPRESSMSGBOXES" -Wait
Start-Sleep 5  # the uninstaller goes on as a copy of itself
if (Test-Path (Join-Path $place "python")) { Fail "$place is still there" }
if ([Environment]::GetEnvironmentVariable("Path", "User") -like "*$place\bin*") { Fail "still on the path" }
if (-not (Test-Path $settings)) { Fail "the user's settings went, too" }
Say "removed; the user's settings are still there"
