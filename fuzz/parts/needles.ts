import {
  buildHookIndex,
  compileMatchers,
  explainMismatch,
  type HookIndex,
  plan,
} from '../../packages/anyhook/src/engine/plan.js';
import {
  engineEvent,
  hookOf,
  sampleSpeech,
  shellToolCall,
} from '../../packages/anyhook/test/support/engine-samples.js';
import type { Event } from '../../packages/core/src/event.js';
import type { Hook } from '../../packages/core/src/hook.js';
import { generatedGlob, generatedPattern } from '../generated-patterns.js';
import { expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** Patterns or globs of hooks, and texts of calls. */
export interface PrefilterCase {
  readonly sources: readonly string[];
  readonly texts: readonly string[];
  readonly mode?: 'anchored' | 'search';
}

/** The index of many hooks finds everything that the regex engine matches. */
export const needles: FuzzPart<PrefilterCase> = {
  name: 'needles',
  make: (random) => ({
    ...collected(random.many(1, 6, () => generatedPattern(random))),
    mode: random.pick(['anchored', 'search', 'search'] as const),
  }),
  check: ({ sources, texts, mode = 'search' }) =>
    comparePlan(
      sources.map((source) => ({ input: { source, mode } })),
      texts.map((text) => ({ command: text })),
    ),
};

/** The index of many hooks finds every path that a glob matches. */
export const globs: FuzzPart<PrefilterCase> = {
  name: 'globs',
  make: (random: FuzzRandom) => collected(random.many(1, 6, () => generatedGlob(random))),
  check: ({ sources, texts }) =>
    comparePlan(
      sources.map((source) => ({ paths: [source] })),
      texts.map((text) => ({ path: text })),
    ),
};

const collected = (made: readonly { readonly source: string; readonly texts: readonly string[] }[]) => ({
  sources: made.map(({ source }) => source),
  texts: made.flatMap(({ texts }) => texts),
});

/** More than the number of hooks above which the index searches for needles. */
const padding = Array.from({ length: 20 }, (_, n) =>
  hookOf(`padding-${n}`, { position: n, match: { input: { source: `padding-${n}`, mode: 'search' } } }),
);

/** How often a difference is checked again. */
const maxLooks = 20;

/** Compares the matches of the index with those of each hook's own test. */
async function comparePlan(matches: readonly Hook['match'][], inputs: readonly Record<string, unknown>[]) {
  const hooks = await usable(matches.map((match, n) => hookOf(`hook-${n}`, { position: 100 + n, match })));
  const index = buildHookIndex([...padding, ...hooks], sampleSpeech);
  await compileMatchers(index, 'tool.before');
  for (const input of inputs) {
    const event = engineEvent('tool.before', { call: shellToolCall('', { input }) });
    for (const hook of hooks) {
      // A pattern with a time limit may match once and not the next time, so only permanent differences count.
      const differs = () => isPlanned(index, hook, event) !== (explainMismatch(index, hook, event) === undefined);
      expectThat(
        !Array.from({ length: maxLooks }).every(differs),
        `${JSON.stringify(hook.match)}: the index and the hook's own test differ on ${JSON.stringify(input)}`,
      );
    }
  }
}

const isPlanned = (index: HookIndex, hook: Hook, event: Event): boolean =>
  plan(index, event).some((step) => step.hook === hook);

/** The hooks whose patterns compile. */
async function usable(hooks: readonly Hook[]): Promise<readonly Hook[]> {
  const kept = await Promise.all(
    hooks.map(async (hook) => {
      try {
        await compileMatchers(buildHookIndex([hook], sampleSpeech), 'tool.before');
        return [hook];
      } catch {
        return [];
      }
    }),
  );
  return kept.flat();
}
