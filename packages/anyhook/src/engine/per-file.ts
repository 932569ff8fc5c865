import { type Ending, type Event, failed, type Hook, hasCall } from '@anyhook/core';
import { wordList } from './pattern.js';
import { type FailureRules, failureRule } from './permissions.js';

/** The most files of one patch that are shown one by one; for a larger patch the hook fails. */
const maxFiles = 200;

/** One event per file if a patch meets a hook written for single files; undefined if one run is enough. */
export function fileViews(hook: Hook, event: Event, singlePath: boolean): readonly Event[] | undefined {
  if (!singlePath || !hasCall(event) || event.call.kind !== 'patch') return undefined;
  if (hook.handler.kind === 'builtin' || hook.handler.kind === 'module') return undefined;
  // A hook that names the host's own patch tool expects a patch.
  if (wordList(hook.match.tool?.source ?? '')?.includes(event.call.nativeName)) return undefined;
  const { paths, content } = event.call.input;
  if (!Array.isArray(paths) || paths.length === 0) return undefined;
  return paths.map(
    (path): Event => ({ ...event, call: { ...event.call, kind: 'edit', input: { path, newText: content } } }),
  );
}

/** Runs the hook on each view in turn. */
export async function runForEachFile(
  views: readonly Event[],
  hook: FailureRules,
  runView: (view: Event) => Ending | Promise<Ending>,
): Promise<Ending> {
  if (views.length > maxFiles)
    return failed('error', `the patch touches ${views.length} files, the limit is ${maxFiles}`);
  const endings: Ending[] = [];
  for (const view of views) endings.push(await runView(view));
  return combineEndings(endings, hook);
}

/** Merges the endings of all views: the strictest decision, all texts; a rewrite of part of a patch becomes a note. */
export function combineEndings(endings: readonly Ending[], hook: FailureRules): Ending {
  const weight = { pass: 0, allow: 0, ask: 2, deny: 3 } as const;
  const unfinished = worstFailure(endings, hook) ?? endings.find((ending) => ending.kind === 'skipped');
  const results = endings.flatMap((ending) => (ending.kind === 'done' ? [ending.result] : []));
  const strictest = Math.max(0, ...results.map((result) => weight[result.decision]));
  // A failure counts as its rule says; a stricter answer wins.
  const unfinishedWeight = unfinished?.kind === 'failed' ? ruleWeight[failureRule(hook, unfinished)] : 0;
  if (unfinished && strictest <= unfinishedWeight) return unfinished;
  if (results.length === 0) return failed('error', 'the patch names no file');
  const agreeing = results.filter((result) => weight[result.decision] === strictest);
  // The patch is allowed only if every file is.
  const allAllow = results.every((result) => result.decision === 'allow');
  const decision = strictest === 0 ? (allAllow ? 'allow' : 'pass') : strictest === 2 ? 'ask' : 'deny';
  const reasons = [...new Set(agreeing.flatMap((result) => result.reason ?? []))];
  const stop = results.find((result) => result.stop !== undefined)?.stop;
  const rewrote = results.some((result) => result.rewrite);
  return {
    kind: 'done',
    ...(endings.every(({ spare }) => spare) && { spare: true }),
    result: {
      decision,
      ...(reasons.length > 0 && { reason: reasons.join('\n') }),
      context: [...new Set(results.flatMap((result) => result.context ?? []))],
      messages: [...new Set(results.flatMap((result) => result.messages ?? []))],
      signals: results.flatMap((result) => result.signals ?? []),
      logs: results.flatMap((result) => result.logs ?? []),
      notes: [
        ...results.flatMap((result) => result.notes ?? []),
        ...(unfinished
          ? [
              `did not check every file of the patch: ${unfinished.kind === 'failed' ? unfinished.detail : unfinished.why}`,
            ]
          : []),
        ...(rewrote ? ['rewrote one file of a patch, which cannot be applied to the patch: ignored'] : []),
      ],
      ...(stop !== undefined && { stop }),
    },
  };
}

const ruleWeight = { open: 0, ask: 2, closed: 3 } as const;

/** The failure that counts most; of equals the first. */
function worstFailure(endings: readonly Ending[], hook: FailureRules): Extract<Ending, { kind: 'failed' }> | undefined {
  const failures = endings.filter((ending) => ending.kind === 'failed');
  const closed = failures.find((ending) => failureRule(hook, ending) === 'closed');
  return closed ?? failures[0];
}
