import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { eventStages, packagePurposes } from '../../../scripts/reference/architecture.js';
import { sourceFiles, withoutComments } from '../../../scripts/reference/imports.js';

const files = sourceFiles();
const declarations = [...files].flatMap(([file, text]) => declarationsIn(file, withoutComments(text)));

/** Files in which a host is a computer, and a stranger is an unknown person. */
const networks = [
  'guard/',
  'fleet/',
  'platform/net/',
  'platform/process/process-defaults.ts',
  'ui/',
  'handlers/builtins/add-user-info.ts',
];

/** Synonyms replaced by docs/decisions/glossary.md, with names that may keep them and files to check. */
const synonyms: readonly Synonym[] = [
  { word: /^dialects?$/, use: 'format', keep: ['dialect', 'DialectName'] },
  { word: /^hosts?$/, use: 'agent', keep: ['host', 'hosts', 'Host', 'ANYHOOK_HOST', 'UNKNOWN_HOST'], except: networks },
  { word: /^deeds?$/, use: 'action' },
  { word: /^strangers?$/, use: 'untrusted', except: ['guard/'] },
  { word: /^(?:tell|tells|hear|hears)$/, use: 'notify', except: ['guard/'] },
  { word: /^thousandths?$/, use: 'milliseconds' },
  { word: /^pretended$/, use: 'simulated' },
  // Stored turns have these fields.
  { word: /^looks?$/, use: 'snapshot', in: 'undo/', keep: ['look', 'looks', '_look', 'hasSlowLook'] },
  { word: /^signs?$/, use: 'char', in: 'guard/' },
];

interface Synonym {
  readonly word: RegExp;
  readonly use: string;
  readonly in?: string;
  readonly except?: readonly string[];
  readonly keep?: readonly string[];
}

/** The names in code, without texts and comments. */
const namesIn = (text: string): ReadonlySet<string> =>
  new Set(
    withoutComments(text)
      .replace(/`(?:[^`\\]|\\.)*`|'(?:[^'\\\n]|\\.)*'|\/(?![*/\s])(?:[^/\\\n]|\\.)+\/[a-z]*/g, ' ')
      .match(/[A-Za-z_$][\w$]*/g),
  );

const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

test('no name in the code uses a synonym that the glossary replaces', () => {
  const found = [...files].flatMap(([file, text]) =>
    [...namesIn(text)].flatMap((name) =>
      synonyms
        .filter(({ word, in: folder = '', except = [], keep = [] }) => {
          const counts = file.startsWith(folder) && !except.some((one) => file.startsWith(one));
          return counts && !keep.includes(name) && wordsOf(name).some((one) => word.test(one));
        })
        .map(({ use }) => `${file}: ${name}, say ${use}`),
    ),
  );
  assert.deepEqual(found, []);
});

test('messages for people say agent and format, not a synonym', () => {
  // `host` is a field of test files, and a computer on the network.
  const kept = /"host"|With host|https?:|Host name|Host header|\bhost\/|user and host|another host in/;
  const found = [...files].flatMap(([file, text]) =>
    [...withoutComments(text).matchAll(/'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`/g)]
      .map(([shown]) => shown.replace(/\$\{[^}]*\}|<[^>]*>|--\w+/g, ''))
      .filter((shown) => /\b(?:dialects?|(?:a|the|each|every|no|known) hosts?)\b/.test(shown) && !kept.test(shown))
      .map((shown) => `${file}: ${shown}`),
  );
  assert.deepEqual(found, []);
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

/** Parts that each agent, framework adapter, feature or process entry exports under one name: rows of a table. */
const parts = /^(?:agents\/[^/]+\/|frameworks\/|[a-z]+\/entries\/|[a-z]+\/at-terminal\.ts$|formats\/[^/]+\/)/;

test('no name is exported by two files', () => {
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
