import type { Hook } from '../../core/src/hook.js';
import { claudeCode } from '../src/agents/claude-code/agent.js';
import { wireEngine } from '../src/answer/engine.js';
import { createMemorySessionStore } from '../src/sessions/session-store.js';
import { benchHook, benchPayload } from './sample.js';
import { type BenchRow, smallest } from './table.js';

/** In-process dispatch: five matching pure builtins, alone and among ten thousand hooks that do not match. */
export async function dispatchBench(): Promise<readonly BenchRow[]> {
  const five = [
    'config-protection',
    'enforce-delegation',
    'config-protection',
    'enforce-delegation',
    'config-protection',
  ].map((use, i) => benchHook(`match-${i}`, { position: i, handler: { kind: 'builtin', use } }));
  const few = engineOf(five);
  const many = engineOf([...five, ...nonMatchingHooks(10_000)]);
  await nsPerEvent(few, 50_000);
  await nsPerEvent(many, 50_000);
  const times = { few: [] as number[], many: [] as number[] };
  for (let round = 0; round < 7; round++) {
    times.few.push(await nsPerEvent(few, 100_000));
    times.many.push(await nsPerEvent(many, 100_000));
  }
  const perSecond = 1e9 / smallest(times.few);
  const ratio = smallest(times.many) / smallest(times.few);
  return [
    {
      name: 'dispatch, 5 matching builtins',
      measured: `${Math.round(perSecond).toLocaleString('en')} events/s`,
      promised: 'at least 100,000 events/s',
      ok: perSecond >= 100_000,
    },
    {
      name: 'the same with 10,000 hooks that do not match',
      measured: `${ratio.toFixed(2)} times`,
      promised: 'at most 1.5 times',
      ok: ratio <= 1.5,
    },
  ];
}

type Engine = ReturnType<typeof wireEngine>;

const engineOf = (hooks: readonly Hook[]): Engine =>
  wireEngine({
    hooks,
    settings: { httpAllow: [], maxOutputBytes: 1024 * 1024 },
    stopLimit: 8,
    store: createMemorySessionStore(),
    startAsync: async () => undefined,
  });

/** Nanoseconds per event. */
async function nsPerEvent(engine: Engine, events: number): Promise<number> {
  const context = { env: {}, cwd: '/bench', now: '2026-01-01T00:00:00.000Z' };
  const options = { env: {} };
  const began = process.hrtime.bigint();
  for (let i = 0; i < events; i++)
    await engine.decide(claudeCode, claudeCode.decode(benchPayload, context), context, options);
  return Number(process.hrtime.bigint() - began) / events;
}

/** Hooks with every kind of matcher, none of which matches the event. */
function nonMatchingHooks(count: number): readonly Hook[] {
  const kinds: readonly ((i: number) => Partial<Hook>)[] = [
    () => ({ events: ['tool.after'] }),
    (i) => ({ match: { tool: { source: `Tool${i}|Other${i}`, mode: 'anchored' } } }),
    (i) => ({ match: { tool: { source: `mcp__server${i}__.*`, mode: 'anchored' } } }),
    (i) => ({
      match: { tool: { source: 'Edit', mode: 'anchored' }, input: { source: `secret-${i}\\b.*`, mode: 'search' } },
    }),
    (i) => ({ match: { paths: [`packages/p${i}/**/*.ts`] } }),
    (i) => ({ match: { abilities: [`mcp.server${i}.*`] } }),
    (i) => ({ match: { agent: `reviewer-${i}` } }),
  ];
  return Array.from({ length: count }, (_, i) =>
    benchHook(`other-${i}`, { position: i, ...kinds[i % kinds.length]?.(i) }),
  );
}
