import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'smol-toml';
import type { EntriesTarget } from '../agents/kit/install.js';
import type { EntryEvent, MakeParts } from './json-entries.js';
import { addTomlEntries, removeTomlEntries } from './toml-entries.js';

const target: EntriesTarget = {
  kind: 'entries',
  format: 'toml',
  file: '/h/config.toml',
  keyPath: ['hooks'],
  eventKey: 'event',
  entry: ({ event, command, timeoutMs }) => ({ event, command, timeout: timeoutMs / 1000 }),
};
const partsOf: MakeParts = ({ event, timeoutMs }) => ({
  event,
  timeoutMs,
  command: `/h/anyhook-hook kimi --timeout ${timeoutMs - 1000}`,
  failClosed: false,
});
const wanted: readonly EntryEvent[] = [
  { event: 'PreToolUse', timeoutMs: 30_000 },
  { event: 'Stop', timeoutMs: 30_000 },
];

const add = (text: string, events = wanted): string => {
  const made = addTomlEntries(text, target, events, partsOf);
  if ('problem' in made) throw new Error(made.problem);
  return made.text;
};
const hooksIn = (text: string): Record<string, unknown>[] =>
  ((parse(text, { integersAsBigInt: 'asNeeded' })['hooks'] ?? []) as object[]).map((one) => ({ ...one }));
const eventsIn = (text: string) => hooksIn(text).map(({ event }) => event);

const mine = 'event = "Stop"\ncommand = "true"';
const files: readonly [string, string][] = [
  ['an empty file', ''],
  ['other tables', 'model = "x"\n\n[providers.kimi]\napi_key = "k" # mine\n'],
  ['a list before entries of others and ours', `[[hooks]]\n${mine}\n`],
  ['a list in the middle', `a = 1\n[[hooks]]\n${mine} # why\n\n# about b\n[b]\nc = 1\n`],
  ['lists with nested tables', `[[hooks]]\n${mine}\n[hooks.extra]\nx = 1\n[z]\ny = 2\n`],
  ['an empty list in brackets', 'theme = "dark"\nhooks = []\n\n[models]\n'],
  ['an empty list with a space', 'hooks = [ ] # none yet\n'],
  ['a list in brackets', 'hooks = [{ event = "Stop", command = "a # b, ]" }]\n'],
  ['a list on several lines', 'hooks = [\n    { event = "Stop", command = "true" }, # mine\n    # end\n]\n[a]\n'],
  ['a list without a trailing comma', 'hooks = [\n\t{ event = "Stop", command = \'x\' } # mine\n]\n'],
  ['an empty list on several lines', 'hooks = [\n  # none\n]\n'],
  ['CRLF', 'a = 1\r\n\r\n[b]\r\nc = """\r\n[[hooks]]\r\n"""\r\n'],
  ['CRLF in brackets', 'hooks = [\r\n  { event = "Stop", command = "true" },\r\n]\r\n'],
  ['strings that look like tables', "a = '''\n[[hooks]]\nevent = \"no\"\n'''\nb = \"[[hooks]] # \\\" x\"\n"],
  ['quoted and dotted keys', '"a.b" = 1\nc."d e".f = [1, [2, 3],]\n\'=\' = { g = "=" }\n'],
  [
    'dates, floats and large numbers',
    'a = 1979-05-27T07:32:00Z\nb = nan\nc = -inf\nd = 9223372036854775807\ne = 07:32:00\n',
  ],
  ['a key named like an object method', '[__proto__]\nx = 1\n["constructor"]\ny = 2\n'],
  ['a quoted header', `[["hooks"]] # theirs\n${mine}\n`],
];
for (const [what, before] of files) {
  test(`${what}: entries are added once, change nothing else, and are removed without a trace`, () => {
    const text = add(before);
    const { hooks: was = [], ...rest } = parse(before, { integersAsBigInt: true });
    const { hooks: now, ...kept } = parse(text, { integersAsBigInt: true });
    assert.deepEqual(kept, rest);
    assert.deepEqual((now as unknown[]).slice(0, (was as unknown[]).length), was);
    assert.deepEqual(eventsIn(text).slice(-2), ['PreToolUse', 'Stop']);
    assert.equal(/[^\r]\n/.test(text), /[^\r]\n/.test(before) || !before.includes('\r'));
    assert.equal(add(text), text);
    assert.equal(removeTomlEntries(text, target), before);
  });
}

test('a file without a final line break gets one, and keeps its other bytes', () => {
  const text = add('model = "x"');
  assert.ok(text.startsWith('model = "x"\n\n[[hooks]]'), text);
  assert.equal(removeTomlEntries(text, target), 'model = "x"\n');
});

test('entries are formatted as a person would write them', () => {
  assert.equal(
    add('a = 1\n', wanted.slice(0, 1)),
    'a = 1\n\n[[hooks]] # written by "anyhook init"\nevent = "PreToolUse"\ncommand = "/h/anyhook-hook kimi --timeout 29000"\ntimeout = 30\n',
  );
  assert.equal(
    add('hooks = []\n', wanted.slice(0, 1)),
    'hooks = [{ event = "PreToolUse", command = "/h/anyhook-hook kimi --timeout 29000", timeout = 30 }]\n',
  );
});

for (const style of ['a = 1\n', 'hooks = []\n']) {
  test(`a longer timeout changes the entry in place (${JSON.stringify(style)}), a shorter one does not`, () => {
    const text = add(style);
    const longer = add(text, [{ event: 'PreToolUse', timeoutMs: 90_000 }]);
    assert.deepEqual(
      hooksIn(longer).map(({ event, timeout }) => [event, timeout]),
      [
        ['PreToolUse', 90],
        ['Stop', 30],
      ],
    );
    assert.equal(add(longer, [{ event: 'PreToolUse', timeoutMs: 5_000 }]), longer);
    assert.equal(removeTomlEntries(longer, target), style);
  });
}

test('entries that the agent rewrote in its own style are recognized', () => {
  const command = '/h/anyhook-hook kimi --timeout 29000';
  const anew = `[[hooks]]\nevent = 'PreToolUse'\ncommand = '${command}'\nmatcher = ""\ntimeout = 30\n`;
  assert.equal(add(anew, wanted.slice(0, 1)), anew);
  const longer = add(anew, [{ event: 'PreToolUse', timeoutMs: 60_000 }]);
  assert.deepEqual(hooksIn(longer), [
    { event: 'PreToolUse', command: command.replace('29000', '59000'), matcher: '', timeout: 60 },
  ]);
  const bare = anew.replace('timeout = 30\n', '');
  assert.equal(hooksIn(add(bare, wanted.slice(0, 1)))[0]?.['timeout'], 30);
});

test('foreign entries and comments between and after ours are kept', () => {
  const text = add('a = 1\n').replace('event = "Stop"', '# a note\nevent = "Stop"');
  const more = `${text}\n[[hooks]]\n${mine}\n`;
  assert.equal(removeTomlEntries(more, target), `a = 1\n# a note\n\n[[hooks]]\n${mine}\n`);
});

test('an entry that a user wrote by hand is kept, and not added again', () => {
  const text = '[[hooks]]\nevent = "Stop"\ncommand = "npx anyhook run --host kimi"\n';
  const made = addTomlEntries(text, target, wanted, partsOf);
  assert.ok('byHand' in made);
  assert.deepEqual(made.byHand, ['Stop']);
  assert.deepEqual(eventsIn(made.text), ['Stop', 'PreToolUse']);
});

test('a table that a user put below our entry keeps the entry in place', () => {
  const text = `${add('')}[hooks.extra]\nx = 1\n`;
  assert.equal(removeTomlEntries(text, target), text);
});

const refused: readonly [string, string, RegExp][] = [
  ['an unterminated string', 'a = 1\nb = "x\n', /^line 2: .* is not closed$/],
  ['an unterminated list', 'hooks = [\n', /^line 1: .* is not closed$/],
  ['an extra bracket', 'a = ]\n', /^line 1: /],
  ['a duplicate key', 'a = 1\na = 2\n', /^line 2: /],
  ['a duplicate table', '[a]\n[b]\n[a]\n', /^line 3: /],
  ['an invalid value', 'a = 1\nb = hello\n', /^line 2: /],
  ['hooks as a table', '[hooks]\nx = 1\n', /^"hooks": expected a list of tables$/],
  ['hooks as a string', 'hooks = "x"\n', /^"hooks": expected a list of tables$/],
  ['hooks as numbers', 'hooks = [1]\n', /^"hooks": expected a list of tables$/],
];
for (const [what, text, problem] of refused) {
  test(`${what}: the file is rejected and unchanged`, () => {
    const made = addTomlEntries(text, target, wanted, partsOf);
    assert.ok('problem' in made);
    assert.match(made.problem, problem);
    assert.equal(removeTomlEntries(text, target), text);
  });
}
