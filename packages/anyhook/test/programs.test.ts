import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importsIn, sourceFiles, withoutComments } from '../../../scripts/reference/imports.js';

const texts = new Map([...sourceFiles()].map(([file, text]) => [file, withoutComments(text)]));

/** Files that start programs, and the origin of each program. */
const starters: Readonly<Record<string, string>> = {
  'add/fetch-npm.ts': 'npm that findSafeProgram found, which only downloads',
  'agents/kit/plugin-ask.ts': '/bin/sh with the launcher that init wrote; taskkill.exe of Windows, by its full path',
  'agents/opencode/plugin-engine.ts': '/bin/sh with the launcher that init wrote',
  'doctor/canary.ts': '/bin/sh with the command of an entry',
  'doctor/entry-start.ts': 'the shell of an agent on Windows, as windows-start.ts found it',
  'doctor/launcher.ts': 'the Node of the launcher, or one that findSafeProgram found',
  'doctor/prove-denial.ts': '/bin/sh with the command of an entry',
  'doctor/version.ts': 'an agent that findSafeProgram found',
  'flow/run-script.ts': 'a script by its path, or its interpreter',
  'handlers/builtins/quality-gate.ts': 'a formatter that findProgram found',
  'handlers/builtins/verify-completion.ts': 'a tool of a trusted project that findSafeProgram found',
  'handlers/command.ts': 'what the author of a hook wrote',
  'install/agent-version.ts': 'an agent that findSafeProgram found',
  'install/check-client.ts': 'the client that was just made',
  'install/hook-client.ts': 'a compiler that findSafeProgram found',
  'install/unguarded-line.ts': 'an agent that findSafeProgram found',
  'platform/git/git-tree.ts': 'git, as the door gives it',
  'platform/git/run-git.ts': 'git: this is its door',
  'platform/process/ancestry.ts': '/bin/ps',
  'platform/process/process-groups.ts': 'taskkill.exe of Windows, by its full path',
  'platform/process/process-identity.ts': '/bin/ps',
  'platform/process/process-tree.ts': '/bin/ps',
  'platform/process/run-process-sync.ts': 'what its callers give',
  'platform/process/run-process.ts': 'what its callers give',
  'platform/process/start-detached.ts': 'this Node; what opens a browser, as findSafeProgram found it',
  'platform/process/supervisor.ts': 'this Node',
  'platform/process/terminal-holder.ts': 'the tmux that holds our terminal, if only root could have put it there',
  'platform/process/windows-system.ts': 'PowerShell of Windows, by its full path',
  'platform/process/worker-process.ts': 'this Node',
  'platform/spares/interpreter-file.ts': 'the interpreter that a trusted hook starts',
  'platform/spares/shell-environment.ts': '/bin/sh',
  'platform/spares/spare-process.ts':
    'the interpreter that a trusted hook starts, through the shell that starts the hook',
  'flow/testing/conformance/adapter.ts': 'the engine under test',
  'abilities/tasks/execute/mcp-transports.ts': 'the server of a trusted ability',
  'abilities/tasks/execute/script.ts': 'the script of a trusted ability',
};

const startCall =
  /(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|execSync|fork|runProcess|runProcessSync|execFileText)\(/;

test('only listed files start programs', () => {
  const found = [...texts].flatMap(([file, text]) => (startsPrograms(file, text) ? [file] : []));
  assert.deepEqual(found.sort(), Object.keys(starters).sort());
});

test('git is started only through platform/git', () => {
  const doors = ['platform/git/git-tree.ts', 'platform/git/run-git.ts'];
  const finders = [...texts].flatMap(([file, text]) =>
    /\b(?:findSafeProgram|safeProgramFile|findOnPath|findProgram)\(\s*['"]git['"]/.test(text) ? [file] : [],
  );
  assert.deepEqual(finders, ['platform/git/run-git.ts']);
  const streams = [...texts].flatMap(([file, text]) => (/\bgit\.command\(/.test(text) ? [file] : []));
  assert.deepEqual(streams, doors.slice(0, 1));
});

/** Files that name a program but leave its start to others, and who looks it up. */
const namers: Readonly<Record<string, string>> = {
  'agents/claude-code/format-handlers.ts':
    'the shell that the author of a hook asks for; handlers/command.ts looks it up',
  'agents/copilot/format.ts': 'the shell that Copilot CLI starts; handlers/command.ts looks it up',
  'agents/gemini/format.ts': 'the shell that Gemini CLI starts; handlers/command.ts looks it up',
  'doctor/entry-start.ts': 'PowerShell, on Windows only; windows-start.ts looks it up',
  'formats/kit/claude-like-load.ts': 'the shell that the agent of the file starts; handlers/command.ts looks it up',
  'handlers/builtins/kit/checks.ts': 'the tools of a trusted project; verify-completion.ts looks them up',
};

test('no file starts a program by its bare name', () => {
  const found = [...texts].flatMap(([file, text]) => (bareStarts(text).length > 0 ? [file] : []));
  assert.deepEqual(found, Object.keys(namers));
});

test('a program to start is looked up on PATH only by the safe search', () => {
  const isStarter = (file: string) => Object.hasOwn(starters, file);
  const broken = [...texts].flatMap(([file, text]) =>
    isStarter(file) && /\bfindOnPath\(/.test(text) && !onlyLooks.includes(file) ? [file] : [],
  );
  assert.deepEqual(broken, []);
});

/** It says whether `anyhook` is on PATH, and starts no such program. */
const onlyLooks = ['doctor/launcher.ts'];

test("PATH is read by the function that knows its Windows name, and joined with the system's delimiter", () => {
  const readers = [...texts].flatMap(([file, text]) => (/\bPATH'\]|\.PATH\b/.test(text) ? [file] : []));
  // Spare interpreters are for Linux and macOS.
  assert.deepEqual(
    readers.filter((file) => !file.startsWith('handlers/spares/')),
    ['platform/process/find-program.ts'],
  );
  assert.deepEqual(
    [...texts].flatMap(([file, text]) => (/\bPATH: `[^`]*\}:/.test(text) ? [file] : [])),
    [],
  );
});

test('the search for starts by bare name finds the usual forms, and ignores paths', () => {
  for (const text of [
    "spawn('git', ['status'])",
    "execFileText('git', args, {})",
    "runProcess({ file: 'git', args })",
    "const job = {\n  file: 'tar',\n  args: ['-x'] }",
    'spawnSync("ps", [])',
    "const compiler = { command: 'cc', args: [], cwd }; spawn(compiler.command)",
  ])
    assert.notDeepEqual(bareStarts(text), [], text);
  for (const text of ["spawn('/bin/sh', [])", 'runProcess({ file: program.file, args })', "{ file: '.agents/x.yaml' }"])
    assert.deepEqual(bareStarts(text), [], text);
  assert.ok(startsPrograms('a/b.ts', "import { execFile } from 'node:child_process';"));
  assert.ok(startsPrograms('a/b.ts', 'await runProcess({ file, args })'));
  assert.ok(!startsPrograms('a/b.ts', "import type { ChildProcess } from 'node:child_process';"));
});

function startsPrograms(file: string, text: string): boolean {
  const importsStart = importsIn(file, text).some(({ to, kind }) => to === 'node:child_process' && kind !== 'type');
  return importsStart || startCall.test(text);
}

/** A start by a bare name, or a program given by one together with its arguments. */
function bareStarts(text: string): readonly string[] {
  const call = /(?<![.\w])(?:spawn|spawnSync|execFile|execFileSync|execFileText|fork)\(\s*['"][\w.-]+['"]/g;
  const job = /\b(?:file|command): ['"][\w-]+['"],\s*args\b/g;
  return [...text.matchAll(call), ...text.matchAll(job)].map(([found]) => found);
}
