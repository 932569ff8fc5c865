import { type Event, hasCall } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import { type Ending, failed } from '../core/verdict.js';

/** Files of one patch that are shown one by one; a larger patch fails the hook rather than flooding the machine. */
const mostFiles = 200;

/** One event per file when a patch meets a hook that was written for single files; undefined when one look will do. */
export function viewsOf(hook: Hook, event: Event, singlePath: boolean): readonly Event[] | undefined {
  if (!singlePath || !hasCall(event) || event.call.kind !== 'patch') return undefined;
  if (hook.handler.kind === 'builtin' || hook.handler.kind === 'module') return undefined;
  // A hook that names the host's own patch tool knows what it gets.
  if (hook.match.tool?.source === event.call.nativeName) return undefined;
  const { paths, content } = event.call.input;
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  return paths.map(
    (path): Event => ({ ...event, call: { ...event.call, kind: 'edit', input: { path, newText: content } } }),
  );
}

/** Shows each view to the hook in turn. */
export async function lookAtEach(
  views: readonly Event[],
  look: (view: Event) => Ending | Promise<Ending>,
): Promise<Ending> {
  if (views.length > mostFiles)
    return failed('error', `the patch touches ${views.length} files, at most ${mostFiles} are shown`);
  const endings: Ending[] = [];
  for (const view of views) endings.push(await look(view));
  return combine(endings);
}

/** The endings of all views as one: the strictest decision, all texts; rewriting a part of a patch is a gap. */
export function combine(endings: readonly Ending[]): Ending {
  const weight = { pass: 0, allow: 0, ask: 2, deny: 3 } as const;
  const bad = endings.find((ending) => ending.kind !== 'done');
  const results = endings.flatMap((ending) => (ending.kind === 'done' ? [ending.result] : []));
  const denied = results.filter((result) => result.decision === 'deny');
  if (bad && denied.length === 0) return bad;
  if (results.length === 0) return failed('error', 'the patch names no file');
  const strictest = Math.max(...results.map((result) => weight[result.decision]));
  const agreeing = results.filter((result) => weight[result.decision] === strictest);
  // Allow for one file is no allow for the patch: only a common allow is one.
  const allAllow = results.every((result) => result.decision === 'allow');
  const decision = strictest === 0 ? (allAllow ? 'allow' : 'pass') : strictest === 2 ? 'ask' : 'deny';
  const reasons = [...new Set(agreeing.flatMap((result) => result.reason ?? []))];
  const stop = results.find((result) => result.stop !== undefined)?.stop;
  const rewrote = results.some((result) => result.rewrite);
  return {
    kind: 'done',
    result: {
      decision,
      ...(reasons.length > 0 && { reason: reasons.join('\n') }),
      context: [...new Set(results.flatMap((result) => result.context ?? []))],
      messages: [...new Set(results.flatMap((result) => result.messages ?? []))],
      signals: results.flatMap((result) => result.signals ?? []),
      logs: results.flatMap((result) => result.logs ?? []),
      notes: [
        ...results.flatMap((result) => result.notes ?? []),
        ...(rewrote ? ['rewrote one file of a patch, which cannot be put back into the patch: left out'] : []),
      ],
      ...(stop !== undefined && { stop }),
    },
  };
}
