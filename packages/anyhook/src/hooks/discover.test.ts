import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { chooseScript } from '../formats/hook-md/script.js';
import { discoverHookFiles } from './discover.js';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-discover-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** How a hook with these files in `scripts/` starts on Windows, where files have no executable bit. */
function chosenOnWindows(name: string, files: Readonly<Record<string, string>>) {
  const folder = join(dir, name);
  mkdirSync(join(folder, 'scripts'), { recursive: true });
  writeFileSync(join(folder, 'HOOK.md'), '');
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, 'scripts', file), text, { mode: 0o644 });
  const place = {
    format: 'hook-md',
    scope: 'project',
    dir,
    root: dir,
    find: { kind: 'each', name: 'HOOK.md' },
  } as const;
  const { found } = discoverHookFiles([place], undefined, 'win32');
  const hook = found.find(({ path }) => path === join(folder, 'HOOK.md'));
  assert.ok(hook);
  const { handler, problem } = chooseScript(folder, hook.beside);
  assert.ok(handler.kind === 'command');
  return { command: handler.command.slice(folder.length + 1), problem };
}

for (const [name, text] of [
  ['guard.sh', 'exit 2'],
  ['guard.py', ''],
  ['guard.mjs', ''],
  ['guard.ps1', 'exit 2'],
  ['guard.cmd', 'exit /b 2'],
  ['guard', '#!/usr/bin/env node\n'],
] as const)
  test(`on Windows ${name} is found as the only script that can be started`, () => {
    const files = { [name]: text, 'rules.json': '{}', 'README.md': '# rules' };
    assert.deepEqual(chosenOnWindows(`one-${name}`, files), { command: join('scripts', name), problem: undefined });
  });

test('on Windows two scripts that can be started are a problem that names both', () => {
  const { problem } = chosenOnWindows('two', { 'a.py': '', 'b.sh': '' });
  assert.match(problem ?? '', /expected one script, got scripts\/a\.py, scripts\/b\.sh/);
});
