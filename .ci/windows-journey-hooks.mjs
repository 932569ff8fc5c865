// Parts of windows-journey.mjs: what hooks do, and whether two systems trust one lock file.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { shellPayload } from './windows-journey-client.mjs';

/** For each ending: a script that denies, and the words that must be there if this system has nothing that runs it. */
const scripts = {
  sh: ['echo "denied by sh" >&2\nexit 2\n', /install Git for Windows/],
  mjs: ['console.error("denied by mjs");\nprocess.exit(2);\n'],
  cmd: ['@echo denied by cmd>&2\r\n@exit /b 2\r\n'],
  py: ['import sys\nsys.stderr.write("denied by py")\nsys.exit(2)\n', /install Python/],
  ps1: ['[Console]::Error.WriteLine("denied by ps1")\nexit 2\n'],
};

const fireShell = ['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}', '--trust-project'];

function writeHook(project, ending, text, timeout = 20_000) {
  const folder = join(project, '.agents', 'hooks', `by-${ending}`);
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(
    join(folder, 'HOOK.md'),
    `---\nname: by-${ending}\ndescription: denies\ntrigger: before_tool\ntimeout: ${timeout}\n---\nDenies.\n`,
  );
  writeFileSync(join(folder, 'scripts', `run.${ending}`), text);
}

export function hooksOfEachEnding({ home, expect, runWith, outputOf }) {
  for (const [ending, [text, absent]] of Object.entries(scripts)) {
    const cwd = join(home, `hook-${ending}`);
    writeHook(cwd, ending, text);
    const fired = runWith({ cwd }, ...fireShell);
    const isDenied = fired.status === 2 && fired.stdout.includes(`denied by ${ending}`);
    if (ending === 'ps1' && !isDenied && !hasPowerShell()) {
      // The powershell.exe of Wine does nothing and says that all is well.
      expect(true, 'a .ps1 hook was not tried: there is no PowerShell here');
      continue;
    }
    const isAbsent = absent?.test(fired.stdout) === true;
    if (isAbsent)
      expect(
        /^verdict +(?:ask|deny)/m.test(fired.stdout),
        `a .${ending} hook cannot start here: it asks, and says why`,
        outputOf(fired),
      );
    else expect(isDenied, `a .${ending} hook denies`, outputOf(fired));
  }
}

/** A module runs in the process that answers the agent, not in one of its own. */
export function moduleDenies({ home, expect, runWith, outputOf }) {
  const cwd = join(home, 'hook-module');
  mkdirSync(join(cwd, '.agents'), { recursive: true });
  writeFileSync(join(cwd, '.agents', 'anyhook.yaml'), 'hooks:\n  - {id: m, on: tool.before, use: ./guard.mjs}\n');
  const text =
    'export default { on: "tool.before", run: () => ({ decision: "deny", reason: "denied by a module" }) };\n';
  writeFileSync(join(cwd, 'guard.mjs'), text);
  const input = JSON.stringify(shellPayload(cwd, 'ls'));
  const answered = runWith({ cwd, input }, 'run', '--host', 'claude-code', '--trust-project');
  expect(/"deny".*denied by a module/.test(answered.stdout), 'a module denies', outputOf(answered));
}

const hasPowerShell = () =>
  spawnSync('powershell.exe', ['-NoProfile', '-Command', 'Write-Output yes'], { encoding: 'utf8' }).stdout?.includes(
    'yes',
  );

/** A hook that takes too long leaves a process that left its parent, and one that did not; both write to files. */
export async function leavesNothingBehind({ home, expect, runWith, outputOf }) {
  const cwd = join(home, 'hook-tree');
  const files = ['child.txt', 'detached.txt'].map((name) => join(cwd, name));
  const writer = (file) => `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(file)}, 'x'), 50);`;
  writeHook(
    cwd,
    'mjs',
    `import { spawn } from 'node:child_process';
spawn(process.execPath, ['-e', ${JSON.stringify(writer(files[0]))}], { stdio: 'ignore' });
spawn(process.execPath, ['-e', ${JSON.stringify(writer(files[1]))}], { stdio: 'ignore', detached: true }).unref();
setInterval(() => {}, 1000);
`,
    6_000,
  );
  const fired = runWith({ cwd }, ...fireShell);
  expect(/timeout/.test(fired.stdout), 'a hook that takes too long is ended', outputOf(fired));
  const sizes = () => files.map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  const before = sizes();
  await wait(1500);
  expect(
    before.every((size) => size > 0),
    'what it started had begun to write',
    before,
  );
  expect(String(sizes()) === String(before), 'nothing that it started writes on', `${before} and then ${sizes()}`);
}

/** `linux` has the lock file that was made there; `windows` gets one here, which Linux reads afterwards. */
export function lockFiles({ env, expect, runWith, outputOf }, samples) {
  const lockFile = (project) => join(project, '.agents', 'anyhook.lock.json');
  const linux = join(samples, 'linux');
  const listed = runWith({ cwd: linux, env: { ...env, ANYHOOK_TRUST: 'lock' } }, 'list', '--json');
  const states = /^\[/.test(listed.stdout) ? JSON.parse(listed.stdout).map(({ state }) => state) : [];
  expect(
    states.length >= 17 && states.every((state) => state === 'active'),
    'the lock file that was made on Linux is trusted here: all hooks are active',
    outputOf(listed),
  );
  const windows = join(samples, 'windows');
  const locked = runWith({ cwd: windows }, 'trust', '--lock');
  expect(locked.status === 0, 'trust --lock', outputOf(locked));
  expect(
    readFileSync(lockFile(windows), 'utf8') === readFileSync(lockFile(linux), 'utf8'),
    'it writes the bytes that Linux wrote',
  );
}
