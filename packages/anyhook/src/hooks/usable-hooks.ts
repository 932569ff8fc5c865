import type { Hook, Match, Problem } from '@anyhook/core';
import { compileMatch } from '../engine/match.js';
import { unloadableHook } from '../formats/kit/unloadable-hook.js';
import type { FindBuiltin } from '../handlers/builtin.js';
import type { Formats } from './event-names.js';

/** What determines whether a hook can run. */
export interface UsabilityDeps {
  readonly formats: Formats;
  /** Returns the problem of a builtin's name or arguments. */
  readonly checkBuiltin: (use: string, args: unknown) => Promise<string | undefined>;
  readonly findBuiltin: FindBuiltin;
}

interface UsabilityOptions {
  /** Hooks that do not run anyway: none of their patterns are compiled. */
  readonly isSkimmed?: (hook: Hook) => boolean;
  /** Lets other work continue. */
  readonly pause?: () => Promise<void> | undefined;
}

/** Replaces hooks that could never run with placeholders: a pattern that does not compile, a builtin that does not exist. */
export async function usableHooks(
  hooks: readonly Hook[],
  deps: UsabilityDeps,
  problems: Problem[],
  { isSkimmed = () => false, pause = () => undefined }: UsabilityOptions = {},
): Promise<readonly Hook[]> {
  const usable: Hook[] = [];
  for (const hook of hooks) {
    if (hook.unloadable !== undefined || isSkimmed(hook)) {
      usable.push(hook);
      continue;
    }
    await pause();
    const place = { source: hook.source, line: hook.line };
    const matchError = await matchProblem(hook);
    const hookError = matchError ?? (await builtinProblem(hook, deps));
    if (hookError) {
      const problem: Problem = { ...place, severity: 'error', ...hookError };
      problems.push(problem);
      usable.push(standInFor(hook, problem, matchError ? {} : hook.match, deps));
      continue;
    }
    usable.push(hook);
    const idle = await idleBuiltinProblem(hook, deps);
    if (idle) problems.push({ ...place, severity: 'warning', ...idle });
    for (const one of await idleArgsProblems(hook, deps)) problems.push({ ...place, severity: 'warning', ...one });
  }
  return usable;
}

function standInFor(hook: Hook, problem: Problem, match: Match, { formats }: UsabilityDeps): Hook {
  return unloadableHook({ ...hook, match }, [problem], formats[hook.dialect]?.events[hook.nativeEvent]);
}

async function matchProblem(hook: Hook): Promise<{ field: string; message: string } | undefined> {
  try {
    await compileMatch(hook.match);
    return undefined;
  } catch (error) {
    return { field: 'match', message: `hook "${hook.id}": ${(error as Error).message}` };
  }
}

async function builtinProblem(
  { id, handler }: Hook,
  deps: UsabilityDeps,
): Promise<{ field: string; message: string } | undefined> {
  if (handler.kind !== 'builtin') return undefined;
  const problem = await deps.checkBuiltin(handler.use, handler.args);
  return problem === undefined ? undefined : { field: 'use', message: `hook "${id}": ${problem}` };
}

/** A builtin at an event that it does not support would silently do nothing. */
async function idleBuiltinProblem({ id, handler, events, nativeEvent }: Hook, deps: UsabilityDeps) {
  const builtin = handler.kind === 'builtin' ? await deps.findBuiltin(handler.use) : undefined;
  if (!builtin || events.some((name) => builtin.events.includes(name))) return undefined;
  const supported = builtin.events.join(', ');
  return {
    field: 'on',
    message: `hook "${id}": ${builtin.name} does nothing at ${nativeEvent}; it supports ${supported}`,
  };
}

/** Arguments that a hook may not have, or that expired, would silently do nothing. */
async function idleArgsProblems(hook: Hook, deps: UsabilityDeps) {
  const { id, handler } = hook;
  const builtin = handler.kind === 'builtin' ? await deps.findBuiltin(handler.use) : undefined;
  return (builtin?.idleArgs?.(hook) ?? []).map((what) => ({ field: 'args', message: `hook "${id}": ${what}` }));
}
