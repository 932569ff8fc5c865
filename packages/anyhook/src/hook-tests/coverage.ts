import type { Event, Hook, Match } from '@anyhook/core';
import { buildHookIndex, compileMatchers, explainMismatch } from '../engine/plan.js';
import { formats } from '../formats/index.js';

/** The parts of a matcher of which tests can cover match and mismatch. */
const coverableParts = [
  ...['tool', 'subject', 'input', 'paths', 'abilities', 'rule', 'minDurationMs', 'changedPaths', 'agent'],
] as const satisfies (keyof Match)[];
type MatcherPart = (typeof coverableParts)[number];

export interface HookEvidence {
  readonly id: string;
  readonly ran: boolean;
  /** For each part of its matcher, whether that part alone matches. */
  readonly parts: Readonly<Partial<Record<MatcherPart, boolean>>>;
}

/** What an event shows about each hook that listens to it. */
export async function collectEvidence(
  hooks: readonly Hook[],
  events: readonly Event[],
  ran: ReadonlySet<string>,
): Promise<readonly HookEvidence[]> {
  const evidence: HookEvidence[] = [];
  for (const hook of hooks) {
    const event = events.find(({ name }) => hook.events.includes(name));
    if (!event) continue;
    const partMatches: Partial<Record<MatcherPart, boolean>> = {};
    for (const part of partsOf(hook)) partMatches[part] = await partMatchesEvent(hook, part, event);
    evidence.push({ id: hook.id, ran: ran.has(hook.id), parts: partMatches });
  }
  return evidence;
}

const partsOf = ({ match }: Hook): readonly MatcherPart[] => coverableParts.filter((part) => match[part] !== undefined);

/** Asks the engine whether the hook would match with only this part. */
async function partMatchesEvent(hook: Hook, part: MatcherPart, event: Event): Promise<boolean> {
  const partOnly: Hook = { ...hook, match: { [part]: hook.match[part] } };
  const index = buildHookIndex([partOnly], formats);
  await compileMatchers(index, event.name);
  return explainMismatch(index, partOnly, event) === undefined;
}

/** One part of a matcher: did tests cover both a match and a mismatch? */
interface PartCoverage {
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

/** The coverage of each hook. */
export function coverageOf(hooks: readonly Hook[], evidence: readonly HookEvidence[]): readonly HookCoverage[] {
  return hooks.map((hook) => {
    const hookEvidence = evidence.filter(({ id }) => id === hook.id);
    return {
      ...{ id: hook.id, source: hook.source, line: hook.line },
      ran: hookEvidence.filter(({ ran }) => ran).length,
      matchers: partsOf(hook).map((part) => ({
        part,
        text: textOf(hook.match[part]),
        matched: hookEvidence.some(({ ran, parts: partMatches }) => ran && partMatches[part] === true),
        // A part that matches everything has no mismatch to cover.
        refused:
          matchesEverything(hook.match[part]) ||
          hookEvidence.some(({ parts: partMatches }) => partMatches[part] === false),
      })),
    };
  });
}

export const isCovered = ({ ran, matchers }: HookCoverage, level: 'hooks' | 'matchers'): boolean =>
  ran > 0 && (level === 'hooks' || matchers.every(({ matched, refused }) => matched && refused));

type MatcherValue = Match[MatcherPart];

function textOf(value: MatcherValue): string {
  if (typeof value !== 'object') return String(value);
  if ('source' in value) return value.source;
  if ('tool' in value) return value.glob === undefined ? value.tool : `${value.tool}(${value.glob})`;
  return value.join(', ');
}

const catchAllPatterns = ['', '*', '**', '**/*', '.*'];

function matchesEverything(value: MatcherValue): boolean {
  if (typeof value !== 'object') return value === 0;
  if ('source' in value) return catchAllPatterns.includes(value.source);
  return !('tool' in value) && value.some((glob) => catchAllPatterns.includes(glob));
}
