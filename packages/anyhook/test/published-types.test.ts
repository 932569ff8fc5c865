import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const { exports, dependencies, optionalDependencies, peerDependencies } = JSON.parse(
  readFileSync('packages/anyhook/package.json', 'utf8'),
) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
  readonly [kind: string]: Readonly<Record<string, unknown>> | undefined;
};
const installed = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });

interface TypeImport {
  readonly file: string;
  readonly to: string;
}

const folder = 'packages/anyhook';
const files = [`${folder}/dist/types`, `${folder}/dist/policies`].flatMap((part) =>
  readdirSync(part, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.d\.c?ts$/.test(name))
    .map((name) => join(part, name)),
);
const imports = files.flatMap((file): readonly TypeImport[] =>
  [
    ...readFileSync(file, 'utf8').matchAll(/(?:\bfrom\s|\bimport\(|\bimport\s|<reference types=)\s*['"]([^'"]+)['"]/g),
  ].map(([, to = '']) => ({ file, to })),
);
const packageOf = (name: string): string => name.split('/', name.startsWith('@') ? 2 : 1).join('/');

test('the published types import Node, packages that users have, and each other', () => {
  assert.ok(imports.length > 50, 'the imports are found');
  const strange = imports.filter(
    ({ to }) => !to.startsWith('.') && !to.startsWith('node:') && !installed.includes(packageOf(to)),
  );
  assert.deepEqual(strange, []);
});

test('every file that the published types import is there', () => {
  const target = ({ file, to }: TypeImport) => join(dirname(file), to.replace(/\.(c?)js$/, '.d.$1ts'));
  assert.deepEqual(
    imports.filter((one) => one.to.startsWith('.') && !existsSync(target(one))),
    [],
  );
  const entries = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [] : [entry.types]));
  assert.deepEqual(
    entries.filter((file) => !file.includes('*') && !existsSync(join(folder, file))),
    [],
  );
});
