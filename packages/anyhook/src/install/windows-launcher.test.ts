import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { fixedInLauncherText, launcherProgram } from './launcher.js';
import {
  joinWindowsWords,
  launcherPathProblem,
  splitWindowsText,
  windowsCommand,
  windowsLauncherText,
  windowsNodeText,
} from './windows-launcher.js';

const launcher = 'C:\\Users\\Jörg D\\.local\\share\\anyhook\\bin\\anyhook-hook.cmd';
const program = {
  node: 'C:\\Program Files\\nodejs\\node.exe',
  file: 'C:\\Users\\Jörg D\\.local\\share\\anyhook\\versions\\1.0.0-0123456789abcdef\\bin\\anyhook.cjs',
};
const answers = [
  { agent: 'codex', refusals: [], answer: '{"systemMessage":"100% gone & <lost>"}' },
  { agent: 'droid', refusals: [], answer: undefined },
];
const options = { failClosed: false, isClient: true, answers, fixed: { HOME: 'C:\\Users\\Jörg D' } };

test('the part that cmd reads has only ASCII characters and Windows line endings', () => {
  const ownNode = { ...program, node: 'C:\\Users\\Jörg D\\AppData\\Roaming\\nvm\\v22.1.0\\node.exe' };
  const text = windowsLauncherText(launcher, ownNode, { ...options, isNative: true });
  assert.doesNotMatch(text, /[^\r\n\x20-\x7e]/);
  assert.equal(
    text
      .split('\n')
      .slice(0, -1)
      .every((line) => line.endsWith('\r')),
    true,
  );
  assert.match(text, /if not exist "%~dp0\.\.\\versions\\1\.0\.0-0123456789abcdef\\dist\\run\\run\.cjs" goto gone/);
  assert.match(text, /\r\nset "node=%~dp0(?:\.\.\\){4}AppData\\Roaming\\nvm\\v22\.1\.0\\node\.exe"\r\n/);
});

test('failClosed set after init is found in the config, whatever characters the home folder has', () => {
  const text = windowsLauncherText(launcher, program, options);
  assert.match(text, /findstr\.exe .* "%~dp0(?:\.\.\\){4}\.config\\anyhook\\config\.yaml" /);
});

test('a config path that the batch file cannot express fails closed without Node', () => {
  for (const folder of ['D:\\Jörg', 'C:\\Users\\Jörg D\\Ä', 'C:\\100%']) {
    const text = windowsLauncherText(launcher, program, { ...options, fixed: { HOME: folder } });
    assert.match(text, /:gone\r\n:refuse\r\n/, folder);
    assert.doesNotMatch(text, /findstr/, folder);
  }
});

test('texts are escaped, so that cmd prints them unchanged', () => {
  const text = windowsLauncherText(launcher, program, options);
  assert.match(text, /if "%~1"=="codex" echo \{\^"systemMessage\^":\^"100%% gone \^& \^<lost\^>\^"\}& exit \/b 0/);
  assert.doesNotMatch(text, /"%~1"=="droid"/);
});

test('Node.js options are removed without cmd parsing their text', () => {
  const text = windowsLauncherText(launcher, program, options);
  assert.match(text, /for %%V in \(NODE_OPTIONS .*\) do if defined %%V \(set "ANYHOOK_AGENT_%%V=!%%V!"& set "%%V="\)/);
  assert.doesNotMatch(text, /%NODE_OPTIONS%/);
});

test('with failClosed the call is refused if nothing can be started', () => {
  const text = windowsLauncherText(launcher, program, { ...options, failClosed: true });
  assert.match(text, /set "ANYHOOK_FAIL_CLOSED=1"/);
  assert.match(text, /:gone\r\n:refuse\r\n>&2 echo anyhook is not installed .*\r\nexit \/b 2\r\n$/);
});

test('doctor reads the started program and the fixed options from the Node part', () => {
  const fixed = { HOME: resolve('/home/jörg') };
  const text = windowsNodeText(program, { fixed });
  assert.deepEqual(launcherProgram(text), program);
  assert.deepEqual(fixedInLauncherText(text), fixed);
});

test('a command is one string that can be split into its words again', () => {
  const args = ['codex', '--timeout', '9000'];
  const command = windowsCommand({ windowsStart: 'shell' }, launcher, args);
  assert.equal(command, `C:\\Windows\\System32\\cmd.exe /d /c "${launcher}" codex --timeout 9000`);
  const words = ['C:\\Windows\\System32\\cmd.exe', '/d', '/c', launcher, ...args];
  assert.deepEqual(splitWindowsText(command), words);
  assert.deepEqual(splitWindowsText(joinWindowsWords(words)), words);
  assert.equal(windowsCommand({ windowsStart: 'any' }, 'C:\\a\\b.cmd', args), 'C:/a/b.cmd codex --timeout 9000');
});

test('a path that every shell reads alike is accepted', () => {
  assert.equal(launcherPathProblem(launcher, false), undefined);
  assert.match(launcherPathProblem(launcher, true) ?? '', /without a space/);
  assert.match(launcherPathProblem('C:\\a&b\\anyhook-hook.cmd', false) ?? '', /expected a path of letters/);
});

test('a package with a native client is started by cmd, and nothing continues without it', () => {
  const text = windowsLauncherText(launcher, program, { ...options, isNative: true });
  assert.match(text, /\r\nif not exist "%~dp0anyhook-hook\.exe" goto gone\r\n/);
  assert.match(text, /\r\n"%~dp0anyhook-hook\.exe" %\*\r\nexit \/b %errorlevel%\r\n/);
  assert.doesNotMatch(windowsLauncherText(launcher, program, options), /anyhook-hook\.exe/);
});

test('the native client is not started if its Node is gone: the Node on PATH decides then', () => {
  const lines = windowsLauncherText(launcher, program, { ...options, isNative: true }).split('\r\n');
  const at = lines.indexOf('"%~dp0anyhook-hook.exe" %*');
  assert.deepEqual(lines.slice(at - 1, at + 5), [
    'if not exist "C:\\Program Files\\nodejs\\node.exe" goto node',
    '"%~dp0anyhook-hook.exe" %*',
    'exit /b %errorlevel%',
    ':node',
    '"%node%" "%~dp0anyhook-hook.cjs" --signed %*',
    'if "%errorlevel%"=="40" exit /b 0',
  ]);
});
