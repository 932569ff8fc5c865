import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { folderGraph } from '../../../scripts/reference/architecture.js';
import { sourceFiles, withoutComments } from '../../../scripts/reference/imports.js';
import { folderPurposes } from '../../../scripts/reference/rooms.js';

/** Places that had names only their author understood; what they held has moved. */
const oldPaths = [
  ...['app', 'builtins', 'dialects', 'hooktest', 'hosts', 'io', 'mcp', 'policies', 'runtime', 'serve', 'tasks'],
  ...['abilities/veil.ts', 'abilities/link.ts', 'abilities/keys.ts', 'abilities/routing/look.ts'],
  ...['abilities/routing/kept-index.ts', 'abilities/routing/open.ts', 'cli/hooktest', 'cli/replay', 'core/depth.ts'],
  ...['core/given.ts', 'engine/dispatch.ts', 'engine/needles.ts', 'engine/rights.ts', 'engine/views.ts'],
  ...['frameworks/kept.ts', 'frameworks/values.ts', 'handlers/answer.ts', 'handlers/within.ts'],
  ...['replay/doubt.ts', 'replay/judge.ts'],
  ...['resident/gate.ts', 'resident/tally.ts', 'service', 'project', 'records', 'state', 'packages', 'cli/lib'],
];

/** Exported names that did not explain themselves. */
const oldNames = [
  ...[
    'Answered',
    'Asked',
    'Book',
    'Brought',
    'Desk',
    'Door',
    'Found',
    'Gate',
    'Kept',
    'LoneJournal',
    'Opened',
    'Place',
  ],
  ...['Placed', 'Render', 'Tally', 'Trial', 'Turned', 'Wanted', 'Warm', 'answerMisled', 'createDesk', 'createGate'],
  ...['createLoneJournal', 'createRuntimeDoor', 'createTally', 'createWarm', 'given', 'isOurs', 'isOwn', 'lateCrypto'],
  ...['once', 'openPlace', 'readOwn', 'turnedAway', 'veiled', 'whereIs'],
];

const files = sourceFiles();
const declarations = [...files].flatMap(([file, text]) => declarationsIn(file, withoutComments(text)));

test('no old path is left', () => {
  assert.deepEqual(
    oldPaths.filter((path) => existsSync(`src/${path}`)),
    [],
  );
});

test('no old name is exported', () => {
  const found = declarations.filter(({ name, exported }) => exported && oldNames.includes(name));
  assert.deepEqual(found.map(where), []);
});

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

test('every folder of src has its words in the picture', () => {
  assert.deepEqual([...folderGraph().keys()].sort(), Object.keys(folderPurposes).sort());
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
