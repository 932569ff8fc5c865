import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { hookMdWithScript, type TestProject, testProject } from './harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
const why = process.platform === 'linux' && has('python3') ? false : 'needs Linux and python3';

interface Attempt {
  readonly here: TestProject;
  readonly out: string;
}

function attemptWorld(t: TestContext): Attempt {
  const here = testProject(t, hookMdWithScript('guard', 'before_tool', 'exit 2'));
  return { here, out: join(here.dir, 'out') };
}

const quoted = (words: readonly string[]): string =>
  words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');

/** Runs a line that detaches from this process, and waits for its terminal output. */
async function shownBy({ here, out }: Attempt, line: string): Promise<string> {
  spawnSync('sh', ['-c', line], { cwd: here.dir, env: { ...here.env, TERM: 'xterm' }, stdio: 'ignore' });
  for (let i = 0; i < 400 && !existsSync(`${out}.done`); i++) await wait(50);
  return existsSync(out) ? readFileSync(out, 'utf8') : '';
}

const player = resolve('packages/anyhook/test/support/play-person.py');
const python = (program: string, hides: string, out: string, ...args: readonly string[]) =>
  quoted([program, player, out, hides, process.execPath, bin, ...args]);
const off = quoted([process.execPath, bin, 'off', '10m']);

/** A copy of python in a user folder, named like a terminal program. */
function copiedPython({ here }: Attempt): string {
  const folder = join(here.dir, 'copy');
  mkdirSync(folder);
  const program = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout.trim();
  const real = spawnSync('readlink', ['-f', program], { encoding: 'utf8' }).stdout.trim();
  const prefix = spawnSync('python3', ['-c', 'import sys; print(sys.prefix)'], { encoding: 'utf8' }).stdout.trim();
  copyFileSync(real, join(folder, 'xterm'));
  chmodSync(join(folder, 'xterm'), 0o755);
  return `PYTHONHOME=${prefix} ${join(folder, 'xterm')}`;
}

const expectText = (out: string) => `set timeout 10
log_file -a ${out}
spawn ${process.execPath} ${bin} off 10m
expect { -re {type (\\w{5}): } { send "$expect_out(1,string)\\r"; exp_continue } eof {} }
close [open ${out}.done w]
`;

const attempts: Readonly<Record<string, { readonly needs?: string; line(world: Attempt): string }>> = {
  'a daemon in Python': { line: ({ out }) => python('python3', 'plain', out, 'off', '10m') },
  'a daemon named after a terminal program': {
    line: (world) => `${copiedPython(world)} ${python('', 'plain', world.out, 'off', '10m').slice(3)}`,
  },
  expect: {
    needs: 'expect',
    line: ({ here, out }) => {
      writeFileSync(join(here.dir, 'x.exp'), expectText(out));
      return `setsid -f expect x.exp`;
    },
  },
  script: {
    needs: 'script',
    line: ({ out }) =>
      `setsid -f sh -c ${quoted([`yes | head -n 20 | script -qec ${quoted([off])} /dev/null > ${out}; touch ${out}.done`])}`,
  },
  'a daemon above sudo-like shells': {
    line: ({ out }) => quoted(['python3', player, out, 'plain', 'sh', '-c', `sh -c ${quoted([off])}; true`]),
  },
  'a daemon behind its own process namespace': {
    needs: 'unshare',
    line: ({ out }) =>
      python('python3', 'plain', out, 'off', '10m').replace(
        quoted([process.execPath]),
        (node) => `'unshare' '-Urfp' '--mount-proc' ${node}`,
      ),
  },
  'a daemon that hides its files': { line: ({ out }) => python('python3', 'hidden', out, 'off', '10m') },
};

for (const [what, { needs, line }] of Object.entries(attempts))
  test(`a program that types the requested word is refused: ${what}`, {
    skip: why || (needs !== undefined && !has(needs) && `needs ${needs}`),
  }, async (t) => {
    const world = attemptWorld(t);
    const shown = (await shownBy(world, line(world))).replaceAll('\r\n', '\n');
    assert.match(
      shown,
      /"anyhook off" needs a person, but (?:.* \(process \d+\) (?:holds this terminal|hides whether)|this runs in a namespace)/,
    );
    assert.doesNotMatch(shown, /hooks are off/);
    assert.match((await world.here.run(['engine', 'status'])).stdout, /./);
    assert.equal(existsSync(join(world.here.env['XDG_STATE_HOME'] ?? '', 'anyhook/off.json')), false);
  });

test("only the system-wide config can add a terminal program, not a variable or the user's config", {
  skip: why || (process.getuid?.() !== 0 && 'needs root'),
}, async (t) => {
  const world = attemptWorld(t);
  const { here, out } = world;
  const code = 'import os, sys; print(os.path.realpath(sys.executable))';
  const program = spawnSync('python3', ['-c', code], { encoding: 'utf8' }).stdout.trim();
  const text = `terminals: [${program}]\n`;
  here.write({ '../home/.config/anyhook/config.yaml': text, '../managed.yaml': text });
  const attempt = python('python3', 'plain', out, 'off', '10m');
  assert.match(await shownBy(world, attempt), /needs a person, but .* holds this terminal/);
  for (const file of [out, `${out}.done`]) rmSync(file);
  // A private /etc for this test.
  const etc = join(here.dir, '..', 'etc');
  spawnSync('cp', ['-a', '/etc', etc]);
  here.write({ '../etc/anyhook/config.yaml': text });
  const inside = `mount --bind ${etc} /etc && ${attempt}; while [ ! -e ${out}.done ]; do sleep 0.1; done`;
  assert.match(await shownBy(world, `unshare -m sh -c ${quoted([inside])}`), /hooks are off until/);
});
