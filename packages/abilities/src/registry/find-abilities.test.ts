import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleOperation, sampleWorkflow } from '../../test/support/ability-samples.js';
import type { Ability } from './ability.js';
import { findAbilities } from './find-abilities.js';

const routing = (...keywords: string[]): Pick<Ability, 'routing'> => ({
  routing: { keywords, negativeKeywords: [], documents: [] },
});
const configuration = { dev: { implementation: 'one', settings: {} } };

const abilities = [
  sampleOperation('db.read', { ...routing('rows'), environments: ['dev', 'prod'] }),
  sampleOperation('db.write', { ...routing('rows', 'change'), configuration }),
  sampleWorkflow('release', ['db.read'], { description: 'Changes what users see.' }),
].map((ability) => ({ ability, state: { kind: 'active' as const } }));

const rows: readonly (readonly [string, Parameters<typeof findAbilities>[1], readonly string[]])[] = [
  ['without words all are found, in their order', {}, ['db.read', 'db.write', 'release']],
  ['one word is enough', { query: 'please show ROWS' }, ['db.read', 'db.write']],
  ['the more words, the further in front', { query: 'change rows' }, ['db.write', 'db.read', 'release']],
  ['marks between words do not count', { query: '"db.write", now!' }, ['db.write', 'db.read']],
  ['a description counts too', { query: 'users' }, ['release']],
  ['words that nobody has find nothing', { query: 'moon' }, []],
  ['an environment must be in scope and configured', { environment: 'prod' }, ['db.read', 'release']],
  ['both hold together', { environment: 'prod', query: 'rows' }, ['db.read']],
];

for (const [title, query, names] of rows)
  test(`finding abilities: ${title}`, () =>
    assert.deepEqual(
      findAbilities(abilities, query).map(({ ability }) => ability.name),
      names,
    ));
