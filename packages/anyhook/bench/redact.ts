import { redactDeep } from '../src/redact/redact-deep.js';
import { redactSecrets } from '../src/redact/redact-secrets.js';
import { type BenchRow, smallest } from './table.js';

const key = 'bench';
const prose = 'The build went well: 42 files were checked in 1.3 seconds, and nobody had to wait for it. ';
const code = 'export const total = (items) => items.map((item) => item.price * 1.19).reduce(sum, 0);\n';
/** Tool output that mentions secrets but contains none. */
const wordy =
  'token = await readToken(options.path); password: string; Authorization: Bearer $TOKEN; https://a.example/x\n';

/** Measures redaction: text without keywords, payloads of agents, and the second check, by secretlint. */
export async function redactBench(): Promise<readonly BenchRow[]> {
  const plain = flat(prose, 4_000_000);
  const plainMs = timed(15, () => redactSecrets(plain, { key }));
  const payload = payloadOf(flat(code + prose, 20_000));
  const full = payloadOf(flat(wordy, 20_000));
  const payloadMs = timed(300, () => redactSecrets(payload, { key }));
  const fullMs = timed(300, () => redactSecrets(full, { key }));
  await redactDeep(payload, { key });
  const deep: number[] = [];
  for (let i = 0; i < 60; i++) {
    const began = process.hrtime.bigint();
    await redactDeep(payload, { key });
    deep.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  const speed = plain.length / 1e3 / plainMs;
  return [
    row('redaction, text without keywords', `${Math.round(speed)} MB/s`, 'at least 50 MB/s', speed >= 50),
    row('redaction, payload of 20 KB', `${payloadMs.toFixed(3)} ms`, 'at most 0.5 ms', payloadMs <= 0.5),
    row('the same, full of words about secrets', `${fullMs.toFixed(3)} ms`, 'at most 2 ms', fullMs <= 2),
    row('with secretlint, payload of 20 KB', `${smallest(deep).toFixed(3)} ms`, 'at most 5 ms', smallest(deep) <= 5),
  ];
}

const row = (name: string, measured: string, promised: string, ok: boolean): BenchRow => ({
  name,
  measured,
  promised,
  ok,
});

/** A flat string in memory, as a parser produces, not a rope. */
const flat = (text: string, chars: number): string =>
  Buffer.from(text.repeat(Math.ceil(chars / text.length)).slice(0, chars)).toString('latin1');

const payloadOf = (content: string) => ({
  session_id: 'bench',
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: '/bench/src/app.ts', content },
});

/** The best of several runs, in milliseconds. */
function timed(runs: number, work: () => unknown): number {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const began = process.hrtime.bigint();
    work();
    times.push(Number(process.hrtime.bigint() - began) / 1e6);
  }
  return smallest(times);
}
