import type { Event } from '../core/event.js';
import type { Hook, Match } from '../core/hook.js';
import { buildHookIndex, compileMatchers, explainMismatch } from '../engine/plan.js';
import { formats } from '../formats/index.js';

/** The parts of a matcher that tests can cover from both sides. */
const parts = [
  'tool',
  'subject',
  'input',
  'paths',
  'abilities',
  'rule',
  'minDurationMs',
  'changedPaths',
  'agent',
] as const satisfies (keyof Match)[];
type MatcherPart = (typeof parts)[number];

/** What one event covered of one hook. */
export interface HookExposure {
  readonly id: string;
  readonly ran: boolean;
  /** For each part of its matcher, whether that part alone matches. */
  readonly parts: Readonly<Partial<Record<MatcherPart, boolean>>>;
}

/** What an event covers of the hooks that listen to it. */
export async function collectEvidence(
  hooks: readonly Hook[],
  events: readonly Event[],
  ran: ReadonlySet<string>,
): Promise<readonly HookExposure[]> {
  const touched: HookExposure[] = [];
  for (const hook of hooks) {
    const event = events.find(({ name }) => hook.events.includes(name));
    if (!event) continue;
    const told: Partial<Record<MatcherPart, boolean>> = {};
    for (const part of partsOf(hook)) told[part] = await accepts(hook, part, event);
    touched.push({ id: hook.id, ran: ran.has(hook.id), parts: told });
  }
  return touched;
}

const partsOf = ({ match }: Hook): readonly MatcherPart[] => parts.filter((part) => match[part] !== undefined);

/** Asks the engine whether the hook would match with only this part. */
async function accepts(hook: Hook, part: MatcherPart, event: Event): Promise<boolean> {
  const alone: Hook = { ...hook, match: { [part]: hook.match[part] } };
  const index = buildHookIndex([alone], formats);
  await compileMatchers(index, event.name);
  return explainMismatch(index, alone, event) === undefined;
}

/** One part of a matcher: did tests cover both a match and a mismatch? */
export interface PartCoverage {
  readonly part: MatcherPart;
  readonly text: string;
  readonly matched: boolean;
  readonly refused: boolean;
}

export interface HookCoverage {
  readonly id: string;
  readonly source: string;
  readonly line: number;
  /** The number of fired events in which it ran. */
  readonly ran: number;
  readonly matchers: readonly PartCoverage[];
}

/** How much of the hooks the tests cover. */
export function coverageOf(hooks: readonly Hook[], touched: readonly HookExposure[]): readonly HookCoverage[] {
  return hooks.map((hook) => {
    const own = touched.filter(({ id }) => id === hook.id);
    return {
      id: hook.id,
      source: hook.source,
      line: hook.line,
      ran: own.filter(({ ran }) => ran).length,
      matchers: partsOf(hook).map((part) => ({
        part,
        text: textOf(hook.match[part]),
        matched: own.some(({ ran, parts: told }) => ran && told[part] === true),
        // A part that matches everything has no mismatch to cover.
        refused: takesAll(hook.match[part]) || own.some(({ parts: told }) => told[part] === false),
      })),
    };
  });
}

/** Do the tests cover everything? */
export const isCovered = ({ ran, matchers }: HookCoverage, sides: 'hooks' | 'matchers'): boolean =>
  ran > 0 && (sides === 'hooks' || matchers.every(({ matched, refused }) => matched && refused));

type MatcherValue = Match[MatcherPart];

function textOf(value: MatcherValue): string {
  if (typeof value !== 'object') return String(value);
  if ('source' in value) return value.source;
  if ('tool' in value) return value.glob === undefined ? value.tool : `${value.tool}(${value.glob})`;
  return value.join(', ');
}

const all = ['', '*', '**', '**/*', '.*'];

function takesAll(value: MatcherValue): boolean {
  if (typeof value !== 'object') return value === 0;
  if ('source' in value) return all.includes(value.source);
  return !('tool' in value) && value.some((glob) => all.includes(glob));
}
