import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type AuditMark, auditHash, noAuditHash } from '../audit-record.js';
import { decisionId, decisionNumberAt } from '../decision-id.js';
import { journalPaths, spoolFileName } from '../journal-files.js';
import { dropOldest } from '../journal-thread.js';
import type { DecisionRecord } from '../record.js';
import { readAuditHead } from './audit-chain.js';
import { keptAfterAckMs } from './audit-queue.js';
import { lostMarks, writeLostMark } from './lost-marks.js';
import { type JournalStore, openJournalStore } from './store.js';

const noon = Date.UTC(2026, 10, 15, 12, 0);
const device = 'd'.repeat(32);
const mark: AuditMark = { device, fields: [], maxMb: 64 };
const all = { records: 10_000, bytes: 1e9 };

class Machine {
  readonly state: string;
  time = noon;
  readonly notices: string[] = [];
  private count = 0;
  constructor(private readonly t: TestContext) {
    this.state = mkdtempSync(join(tmpdir(), 'anyhook-audit-'));
    t.after(() => rmSync(this.state, { recursive: true, force: true }));
    mkdirSync(journalPaths(this.state).spool, { recursive: true });
  }
  async open(): Promise<JournalStore> {
    const notify = (text: string) => void this.notices.push(text);
    const store = await openJournalStore({ state: this.state, waitMs: 2_000, now: () => this.time, notify });
    this.t.after(() => store.close());
    return store;
  }
  write(text: string): void {
    appendFileSync(join(journalPaths(this.state).spool, spoolFileName(noon, 'c')), `${text}\n`);
  }
  /** Writes a decision to the spool, as a process does. */
  decide(audit: AuditMark | 'not audited' = mark): void {
    const at = noon + this.count++;
    this.write(JSON.stringify({ v: 1, decision: decision(at), ...(audit !== 'not audited' && { audit }) }));
  }
}

const decision = (at: number): DecisionRecord => ({
  ...{ id: decisionId(decisionNumberAt(at)), at, host: 'codex', event: 'tool.before', nativeEvent: 'PreToolUse' },
  ...{
    session: 'private-session',
    caller: 'ai_session',
    tool: 'shell',
    toolName: 'private-tool',
    call: 'private-call',
  },
  ...{ root: '/private/root', cwd: '/private/cwd', agent: 'private-agent', decision: 'deny', hookSet: 'ab12' },
  hooks: [
    { hook: 'no-rm', outcome: 'blocked', decision: 'deny', ms: 1, job: 'private-job' },
    { hook: '/private/hook with text', outcome: 'ok', decision: 'pass', ms: 1, shadow: true },
  ],
  ...{ ms: 2, via: 'process' },
});

interface ReadRecord {
  readonly sequence: number;
  readonly previous: string;
  readonly lost?: number;
}

const linesOf = (store: JournalStore) => store.auditOf(device).lines(1, all);
const recordsOf = (store: JournalStore) => linesOf(store).map(({ line }) => JSON.parse(line) as ReadRecord);

/** Throws unless the chain is without gaps and every link matches. */
function assertChain(store: JournalStore, first = 1, previous = noAuditHash): void {
  let [sequence, hash] = [first, previous];
  for (const { line } of linesOf(store)) {
    const record = JSON.parse(line) as ReadRecord;
    assert.deepEqual([record.sequence, record.previous], [sequence, hash]);
    sequence++;
    hash = auditHash(line);
  }
  assert.deepEqual(store.auditOf(device).head()?.hash, hash);
}

test('every decision of an audited machine has one record in an unbroken chain, whichever process stores it', async (t) => {
  const machine = new Machine(t);
  const stores = [await machine.open(), await machine.open()];
  for (let i = 0; i < 30; i++) {
    machine.decide();
    if (i % 3 === 0) machine.decide('not audited');
    if (i % 2 === 0) stores[i % 4 === 0 ? 0 : 1]?.storePending([]);
  }
  const [store] = stores;
  assert.ok(store);
  store.storePending([]);
  assert.equal(linesOf(store).length, 30, 'a decision without the mark was exported');
  assertChain(store);
});

test('an audit record has only the listed fields, and no paths, sessions or texts', async (t) => {
  const machine = new Machine(t);
  machine.decide();
  machine.decide({ ...mark, fields: ['session', 'root'] });
  const store = await machine.open();
  store.storePending([]);
  const [plain, more] = linesOf(store).map(({ line }) => line);
  assert.doesNotMatch(plain ?? '', /private/);
  const expected = 'device sequence previous time id host event caller tool decision hookSet hooks ms via';
  assert.equal(Object.keys(JSON.parse(plain ?? '')).join(' '), expected);
  assert.deepEqual(Object.keys(JSON.parse(more ?? '')).slice(-2), ['session', 'root']);
});

test('an acknowledged record is kept for 14 days, an unacknowledged one for good', async (t) => {
  const machine = new Machine(t);
  for (let i = 0; i < 10; i++) machine.decide();
  const store = await machine.open();
  store.storePending([]);
  const queue = store.auditOf(device);
  queue.acknowledge(4, machine.time);
  assert.deepEqual([queue.head()?.acked, queue.oldest()], [4, 1]);
  machine.time += keptAfterAckMs;
  assert.equal(store.pruneAudit(), 0);
  machine.time += 1;
  store.prune({ days: 1, maxMb: 1 });
  assert.deepEqual([queue.oldest(), linesOf(store).length], [5, 6], 'the journal itself keeps one day');
  machine.decide();
  store.storePending([]);
  assert.equal(queue.head()?.sequence, 11, 'the chain continues');
});

test('if storage is full no record is written, and the next record has the number of missing ones', async (t) => {
  const machine = new Machine(t);
  const small: AuditMark = { ...mark, maxMb: 1 / 1024 };
  for (let i = 0; i < 10; i++) machine.decide(small);
  const store = await machine.open();
  store.storePending([]);
  const queue = store.auditOf(device);
  const kept = linesOf(store).length;
  assert.ok(kept > 0 && kept < 10);
  assert.deepEqual([queue.head()?.isFull, queue.head()?.lost], [true, 10 - kept]);
  assert.equal(readAuditHead(journalPaths(machine.state).dir)?.isFull, true, 'known without the database');
  queue.acknowledge(kept, machine.time);
  assert.equal(queue.head()?.isFull, false);
  machine.write(JSON.stringify({ v: 1, lost: 5, audit: small }));
  machine.decide(small);
  machine.decide(small);
  store.storePending([]);
  assert.deepEqual(
    recordsOf(store)
      .slice(kept)
      .map(({ lost }) => lost),
    [10 - kept + 5, undefined],
  );
  assertChain(store);
});

test('a decision that a process could not write is counted, and the next record reports it', async (t) => {
  const machine = new Machine(t);
  const { spool } = journalPaths(machine.state);
  machine.decide();
  for (const unique of [0.25, 0.75]) writeLostMark(spool, mark, unique);
  const store = await machine.open();
  store.storePending([]);
  assert.equal(store.auditOf(device).head()?.lost, 2);
  machine.decide();
  store.storePending([]);
  assert.deepEqual(
    recordsOf(store).map(({ lost }) => lost),
    [2, undefined],
  );
  assert.deepEqual(lostMarks(spool), []);
  assertChain(store);
});

test('an oversized spool keeps every file with an audit line, wherever the line is', (t) => {
  const machine = new Machine(t);
  const { spool } = journalPaths(machine.state);
  const line = `${JSON.stringify({ v: 1, set: { hash: 'x'.repeat(1000) } })}\n`;
  const audited = `${JSON.stringify({ v: 1, decision: decision(noon), audit: mark })}\n`;
  const file = (part: number, text: string) => {
    const path = join(spool, spoolFileName(noon, 'e1x1', part));
    writeFileSync(path, text);
    return path;
  };
  const plain = file(0, line.repeat(500));
  const late = file(1, line.repeat(500) + audited);
  // The mark starts in one chunk and ends in the next.
  const split = file(2, `${' '.repeat(256 * 1024 - 8 - audited.indexOf('"audit"'))}${audited}`);
  const last = file(3, line.repeat(500));
  const notices: string[] = [];
  dropOldest(spool, (text) => void notices.push(text), 64 * 1024);
  assert.deepEqual([plain, late, split, last].map(existsSync), [false, true, true, false]);
  assert.match(notices.at(-1) ?? '', /wait for the journal, and the audit of the fleet needs them/);
});

test('after a journal broke, no sequence number is reused and the chain continues from its last hash', async (t) => {
  const machine = new Machine(t);
  for (let i = 0; i < 5; i++) machine.decide();
  const first = await machine.open();
  first.storePending([]);
  const last = first.auditOf(device).head();
  first.close();
  const { database } = journalPaths(machine.state);
  for (const end of ['-wal', '-shm']) rmSync(database + end, { force: true });
  writeFileSync(database, 'this is no database '.repeat(1_000));
  rmSync(join(journalPaths(machine.state).spool, spoolFileName(noon, 'c')));
  machine.decide();
  const second = await machine.open();
  second.storePending([]);
  assert.match(machine.notices.join(), /was broken/);
  assert.equal(last?.sequence, 5);
  assertChain(second, 6, last?.hash);
});
