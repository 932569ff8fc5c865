import assert from 'node:assert/strict';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite, sqliteErrorKind } from '@anyhook/core';
import { decisionId, decisionNumberAt } from '../decision-id.js';
import { journalPaths, spoolFileName } from '../journal-files.js';
import type { DecisionRecord } from '../record.js';
import { createJournalReader } from './reader.js';
import { NewerJournalError } from './schema.js';
import { type JournalStore, openJournalStore } from './store.js';
import { encodeDetail } from './writer.js';

const now = Date.UTC(2026, 10, 15, 12, 30);
const hour = 3_600_000;

/** A state folder with a spool, and stores that are closed at the end. */
class Folder {
  readonly state: string;
  readonly spool: string;
  readonly database: string;
  readonly said: string[] = [];
  time = now;
  constructor(private readonly t: TestContext) {
    this.state = mkdtempSync(join(tmpdir(), 'anyhook-journal-'));
    t.after(() => rmSync(this.state, { recursive: true, force: true }));
    ({ spool: this.spool, database: this.database } = journalPaths(this.state));
    mkdirSync(this.spool, { recursive: true });
  }
  async open(waitMs = 100): Promise<JournalStore> {
    const say = (text: string) => void this.said.push(text);
    const store = await openJournalStore({ state: this.state, waitMs, now: () => this.time, notify: say });
    this.t.after(() => store.close());
    return store;
  }
  write(text: string, name = spoolFileName(now, 'c')): void {
    const file = join(this.spool, name);
    appendFileSync(file, text);
    utimesSync(file, new Date(now), new Date(now));
  }
}

const record = (i: number, more: Partial<DecisionRecord> = {}): DecisionRecord => ({
  id: decisionId(decisionNumberAt(now - hour + i * 1_000)),
  at: now - hour + i * 1_000,
  host: 'gemini',
  event: 'tool.before',
  nativeEvent: 'BeforeTool',
  session: 's',
  caller: 'ai_session',
  root: '/p',
  cwd: '/p/src',
  decision: 'pass',
  hookSet: 'set',
  hooks: [{ hook: 'guard', outcome: 'ok', decision: 'pass', ms: 2 }],
  ms: 3,
  via: 'process',
  ...more,
});
const line = (one: DecisionRecord): string => `${JSON.stringify({ v: 1, decision: one })}\n`;
const idsIn = (store: JournalStore): readonly string[] =>
  createJournalReader(store.sql, () => {})
    .list({}, { limit: 1_000, order: 'oldest' })
    .map(({ id }) => id);

test('a decision is read back as it was written', async (t) => {
  const folder = new Folder(t);
  const full = record(1, {
    tool: 'shell',
    toolName: 'run_shell_command',
    call: 'call-1',
    agent: 'helper',
    parent: 's0',
    rewrites: 'input',
    stop: true,
    hooks: [
      { hook: 'guard', outcome: 'blocked', decision: 'deny', ms: 1.5, from: 0.25, gave: ['rewrite'] },
      { hook: 'waits', outcome: 'ok', decision: 'pass', ms: 9, from: 2, waited: 7.5 },
      { hook: 'guard', outcome: 'ok', decision: 'ask', ms: 0.1, recheck: true, shadow: true },
      { hook: 'quick', outcome: 'ok', decision: 'pass', ms: 2, spare: true },
    ],
  });
  folder.write(line(full) + line(record(2)));
  const store = await folder.open();
  assert.equal(store.storePending([]), false);
  const journal = createJournalReader(store.sql, () => {});
  assert.deepEqual(journal.list({}, { limit: 5 }), [record(2), full]);
  assert.deepEqual(journal.get({ call: 'call-1' }), { kind: 'found', entry: { decision: full } });
});

test('a line is stored once, however often and by however many processes it is imported', async (t) => {
  const folder = new Folder(t);
  const [first, second] = [await folder.open(), await folder.open()];
  for (let i = 0; i < 20; i++) {
    folder.write(line(record(i)));
    (i % 2 === 0 ? first : second).storePending([]);
    first.storePending([]);
  }
  assert.deepEqual(
    idsIn(second),
    [...Array(20).keys()].map((i) => record(i).id),
  );
  assert.equal(createJournalReader(first.sql, () => {}).stats({}).events.count, 20);
});

test('an unfinished line is kept for later, and a foreign line is skipped', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const [one, two] = [line(record(1)), line(record(2))];
  const strange = [
    '',
    'no json',
    '{}',
    '[]',
    'null',
    '{"v":1}',
    '{"v":2,"decision":{}}',
    '{"v":1,"decision":null}',
    '{"v":1,"detail":null}',
    '{"v":1,"set":{"hash":1}}',
    JSON.stringify({ v: 1, decision: record(3, { decision: 'maybe' as 'deny' }) }),
    JSON.stringify({
      v: 1,
      decision: record(3, { hooks: [{ hook: 'x', outcome: 'a b' as 'ok', decision: 'pass', ms: 0 }] }),
    }),
    JSON.stringify({ v: 1, decision: record(3, { id: "1'; DROP TABLE events" }) }),
  ];
  folder.write(`${strange.join('\n')}\n${one}${two.slice(0, 40)}`);
  store.storePending([]);
  assert.deepEqual(idsIn(store), [record(1).id]);
  folder.write(two.slice(40));
  store.storePending([]);
  assert.deepEqual(idsIn(store), [record(1).id, record(2).id]);
});

test('equal ids of two processes are two decisions', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  folder.write(line(record(1)) + line(record(1, { session: 'other' })));
  store.storePending([]);
  assert.equal(idsIn(store).length, 2);
});

test('details are stored with their decision, long ones compressed', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const detail = (text: string) => ({
    payload: { text },
    event: { name: 'tool.before' } as never,
    context: [],
    messages: [],
    signals: [],
    notes: [],
    hooks: [],
    wire: { stdout: '', stderr: '', exitCode: 0 },
  });
  const long = detail('long '.repeat(10_000));
  folder.write(
    `${line(record(1)) + line(record(2))}${JSON.stringify({ v: 1, detail: { id: record(2).id, ...detail('b') } })}\n`,
  );
  const body = encodeDetail(long);
  assert.ok(body.length < 2_000);
  store.storePending([{ id: record(1).id, body }]);
  const kept = createJournalReader(store.sql, () => {}).details([record(1).id, record(2).id, record(3).id, 'nothing']);
  assert.deepEqual(
    [...kept.values()],
    [
      { id: record(1).id, ...long },
      { id: record(2).id, ...detail('b') },
    ],
  );
});

test('spool files are deleted once they are imported and no process writes to them', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const names = {
    oldLone: spoolFileName(now - 2 * hour, 'c'),
    lone: spoolFileName(now, 'c'),
    oldPart: spoolFileName(now, 'e1xa', 0),
    part: spoolFileName(now, 'e1xa', 1),
    strange: 'notes.txt',
  };
  for (const [i, name] of Object.values(names).entries()) folder.write(line(record(i)), name);
  folder.write('{"v":1,"decis', names.oldLone);
  const spoolFiles = () => readdirSync(folder.spool).sort();
  store.storePending([]);
  assert.deepEqual(
    spoolFiles(),
    Object.values(names)
      .filter((name) => name !== names.oldPart)
      .sort(),
  );
  folder.time = now + 24 * hour;
  store.storePending([]);
  assert.deepEqual(spoolFiles(), [names.strange]);
  assert.equal(idsIn(store).length, 4);
});

test('a process that died while deleting a file neither duplicates nor loses a line', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const name = spoolFileName(now, 'c');
  folder.write(line(record(1)), name);
  store.storePending([]);
  // Set aside but not yet removed from the list; then a slow process writes its line.
  renameSync(join(folder.spool, name), join(folder.spool, `${name}.done`));
  folder.write(line(record(2)), name);
  store.storePending([]);
  assert.deepEqual(idsIn(store), [record(1).id, record(2).id]);
  assert.deepEqual(readdirSync(folder.spool), [name]);
});

test('a journal of a newer version is not changed, which is reported', async (t) => {
  const folder = new Folder(t);
  const sql = await openSqlite(folder.database, 100);
  sql.exec('PRAGMA user_version = 99');
  sql.close();
  folder.write(line(record(1)));
  await assert.rejects(
    folder.open(),
    (error) => error instanceof NewerJournalError && /version 99.*update anyhook/.test(error.message),
  );
  assert.equal(readdirSync(folder.spool).length, 1);
});

test('a broken journal is kept next to a new one', async (t) => {
  const folder = new Folder(t);
  writeFileSync(folder.database, 'this is no database, and it is long enough to be taken for one '.repeat(100));
  folder.write(line(record(1)));
  const store = await folder.open();
  store.storePending([]);
  assert.deepEqual(idsIn(store), [record(1).id]);
  const [aside] = readdirSync(journalPaths(folder.state).dir).filter((name) => name.includes('.broken-'));
  assert.match(folder.said.join(), /was broken .* renamed to .*\.broken-/);
  assert.ok(aside && existsSync(join(journalPaths(folder.state).dir, aside)));
});

test('a journal locked by another program is an error in bounded time, and works again afterwards', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open(50);
  const other = await openSqlite(folder.database, 50);
  t.after(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  folder.write(line(record(1)));
  assert.throws(
    () => store.storePending([]),
    (error) => sqliteErrorKind(error) === 'locked',
  );
  // Readers are not blocked.
  assert.deepEqual(idsIn(store), []);
  other.exec('ROLLBACK');
  store.storePending([]);
  assert.deepEqual(idsIn(store), [record(1).id]);
});

test('decisions that are too old are deleted with their details, and the others are kept', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const day = 24 * hour;
  const old = (days: number) =>
    record(0, { id: decisionId(decisionNumberAt(now - days * day)), session: `s${days}`, hookSet: `h${days}` });
  folder.write([old(40), old(31), old(29), old(1)].map(line).join(''));
  store.storePending([
    { id: old(40).id, body: '{}' },
    { id: old(1).id, body: '{}' },
  ]);
  assert.equal(store.prune({ days: 30, maxMb: 100 }), 2);
  assert.deepEqual(idsIn(store), [old(29).id, old(1).id]);
  const count = (table: string) => store.sql.read(`SELECT COUNT(*) FROM ${table}`)()[0]?.[0];
  assert.deepEqual(['runs', 'details', 'sessions', 'hooksets', 'kinds'].map(count), [2, 1, 2, 2, 1]);
  assert.equal(createJournalReader(store.sql, () => {}).stats({}).events.count, 2);
  folder.write(line(record(5, { session: 's40' })));
  store.storePending([]);
  assert.equal(createJournalReader(store.sql, () => {}).list({ session: 's40' }, { limit: 5 }).length, 1);
});

test('the oldest decisions are deleted while the file is too large, and the file shrinks', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const large = 'x'.repeat(100_000);
  const ids = [...Array(40).keys()].map((i) => decisionId(decisionNumberAt(now - (40 - i) * hour)));
  folder.write(ids.map((id) => line(record(0, { id }))).join(''));
  store.storePending(ids.map((id) => ({ id, body: large })));
  const gone = store.prune({ days: 30, maxMb: 2 });
  assert.ok(gone >= 20 && gone < 40, `${gone} went`);
  assert.deepEqual(idsIn(store), ids.slice(gone));
  const pages =
    Number(store.sql.read('PRAGMA page_count')()[0]?.[0]) * Number(store.sql.read('PRAGMA page_size')()[0]?.[0]);
  assert.ok(pages < 2.2 * 1024 * 1024, `${pages} bytes`);
});

test('records of other processes are noticed without storing anything', async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  assert.equal(store.hasNewsOfProcesses(), false);
  folder.write(`${JSON.stringify({ v: 1, decision: record(1) })}\n`, spoolFileName(now, 'e7x1'));
  assert.equal(store.hasNewsOfProcesses(), false, 'the engine stores its own');
  folder.write(`${JSON.stringify({ v: 1, decision: record(2) })}\n`);
  assert.equal(store.hasNewsOfProcesses(), true);
  while (store.storePending([]));
  assert.equal(store.hasNewsOfProcesses(), false);
});

test("a hook's last failure is found by its own outcome, not by another hook's", async (t) => {
  const folder = new Folder(t);
  const store = await folder.open();
  const run = (hook: string, outcome: 'ok' | 'failed' | 'timeout') =>
    ({ hook, outcome, decision: 'pass', ms: 1 }) as const;
  const outcomes = ['ok', 'failed', 'ok', 'timeout', 'ok'] as const;
  const lines = outcomes.map((outcome, i) => record(i, { hooks: [run('mine', outcome), run('other', 'ok')] }));
  const late = record(20, { hooks: [run('mine', 'ok'), run('other', 'failed')] });
  folder.write([...lines, late].map((decision) => `${JSON.stringify({ v: 1, decision })}\n`).join(''));
  while (store.storePending([]));
  const journal = createJournalReader(store.sql, () => {});
  assert.equal(journal.lastFailure('mine', 0)?.id, lines[3]?.id);
  assert.equal(journal.lastFailure('other', 0)?.id, late.id);
  assert.equal(journal.lastFailure('mine', now), undefined);
  assert.equal(journal.lastFailure('nobody', 0), undefined);
});
