import type { Hook, IdleHookCounts, LoadedHook } from '@anyhook/core';
import { guardedEvents, needsTrust, standIns, untrustedHooksText } from '@anyhook/core';
import { configFormat } from '../formats/index.js';
import { hookWithDefaults } from '../formats/kit/builtin-hook.js';
import type { Project } from '../hooks/load.js';
import type { EngineParts } from './engine.js';
import { sharedHooks } from './project-engine.js';

type IdleKind = keyof Omit<IdleHookCounts, 'unreadFiles'>;

/** Why a program that uses the library is blocked: untrusted hooks that would run. `counts` selects them. */
export function untrustedHooksOf(
  { root, hooks, config, trust, snapshot }: Project,
  counts: (hook: Hook) => boolean = () => true,
): string | undefined {
  const shared = new Set(
    sharedHooks(
      hooks.map(({ hook }) => hook),
      config,
    ),
  );
  const kinds = hooks.flatMap((loaded) =>
    shared.has(loaded.hook) && counts(loaded.hook) ? (idleKindOf(loaded, trust) ?? []) : [],
  );
  const countOf = (kind: IdleKind) => kinds.filter((one) => one === kind).length;
  return untrustedHooksText(root, {
    untrusted: countOf('untrusted'),
    changed: countOf('changed'),
    waiting: countOf('waiting'),
    unreadFiles: snapshot.untrustedSummary?.unread ?? 0,
  });
}

function idleKindOf({ hook, state }: LoadedHook, trust: Project['trust']): IdleKind | undefined {
  // If the user lost hooks, the calls that they guarded ask.
  if (state.kind === 'untrusted' || state.kind === 'changed') return needsTrust(hook) ? state.kind : undefined;
  // A program that sets how hooks are trusted need not be asked about this one.
  const waits = state.kind === 'disabled' && state.waits && hook.scope === 'project' && trust === 'ask';
  return waits ? 'waiting' : undefined;
}

/** The same parts, but they deny each guarded call with the reason. */
export const refusingParts = (parts: EngineParts, root: string, why: string): EngineParts => ({
  ...parts,
  hooks: [refusingHook(root, why), ...parts.hooks],
  // Each denial already says it.
  skippedNotices: [],
  refusal: why,
});

/** Replaces the hooks that do not run, because it is unknown what they guard. */
const refusingHook = (root: string, why: string): Hook =>
  hookWithDefaults({
    id: 'untrusted-hooks',
    dialect: configFormat,
    events: guardedEvents,
    nativeEvent: 'tool.before',
    scope: 'managed',
    root,
    priority: 2000,
    timeoutMs: 5_000,
    onFailure: 'closed',
    stopsList: true,
    handler: { kind: 'builtin', use: standIns.untrusted, args: { why } },
  });
