import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { controlEngine } from '../../../anyhook/src/resident/control-engine.js';
import { testProject } from '../../../anyhook/test/cli/harness.js';
import { anyhookProgram } from '../../../anyhook/test/resident/engine-world.js';

interface Block {
  readonly kind: string;
  readonly file: string | undefined;
  readonly text: string;
}

const guide = readFileSync('docs/guides/agent-runtime.md', 'utf8');
const blocks = [...guide.matchAll(/^```(\w+)(?: file=(\S+))?\n([\s\S]*?)^```$/gm)].map(
  ([, kind = '', file, text = '']): Block => ({ kind, file, text }),
);

/** Does the output contain everything shown? `…` matches anything. */
function assertShown(shown: unknown, came: unknown, at: string): void {
  if (shown === '…') assert.notEqual(came, undefined, at);
  else if (typeof shown !== 'object' || shown === null) assert.deepEqual(came, shown, at);
  else {
    if (Array.isArray(shown)) assert.equal((came as unknown[]).length, shown.length, at);
    for (const [name, value] of Object.entries(shown))
      assertShown(value, (came as Record<string, unknown>)[name], `${at}.${name}`);
  }
}

test('every command of the guide works, and prints what the guide shows', async (t) => {
  const here = testProject(t);
  const home = here.env['HOME'] ?? '';
  const bin = join(home, 'bin');
  const state = join(home, '.local/state/anyhook');
  mkdirSync(bin);
  writeFileSync(join(bin, 'anyhook'), `#!/bin/sh\nexec "${process.execPath}" "${anyhookProgram}" "$@"\n`, {
    mode: 0o755,
  });
  mkdirSync(join(here.dir, 'node_modules'));
  symlinkSync(resolve('packages/anyhook'), join(here.dir, 'node_modules', 'anyhook'));
  writeFileSync(join(here.dir, 'package.json'), '{"type":"module"}');
  t.after(async () => {
    const left = await controlEngine(state, 'status', 500);
    if (left) process.kill(left.pid, 'SIGKILL');
  });
  const { XDG_STATE_HOME: _own, ...rest } = here.env;
  const env = { ...rest, PATH: `${bin}:${dirname(process.execPath)}:${rest['PATH']}` };
  const variables = join(home, 'variables');
  writeFileSync(variables, '');
  const shell = (text: string): string => {
    // The next block uses the definitions of this one.
    const script = `. "${variables}"\nset -e\n${text}\n{ declare -f runtime field; declare -p session task; } > "${variables}" 2>/dev/null || true`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: here.dir, env, encoding: 'utf8' });
    assert.equal(status, 0, `${text}\n${stdout}\n${stderr}`);
    return stdout;
  };

  const asPerson = async (args: readonly string[]) => {
    const { code, stdout, stderr } = await here.run(args, { columns: 100, stdin: 'y\n', env: { XDG_STATE_HOME: '' } });
    assert.equal(code, 0, stdout + stderr);
  };

  let said = '';
  let printed = '';
  let compared = 0;
  for (const { kind, file, text } of blocks) {
    if (file !== undefined) {
      mkdirSync(dirname(join(here.dir, file)), { recursive: true });
      writeFileSync(join(here.dir, file), text);
    } else if (kind === 'json') {
      // The last answer of the commands above it.
      assertShown(JSON.parse(text), JSON.parse(said.trim().split('\n').at(-1) ?? ''), 'answer');
      compared++;
    } else {
      // Some commands need a person at a terminal.
      for (const part of text.split(/^(anyhook (?:trust|engine stop))\n/m)) {
        const [, command] = /^anyhook (trust|engine stop)$/.exec(part) ?? [];
        if (command === undefined && part.trim() !== '') printed += said = shell(part);
        if (command !== undefined) await asPerson(command.split(' '));
      }
    }
  }
  assert.match(printed, /^done \{ said: 'Hello, Grace' \}$/m);
  assert.equal(said, 'done: 1 messages, 0 to do\n2 messages were said.\n1\n');
  assert.equal(compared, 7);
  assert.equal(await controlEngine(state, 'status', 500), undefined, 'the guide must end the engine that it started');
});

test('the createRuntime example of the guide runs unchanged', (t) => {
  const { dir, env } = testProject(t, {
    '.system/registry/low-level/echo.yaml':
      'key: text.echo\nversion: 1.0.0\nsummary: x\nimplementations:\n  local: { kind: builtin, use: echo }\n',
    'package.json': '{"type":"module"}',
  });
  const source = readFileSync('packages/abilities/src/runtime/create-runtime.ts', 'utf8');
  const [, example = ''] = /@example\n((?: \* .*\n)+)/.exec(source) ?? [];
  const code = example.replaceAll(/^ \* /gm, '').replace(' */', '');
  assert.match(code, /createRuntime\(/);
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(resolve('packages/anyhook'), join(dir, 'node_modules', 'anyhook'));
  writeFileSync(join(dir, 'agent.mjs'), `import { createRuntime } from 'anyhook';\n${code}`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['agent.mjs'], {
    cwd: dir,
    env: { ...env, ANYHOOK_TRUST: 'project' },
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
  assert.match(stdout, /^done \[/);
  assert.match(stdout, /status: 'success'/);
  assert.match(stdout, /abilities_used: \[ 'text\.echo' \]/);
});
