import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { test } from 'node:test';

const packageFolder = resolve(import.meta.dirname, '..');

test('the packed guard installs on its own, and its README example prints the documented output', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-guard-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const run = (cwd: string, program: string, ...args: string[]): string => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
    assert.equal(status, 0, `${program} ${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  };
  const [packed] = JSON.parse(run(packageFolder, 'npm', 'pack', '--json', '--pack-destination', folder));
  const files: string[] = packed.files.map(({ path }: { path: string }) => path);
  assert.ok(!files.some((path) => path.startsWith('src/') || path.endsWith('.test.ts')), files.join('\n'));

  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  run(folder, 'npm', 'install', '--offline', '--no-save', join(folder, packed.filename));
  const [, example = ''] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(packageFolder, 'README.md'), 'utf8')) ?? [];
  writeFileSync(join(folder, 'example.ts'), example);
  writeFileSync(join(folder, 'example.js'), example);

  const promised = [...example.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);
  assert.equal(promised.length, 4);
  assert.deepEqual(run(folder, process.execPath, 'example.js').trimEnd().split('\n'), promised);

  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node'];
  run(folder, process.execPath, tsc, ...options, '--typeRoots', resolve('node_modules/@types'), 'example.ts');
});
