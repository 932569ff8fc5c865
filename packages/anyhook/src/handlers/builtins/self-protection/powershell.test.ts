import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { said } from '../../../../test/support/self-protection-world.js';

/** Commands of a tool named PowerShell, with the expected decision of the hook. */
const lines: Readonly<Record<'deny' | 'ask' | 'pass', readonly string[]>> = {
  deny: [
    'Remove-Item -Recurse -Force ~/.local/state/anyhook',
    'Remove-Item -Recurse -Force ~\\.local\\state\\anyhook',
    'Remove-Item -r $HOME\\.local\\state\\anyhook\\trust',
    'ri -Recurse "$HOME/.local/state/anyhook"',
    'del $env:HOME\\.local\\state\\anyhook\\off.json',
    'rd -Recurse ~/.LOCAL/State/AnyHook',
    'Set-Content ~/.local/state/anyhook/off.json "{}"',
    '"{}" | Set-Content -Path ~/.local/state/anyhook/off.json',
    '"{}" | Out-File ~/.local/state/anyhook/off.json',
    'Add-Content -LiteralPath ~/.local/state/anyhook/trust.json x',
    'Clear-Content ~/.local/state/anyhook/trust.json',
    'New-Item -Force ~/.local/state/anyhook/off.json',
    'Copy-Item x.json ~/.local/state/anyhook/off.json',
    'Move-Item ~/.local/state/anyhook C:\\Temp',
    'Rename-Item ~/.local/state/anyhook old',
    'echo "{}" > ~/.local/state/anyhook/off.json',
    '[IO.File]::WriteAllText("$HOME/.local/state/anyhook/off.json", "{}")',
    '[System.IO.Directory]::Delete("$HOME/.local/state/anyhook", $true)',
    'cmd /c rd /s /q %USERPROFILE%\\.local\\state\\anyhook',
    'cd ~/.local/state; Remove-Item -Recurse anyhook',
    'Get-ChildItem ~/.local/state/anyhook | Remove-Item -Recurse',
    'anyhook off',
    'anyhook.cmd off',
    'anyhook.ps1 trust --yes',
    '.\\node_modules\\.bin\\anyhook.ps1 off',
    'npx.ps1 anyhook off',
    '& "C:\\Users\\me\\AppData\\Roaming\\npm\\anyhook.ps1" off',
    '& anyhook approve k7f2p',
    '& "C:\\Users\\me\\AppData\\Roaming\\npm\\anyhook.cmd" off',
    'Start-Process anyhook -ArgumentList off',
    'npx anyhook trust --yes',
    'Invoke-Expression "anyhook off"',
    'powershell -Command "anyhook off"',
  ],
  ask: [
    'Remove-Item .agents/anyhook.yaml',
    'Set-Content .agents\\anyhook.yaml "hooks: []"',
    'Remove-Item -Recurse -Force .agents',
    'Remove-Item ~/.claude/settings.json',
    '(Get-Content .claude/settings.json) -replace "anyhook", "x" | Set-Content .claude/settings.json',
    '$env:ANYHOOK = "off"; claude -p go',
    'Set-Item env:ANYHOOK off; claude -p go',
    'si env:ANYHOOK off; claude -p go',
    'Set-Content env:ANYHOOK off; claude -p go',
    '[Environment]::SetEnvironmentVariable("ANYHOOK", "off"); claude -p go',
    '[Environment]::SetEnvironmentVariable("ANYHOOK", "off", "User")',
    'setx ANYHOOK off',
    '$env:USERPROFILE = "C:\\tmp"; claude -p hi',
    'cmd /c "set anyhook=off && claude"',
    'Remove-Item C:\\Users\\me\\AppData\\Roaming\\npm\\anyhook.cmd',
    'Set-Content C:\\Users\\me\\AppData\\Roaming\\npm\\anyhook "x"',
    'Set-Content D:\\tools\\anyhook.ps1 "x"',
  ],
  pass: [
    'Get-Content .agents/anyhook.yaml',
    'Get-ChildItem ~/.local/state',
    'anyhook list',
    'anyhook.cmd status',
    'Set-Content docs/hooks.md "text about anyhook"',
    'Remove-Item -Recurse node_modules/.cache/agents',
  ],
};

for (const [decision, all] of Object.entries(lines))
  describe(`PowerShell lines with the decision ${decision}`, () => {
    for (const line of all) test(line, () => assert.equal(said('shell', { command: line }, 'PowerShell'), decision));
  });
