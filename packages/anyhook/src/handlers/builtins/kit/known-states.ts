import { isAbsolute, join } from 'node:path';
import { homeIn, isObject, parseObject, readText, sha256, userPaths, workBaseline, writeAtomic } from '@anyhook/core';
import type { BuiltinContext } from '../builtin.js';

/** What is known about one state of a project's files. `unfinished`: its tests began and did not end in time. */
export type StateFact = 'passed' | 'failed' | 'unfinished' | `start ${string}`;

/** A project's files as one short text that changes with each of them; undefined where git cannot tell. */
export async function workState(root: string, env: BuiltinContext['env']): Promise<string | undefined> {
  const baseline = await workBaseline({ cwd: root, env });
  return baseline && sha256(JSON.stringify([baseline.head ?? '', baseline.files])).slice(0, 32);
}

/** The states of one project that need no test. */
interface KnownStates {
  factOf(state: string): StateFact | undefined;
  remember(state: string, fact: StateFact): void;
  forget(state: string): void;
}

const maxStates = 100;

export function openKnownStates(root: string, env: BuiltinContext['env']): KnownStates {
  const file = statesFile(root, env);
  const read = (): ReadonlyMap<string, StateFact> => {
    const found = file === undefined ? undefined : parseObject(readText(file));
    const states = isObject(found?.['states']) ? found['states'] : {};
    return new Map(Object.entries(states) as [string, StateFact][]);
  };
  const replace = (state: string, facts: readonly StateFact[]): void => {
    if (file === undefined) return;
    const others = [...read()].filter(([known]) => known !== state);
    const states = Object.fromEntries([...others, ...facts.map((fact) => [state, fact])].slice(-maxStates));
    writeAtomic(file, `${JSON.stringify({ states })}\n`);
  };
  return {
    factOf: (state) => read().get(state),
    remember: (state, fact) => replace(state, [fact]),
    forget: (state) => replace(state, []),
  };
}

/** In the user's state folder, by the path of the project. */
function statesFile(root: string, env: BuiltinContext['env']): string | undefined {
  const home = homeIn(env);
  if (home === undefined && !isAbsolute(env['XDG_STATE_HOME'] ?? '')) return undefined;
  const { state } = userPaths(env, home ?? '/');
  return join(state, 'tested', `${sha256(root).slice(0, 32)}.json`);
}
