import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AbilityRow, buildRouteIndex, type DocumentRow } from './build-index.js';
import { workStages } from './intent.js';
import { type PromptRoute, routePrompt } from './route.js';
import { routingSignals } from './signals.js';

const ability = (id: string, more: Partial<AbilityRow> = {}): AbilityRow => ({
  id,
  summary: '',
  keywords: [],
  negativeKeywords: [],
  documents: [],
  source: `/p/.system/registry/low-level/${id}.yaml`,
  ...more,
});
const row = (more: Partial<DocumentRow> = {}): DocumentRow => ({
  abilities: [],
  keywords: [],
  negativeKeywords: [],
  documents: [],
  summary: '',
  source: 'ROUTING.md',
  line: 5,
  ...more,
});

const abilities = [
  ability('signup_e2e_test', {
    summary: 'Runs the whole signup journey in a browser.',
    keywords: ['signup', 'sign up', 'regression test'],
    negativeKeywords: ['unit tests'],
    documents: ['docs/signup.md'],
  }),
  ability('db.write.user_row', { summary: 'Writes one row of the table of people.', keywords: ['user row'] }),
  ability('cache.clear', { summary: 'Empties the cache of rendered pages.' }),
  ability('backup', { keywords: ['备份', 'Sicherung', 'резервная копия'] }),
];
const rows = [
  row({
    keywords: ['cross-module', 'e2e'],
    topic: 'integration testing',
    scope: 'integration',
    stage: 'test',
    documents: ['integration/ROUTING.md'],
    source: 'integration/ROUTING.md',
  }),
  row({ abilities: ['cache.clear'], keywords: ['stale pages'], documents: ['docs/cache.md'], line: 9 }),
  row({ abilities: ['not.there'], keywords: ['ghost'], line: 10 }),
  row({ summary: 'How money is counted and rounded in every invoice', documents: ['docs/money.md'], line: 11 }),
];
const index = buildRouteIndex(abilities, rows);
const ids = (found: PromptRoute) => found.abilities.map(({ id, confidence }) => `${id} ${confidence}`);
const paths = (found: PromptRoute) => found.documents.map(({ path }) => path);

const cases: readonly { prompt: string; leads?: readonly string[]; reads?: readonly string[] }[] = [
  { prompt: 'Please check the signup', leads: ['signup_e2e_test 0.5'], reads: ['docs/signup.md'] },
  { prompt: 'SIGNUPS!', leads: ['signup_e2e_test 0.5'], reads: ['docs/signup.md'] },
  {
    prompt: 'users sign up; is the journey fine in a browser?',
    leads: ['signup_e2e_test 0.8'],
    reads: ['docs/signup.md'],
  },
  {
    prompt: 'regression testing of the sign-up page',
    leads: ['signup_e2e_test 0.9'],
    reads: ['docs/signup.md'],
  },
  { prompt: 'a test of the regression' },
  { prompt: 'signup, but only the unit test of it' },
  { prompt: 'resign uppercase signups2' },
  { prompt: 'call db.write.user_row', leads: ['db.write.user_row 0.92'] },
  { prompt: 'clear the cache', leads: ['cache.clear 0.6'], reads: ['docs/cache.md'] },
  { prompt: 'the cache' },
  { prompt: 'cache.clear', leads: ['cache.clear 0.75'], reads: ['docs/cache.md'] },
  { prompt: 'cacheClear', leads: ['cache.clear 0.75'], reads: ['docs/cache.md'] },
  { prompt: 'the pages are stale' },
  { prompt: 'we serve stale pages', leads: ['cache.clear 0.69'], reads: ['docs/cache.md'] },
  { prompt: '请备份数据库', leads: ['backup 0.69'] },
  { prompt: 'SICHERUNG anlegen', leads: ['backup 0.5'] },
  { prompt: 'нужна Резервная  Копия', leads: ['backup 0.69'] },
  { prompt: 'backup', leads: ['backup 0.5'] },
  { prompt: 'a cross module change', reads: ['integration/ROUTING.md'] },
  { prompt: 'a ghost' },
  { prompt: 'how is money rounded in the invoice', reads: ['docs/money.md'] },
  { prompt: 'money' },
  { prompt: 'hello there, how are you' },
  { prompt: '' },
  { prompt: 'constructor toString __proto__ hasOwnProperty' },
];
for (const { prompt, leads = [], reads = [] } of cases) {
  test(`"${prompt}" leads to ${[...leads, ...reads].join(', ') || 'nothing'}`, () => {
    const found = routePrompt(index, prompt);
    assert.deepEqual([ids(found), paths(found)], [leads, reads]);
    assert.equal(found.intent === undefined, leads.length + reads.length === 0);
  });
}

test('signals have the shapes of the ability format, with reasons that name the matched words', () => {
  const found = routePrompt(index, 'Cross-module signup regression test, please, in the integration part');
  assert.deepEqual(routingSignals(found, 'prompt_router'), [
    {
      source_event: 'PromptSubmit',
      hook_id: 'prompt_router',
      severity: 'info',
      kind: 'routing_hint',
      code: 'ROUTE_SUGGESTION',
      payload: {
        suggested_abilities: [
          {
            id: 'signup_e2e_test',
            reason: 'The prompt has "regression test" (keyword), "signup" (keyword).',
            confidence: 0.84,
          },
        ],
        suggested_documents: [
          {
            path: 'docs/signup.md',
            reason: 'Goes with signup_e2e_test. The prompt has "regression test" (keyword), "signup" (keyword).',
          },
          {
            path: 'integration/ROUTING.md',
            reason: 'The prompt has "cross module" (keyword), "integration" (summary).',
          },
        ],
      },
    },
    {
      source_event: 'PromptSubmit',
      hook_id: 'prompt_router',
      severity: 'info',
      kind: 'normalized_intent',
      code: 'INTENT',
      payload: {
        scope: 'integration',
        topic: 'integration testing',
        stage: 'test',
        words: {
          scope: ['integration'],
          topic: ['cross module', 'integration'],
          stage: ['regression', 'test'],
        },
      },
    },
  ]);
});

const scopes: readonly (readonly [string, string | undefined])[] = [
  ['signup in src/auth/login.ts and lib/x/y.ts', 'src/auth/login.ts'],
  ['signup in packages/auth/', 'packages/auth/'],
  ['signup and/or login', undefined],
  ['signup at https://example.com/a/b', undefined],
  ['signup with the integration of it', 'integration'],
  ['e2e please', 'integration'],
  ['signup in src/auth', 'src/auth'],
];
for (const [prompt, scope] of scopes) {
  test(`the scope of "${prompt}" is ${scope}`, () => {
    const found = routePrompt(index, prompt, { exists: (path) => path === 'src/auth' || path.endsWith('.md') });
    assert.equal(found.intent?.scope, scope);
  });
}

for (const stage of Object.keys(workStages) as (keyof typeof workStages)[]) {
  test(`every word of the stage ${stage} sets that stage`, () => {
    for (const word of workStages[stage].split(' ')) {
      assert.equal(routePrompt(index, `signup ${word}`).intent?.stage, stage, word);
    }
  });
}

test('the stage with the most words wins, on a tie the more specific one; without words, the row sets it', () => {
  assert.equal(routePrompt(index, 'write a test for the signup').intent?.stage, 'test');
  assert.equal(routePrompt(index, 'write and add signup code').intent?.stage, 'implement');
  assert.equal(routePrompt(index, 'the signup').intent?.stage, undefined);
  assert.equal(routePrompt(index, 'a cross module thing').intent?.stage, 'test');
  assert.deepEqual(routePrompt(index, 'a cross module thing').intent?.words.stage, ['cross module']);
});

test('a row whose stage matches the prompt gets a slightly higher confidence', () => {
  const sure = (prompt: string) => routePrompt(index, prompt, { minConfidence: 0.65 }).documents.length;
  assert.deepEqual([sure('cross module coverage'), sure('e2e'), sure('e2e for us')], [1, 0, 0]);
});

test('the limits on suggestions and the minimum confidence are respected', () => {
  const many = buildRouteIndex(
    Array.from({ length: 30 }, (_, i) => ability(`a${i + 10}`, { keywords: ['deploy'], documents: [`${i}.md`] })),
    [],
  );
  const shown = routePrompt(many, 'deploy');
  assert.deepEqual(
    shown.abilities.map(({ id }) => id),
    ['a10', 'a11', 'a12', 'a13', 'a14'],
  );
  assert.equal(shown.documents.length, 5);
  const own = routePrompt(many, 'deploy', { abilities: 2, documents: 7 });
  assert.deepEqual([own.abilities.length, own.documents.length], [2, 7]);
  assert.deepEqual(routePrompt(many, 'deploy', { minConfidence: 0.51 }).abilities, []);
});

test('a missing document is skipped and the next one suggested', () => {
  const found = routePrompt(index, 'cross module signup', { exists: (path) => path !== 'docs/signup.md' });
  assert.deepEqual(paths(found), ['integration/ROUTING.md']);
});

test('without a registry a document may name any ability; with one, only usable abilities', () => {
  const ghost = [row({ abilities: ['ghost', 'backup'], keywords: ['haunt'] })];
  assert.deepEqual(ids(routePrompt(buildRouteIndex([], ghost), 'haunt')), ['backup 0.5', 'ghost 0.5']);
  assert.deepEqual(ids(routePrompt(buildRouteIndex(abilities, ghost), 'haunt')), ['backup 0.5']);
});

test('a negative keyword excludes the ability, whichever row suggests it', () => {
  const both = buildRouteIndex(
    [ability('deploy', { keywords: ['deploy'], negativeKeywords: ['dry run'] })],
    [row({ abilities: ['deploy'], keywords: ['ship'], documents: ['ship.md'] })],
  );
  assert.deepEqual(ids(routePrompt(both, 'ship and deploy')), ['deploy 0.75']);
  const two = [row({ abilities: ['deploy', 'publish'], keywords: ['ship'] })];
  const rest = buildRouteIndex([ability('deploy', { negativeKeywords: ['dry run'] }), ability('publish')], two);
  assert.deepEqual(ids(routePrompt(rest, 'ship it as a dry run')), ['publish 0.5']);
  assert.deepEqual(routePrompt(both, 'ship and deploy as a dry run'), {
    abilities: [],
    documents: [],
    positionsRead: 8,
  });
});

/** The same pseudorandom numbers in every run. */
function* random(seed: number): Generator<number> {
  for (let x = seed; ; x = (Math.imul(x, 1664525) + 1013904223) >>> 0) yield x / 2 ** 32;
}

function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const next = random(seed);
  return items
    .map((item) => ({ item, at: next.next().value as number }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

const verbs = ['write', 'read', 'sync', 'export', 'audit', 'rotate', 'check', 'deploy', 'merge', 'split'];
const large = Array.from({ length: 5_000 }, (_, i) =>
  ability(`team${i % 50}.${verbs[i % 10]}.item${i}`, {
    summary: `${verbs[i % 10]} the item number${i % 700} of the platform`,
    keywords: [`${verbs[i % 10]} item${i}`, `topic${i % 900}`],
    negativeKeywords: ['mobile'],
  }),
);

test('the order of rows does not change the result', () => {
  const prompts = ['deploy item77 of topic77 and number12', 'audit topic4', 'signup', 'team3 check number7 topic1'];
  const sorted = buildRouteIndex([...abilities, ...large], rows);
  for (const seed of [1, 2, 3]) {
    const other = buildRouteIndex(shuffled([...abilities, ...large], seed), shuffled(rows, seed));
    assert.deepEqual(other, sorted);
    for (const prompt of prompts) assert.deepEqual(routePrompt(other, prompt), routePrompt(sorted, prompt));
  }
});

test('of 5,000 abilities, only those that a rare word matches are examined', () => {
  const built = buildRouteIndex(large, []);
  const found = routePrompt(built, 'deploy item77 of topic77 on the platform for all users of number12');
  assert.deepEqual(ids(found).slice(0, 2), ['team27.deploy.item77 0.84', 'team27.deploy.item1877 0.5']);
  assert.ok(found.positionsRead < 60, `${found.positionsRead}`);
  // A word that a twentieth of the entries share matches nothing by itself.
  assert.equal(routePrompt(built, 'the platform').positionsRead, 0);
});

test('a prompt of a megabyte and one with many terms are routed in bounded time', () => {
  const built = buildRouteIndex(large, []);
  assert.ok(routePrompt(built, 'topic7 '.repeat(150_000)).positionsRead < 20_000);
  const everything = large.map(({ id }) => id).join(' ');
  assert.equal(routePrompt(built, everything).abilities.length, 5);
});
