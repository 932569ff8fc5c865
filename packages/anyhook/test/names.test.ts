import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { eventStages, packagePurposes } from '../../../scripts/reference/architecture.js';
import { sourceFiles, withoutComments } from '../../../scripts/reference/imports.js';

const files = sourceFiles();
const declarations = [...files].flatMap(([file, text]) => declarationsIn(file, withoutComments(text)));

/** Names of the public API, which stay. */
const publicNames = ['Expected', 'Run', 'Structured'];
const irregular =
  /^(?:Begun|Brought|Built|Done|Drawn|Found|Given|Gone|Heard|Held|Kept|Known|Left|Lost|Made|Met|Put|Ran|Read|Run|Said|Seen|Sent|Shown|Spoken|Taken|Told|Written)$/;

test('no type is a bare participle', () => {
  const isParticiple = (name: string) => /^[A-Z][a-z]+ed$/.test(name) || irregular.test(name);
  const found = declarations.filter(({ name, isType }) => isType && isParticiple(name) && !publicNames.includes(name));
  assert.deepEqual(found.map(where), []);
});

/** Parts that every agent, framework adapter, feature or process entry has under the same name: rows of a table. */
const parts = /^(?:agents\/[^/]+\/|frameworks\/|[a-z]+\/entries\/|[a-z]+\/at-terminal\.ts$|formats\/[^/]+\/)/;

test('an exported name means one thing', () => {
  const homes = new Map<string, Set<string>>();
  for (const { name, file, exported } of declarations) {
    if (!exported || parts.test(file)) continue;
    homes.set(name, (homes.get(name) ?? new Set()).add(file));
  }
  const twice = [...homes]
    .filter(([, places]) => places.size > 1)
    .map(([name, places]) => `${name}: ${[...places].join(', ')}`);
  assert.deepEqual(twice, []);
});

test('the pictures show every package, and files that exist', () => {
  assert.deepEqual(Object.keys(packagePurposes).sort(), readdirSync('packages').sort());
  assert.deepEqual(
    eventStages.map(({ file }) => file).filter((file) => !existsSync(file)),
    [],
  );
});

interface Declaration {
  readonly file: string;
  readonly name: string;
  readonly exported: boolean;
  readonly isType: boolean;
}

function declarationsIn(file: string, text: string): readonly Declaration[] {
  const found = text.matchAll(
    /^(export )?(?:declare )?(?:default )?(?:async )?(?:abstract )?(interface|type|class|function\*?|const|let) (\w+)/gm,
  );
  return [...found].map(([, exported, kind = '', name = '']) => ({
    file,
    name,
    exported: exported !== undefined,
    isType: kind === 'interface' || kind === 'type',
  }));
}

const where = ({ file, name }: Declaration): string => `${file}: ${name}`;
