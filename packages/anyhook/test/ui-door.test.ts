import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startUi } from '../src/ui/start-ui.js';
import { testProject } from './cli/harness.js';
import { anyhookProgram, engineWorld } from './resident/engine-world.js';
import { runAgent } from './support/run-agent.js';

const isWindows = process.platform === 'win32';

async function textOf(file: string): Promise<string> {
  for (const until = Date.now() + 20_000; Date.now() < until; await wait(50))
    if (existsSync(file) && readFileSync(file, 'utf8').endsWith('\n')) return readFileSync(file, 'utf8');
  return assert.fail(`${file} was never written`);
}

/** `anyhook ui` as a process, whose browser is a program that notes its arguments and its environment. */
async function openedUi(t: TestContext, stdout: 'pipe' | number = 'pipe') {
  const world = engineWorld(t);
  const bin = join(world.home, 'bin');
  mkdirSync(bin, { recursive: true });
  const seen = join(world.home, 'seen');
  writeFileSync(
    join(bin, 'xdg-open'),
    `#!/bin/sh\n{ echo "$@"; env; } > '${seen}.part'\nmv '${seen}.part' '${seen}'\n`,
  );
  chmodSync(join(bin, 'xdg-open'), 0o755);
  const child = spawn(process.execPath, [anyhookProgram, 'ui'], {
    cwd: world.project,
    env: { ...world.env, PATH: `${bin}:${world.env['PATH']}`, DISPLAY: ':7' },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  world.endFirst(() => {
    child.kill('SIGTERM');
    return ended;
  });
  const shown = await textOf(seen);
  return { world, shown, child, ended };
}

test('the browser is started with the address of a file that only its owner can read', {
  skip: isWindows && 'a program that notes its arguments is a shell script here',
}, async (t) => {
  const { shown, child, ended } = await openedUi(t);
  const [args = '', ...environment] = shown.split('\n');
  assert.match(args, /^file:\/\/.*\/open-\d+\.html$/);
  assert.doesNotMatch(environment.join('\n'), /code=/);
  const file = fileURLToPath(args);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const [, url = '', code = ''] =
    /location\.replace\("(http:\/\/localhost:\d+\/)#code=([\w-]+)"\)/.exec(readFileSync(file, 'utf8')) ?? [];
  const answer = await fetch(`${url}api/enter`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin },
    body: JSON.stringify({ code }),
  });
  assert.equal(answer.status, 200);
  child.kill('SIGTERM');
  await ended;
  assert.equal(existsSync(file), false, 'the file goes with the page');
});

test('a code is not printed into a file that other users can read', {
  skip: isWindows && 'Windows shows the same mode for all files',
}, async (t) => {
  const world = engineWorld(t);
  for (const [mode, isShown] of [
    [0o644, false],
    [0o600, true],
  ] as const) {
    const log = join(world.home, `log-${mode}`);
    const out = openSync(log, 'w', mode);
    const child = spawn(process.execPath, [anyhookProgram, 'ui', '--no-open'], {
      cwd: world.project,
      env: world.env,
      stdio: ['ignore', out, 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      for (
        const until = Date.now() + 20_000;
        Date.now() < until && !/code=|is not shown/.test(readFileSync(log, 'utf8'));
      )
        await wait(50);
      assert.equal(/#code=/.test(readFileSync(log, 'utf8')), isShown, readFileSync(log, 'utf8'));
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  }
});

test('a fired text starts no program, loads no module and does not choose a hooks folder', async (t) => {
  const here = testProject(t, {
    '.agents/anyhook.yaml': 'hooks:\n  - { id: none, on: tool.before, use: shell-guard }\n',
  });
  const home = here.env['HOME'] ?? '';
  const mark = join(home, 'mark');
  const folder = join(home, 'elsewhere');
  mkdirSync(folder, { recursive: true });
  const command = { type: 'command', command: 'touch "$MARK"' };
  writeFileSync(
    join(folder, 'hooks.json'),
    JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [command] }] } }),
  );
  writeFileSync(
    join(folder, 'mark.mjs'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(process.env.MARK, '');\nexport default () => ({});\n`,
  );
  const env: Record<string, string> = { ...here.env, MARK: mark };
  const config = join(home, '.config/anyhook/config.yaml');
  mkdirSync(join(config, '..'), { recursive: true });
  writeFileSync(config, 'trust: project\nhooks:\n  - { id: user-guard, on: tool.before, use: shell-guard }\n');
  runAgent({ ...here, env }, 'claude-code', {
    session_id: 's',
    cwd: here.dir,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  });
  const ui = await startUi({
    world: { cwd: here.dir, env, home },
    port: 0,
    notify: () => {},
    whyNoDecisions: 'a test',
  });
  const previous = process.env['MARK'];
  process.env['MARK'] = mark;
  try {
    const headers = { 'content-type': 'application/json', origin: ui.url };
    const code = ui.openUrl().split('#code=')[1];
    const entered = await fetch(`${ui.url}/api/enter`, { method: 'POST', headers, body: JSON.stringify({ code }) });
    const { token } = (await entered.json()) as { readonly token: string };
    for (const text of [
      `agentFolders:\n  codex: ${folder}\noverrides:\n  ${folder}/hooks.json: { pure: true }\n`,
      `hooks:\n  - { id: m, on: tool.before, use: ${folder}/mark.mjs }\n`,
      `trust: project\nhooks:\n  - { id: r, on: tool.before, run: touch "$MARK", pure: true }\n`,
    ]) {
      const answer = await fetch(`${ui.url}/api/what-if/typed`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${token}` },
        body: JSON.stringify({ path: config, text }),
      });
      const body = await answer.text();
      assert.equal(answer.status, 200, body);
      assert.equal(existsSync(mark), false, `${text}: ${body}`);
    }
  } finally {
    if (previous === undefined) delete process.env['MARK'];
    else process.env['MARK'] = previous;
    ui.close();
    await ui.ended;
  }
});
