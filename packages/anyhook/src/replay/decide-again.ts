import { isFolder, userPaths } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { openHooksAtRevision } from './hooks-at-revision.js';
import { type HookStatement, isSameOutcome, outcomeText, recordedOutcome } from './outcome.js';
import { recordedEvent } from './recorded-event.js';
import type { RecordedEvent } from './recording.js';

/** A recorded event, decided with the current hooks; or why that cannot be known without starting programs. */
export type SecondDecision =
  | {
      readonly kind: 'decided';
      /** As text, like in a replay. */
      readonly before: string;
      readonly after: string;
      readonly isSame: boolean;
      readonly statements: readonly HookStatement[];
    }
  | { readonly kind: 'not-replayed' | 'unknown'; readonly hook?: string; readonly why: string };

/** Decides one recorded event again in its project. Only starts programs that are declared pure. */
export async function decideAgain(world: World, recorded: RecordedEvent): Promise<SecondDecision> {
  const { root } = recorded.decision;
  const event = recordedEvent(recorded);
  if (typeof event === 'string') return { kind: 'not-replayed', why: event };
  if (!isFolder(root)) return { kind: 'not-replayed', why: `${root} does not exist any more` };
  const { home } = userPaths(world.env, world.home);
  const place = { ...world, cwd: root, project: root };
  const side = await openHooksAtRevision({
    root,
    project: root,
    world: place,
    trust: undefined,
    runCommands: false,
    home,
  });
  const replayed = await side.decide(recorded, event, false);
  if (replayed.kind !== 'decided') return replayed;
  const before = recordedOutcome(recorded);
  const { outcome: after, statements } = replayed;
  return {
    kind: 'decided',
    before: outcomeText(before),
    after: outcomeText(after),
    isSame: isSameOutcome(before, after),
    statements,
  };
}
