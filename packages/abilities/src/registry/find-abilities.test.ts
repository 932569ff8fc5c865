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
  ['without a query all abilities are found, in their order', {}, ['db.read', 'db.write', 'release']],
  ['one matching word is enough', { query: 'please show ROWS' }, ['db.read', 'db.write']],
  ['abilities that match more words come first', { query: 'change rows' }, ['db.write', 'db.read', 'release']],
  ['punctuation between words is ignored', { query: '"db.write", now!' }, ['db.write', 'db.read']],
  ['words of the description match', { query: 'users' }, ['release']],
  ['unknown words find nothing', { query: 'moon' }, []],
  ['an environment must be in scope and configured', { environment: 'prod' }, ['db.read', 'release']],
  ['environment and query combine', { environment: 'prod', query: 'rows' }, ['db.read']],
];

for (const [title, query, names] of rows)
  test(`finding abilities: ${title}`, () =>
    assert.deepEqual(
      findAbilities(abilities, query).map(({ ability }) => ability.name),
      names,
    ));
