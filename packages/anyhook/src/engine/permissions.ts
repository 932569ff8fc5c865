import type { Contract, Decision, FailureKind, FormatName, Hook, OnFailure, Result, Rewrite } from '@anyhook/core';

/** What a format's own event allows; never more than the contract. */
export interface EventPermissions {
  readonly blocks: boolean;
  readonly context: boolean;
  readonly rewrites: boolean;
  /** The event of the same format that comes first: if a hook blocks there, this one does not happen. */
  readonly after?: string;
}

/** The row of a hook's own event. */
export type PermissionsOf = (hook: Hook) => EventPermissions;

/** Builds the lookup of rows from the event tables of the formats. */
export function permissionsLookup(
  formats: Readonly<Record<FormatName, { readonly events: Readonly<Record<string, EventPermissions>> }>>,
): PermissionsOf {
  const all: EventPermissions = { blocks: true, context: true, rewrites: true };
  return (hook) => formats[hook.dialect]?.events[hook.nativeEvent] ?? all;
}

/** May this hook block the event? Shadow and async hooks never do. */
export function mayBlock(hook: Hook, contract: Contract, permissions: EventPermissions): boolean {
  return (
    hook.blocking && !hook.async && hook.mode === 'enforce' && permissions.blocks && contract.decisions.includes('deny')
  );
}

/** What a hook declares about its failures. */
export type FailureRules = Pick<Hook, 'onFailure' | 'blockingFailures'>;

/** The effect of this hook's failure: some failures block at some events of a format, whatever the hook declares. */
export const failureRule = (
  { onFailure, blockingFailures }: FailureRules,
  { why }: { readonly why: FailureKind },
): OnFailure => (blockingFailures?.includes(why) ? 'closed' : onFailure);

/** The hook as if it did not run in shadow mode. */
export const asEnforced = (hook: Hook): Hook => (hook.mode === 'shadow' ? { ...hook, mode: 'enforce' } : hook);

/** Returns why a rewrite is ignored; undefined if it applies. */
export function rewriteRefusal(
  hook: Hook,
  contract: Contract,
  permissions: EventPermissions,
  rewrite: Rewrite,
): string | undefined {
  if (hook.mode === 'shadow') return 'it runs in shadow mode';
  if (hook.parallel) return 'its override says parallel: true, so it never rewrites';
  if (contract.rewrites !== rewrite.of) return `the ${rewrite.of} cannot be rewritten here`;
  if (!permissions.rewrites) return `${hook.nativeEvent} of the ${hook.dialect} format cannot rewrite`;
  return undefined;
}

/** The effective decision, and a note if the hook gave another one. */
export function effectiveDecision(
  hook: Hook,
  contract: Contract,
  permissions: EventPermissions,
  result: Pick<Result, 'decision'>,
): { readonly decision: Decision; readonly note?: string } {
  const { decision } = result;
  if (decision === 'pass') return { decision };
  if (hook.mode === 'shadow') return { decision: 'pass' };
  if (decision === 'allow') return { decision: contract.decisions.includes('allow') ? 'allow' : 'pass' };
  if (!hook.blocking) return { decision: 'pass', note: `said ${decision}, but it is not a blocking hook` };
  if (!permissions.blocks)
    return {
      decision: 'pass',
      note: `said ${decision}, but ${hook.nativeEvent} of the ${hook.dialect} format cannot block`,
    };
  if (contract.decisions.includes(decision)) return { decision };
  if (decision === 'ask' && contract.decisions.includes('allow')) return { decision: 'pass' };
  if (decision === 'ask' && contract.decisions.includes('deny'))
    return { decision: 'deny', note: 'asked for approval, which this event does not support: denied instead' };
  return { decision: 'pass', note: `said ${decision}, but this event cannot be blocked` };
}
