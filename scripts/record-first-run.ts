// Draws docs/assets/first-run.svg from a real run of `anyhook init` in a terminal of 80 columns: `npm run record`. The
// home is empty, and the agents are programs that only print their version.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { terminalPicture } from './terminal-picture.js';

const agents = { claude: '2.1.197', codex: '0.166.0', gemini: '0.61.0' };
const picture = 'docs/assets/first-run.svg';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-record-')));
try {
  const shown = runInit(base);
  const text = `$ npx anyhook init\n${shown.trimEnd()}`;
  const title = 'anyhook init finds three agents, asks one question, and shows a denial in each';
  writeFileSync(picture, terminalPicture(text, title));
  console.log(`wrote ${picture}`);
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** The terminal output when a user runs `init` and presses Enter. */
function runInit(folder: string): string {
  const [home, project] = [join(folder, 'home'), join(folder, 'shop')];
  mkdirSync(project);
  for (const [name, version] of Object.entries(agents)) {
    const file = join(home, 'bin', name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `#!/bin/sh\necho ${version}\n`);
    chmodSync(file, 0o755);
  }
  const env = {
    HOME: home,
    PATH: `${join(home, 'bin')}:/usr/bin:/bin`,
    TERM: 'xterm',
    LANG: 'C.UTF-8',
    ANYHOOK_MANAGED_CONFIG: join(folder, 'none.yaml'),
  };
  const answers = JSON.stringify([['n to quit: ', '\n']]);
  const player = [
    'packages/anyhook/test/support/pty-play.py',
    answers,
    process.execPath,
    resolve('packages/anyhook/bin/anyhook.cjs'),
    'init',
  ];
  const { stdout, stderr, status } = spawnSync('python3', [...player, '--cwd', project], { encoding: 'utf8', env });
  endEngine(env);
  if (status !== 0) throw new Error(stderr);
  const played = JSON.parse(stdout) as { readonly shown: string; readonly status: number };
  if (played.status !== 0) throw new Error(played.shown);
  return played.shown;
}

/** The first event starts an engine, which is not needed afterwards. */
function endEngine(env: Readonly<Record<string, string>>): void {
  const { stdout } = spawnSync(process.execPath, [resolve('packages/anyhook/bin/anyhook.cjs'), 'status', '--json'], {
    encoding: 'utf8',
    env,
  });
  const { pid } = JSON.parse(stdout || '{}') as { readonly pid?: number };
  if (pid !== undefined) process.kill(pid);
}
