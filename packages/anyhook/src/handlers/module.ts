import { resolve } from 'node:path';
import type { Event, Handler, Hook } from '@anyhook/core';
import {
  done,
  eventListProblem,
  failed,
  importFile,
  neverRan,
  nextDepthVariable,
  pass,
  quoteValue,
} from '@anyhook/core';
import { checkResult } from './check-result.js';
import type { ModuleContext, ModuleHook } from './define-hook.js';
import type { HandlerContext, RunHandler } from './handler.js';
import { withTimeout } from './with-timeout.js';

type ModuleUse = Extract<Handler, { kind: 'module' }>;

export const runModule: RunHandler<ModuleUse> = (handler, hook, event, context) => {
  const file = resolve(hook.root, handler.file);
  return withTimeout(runExportedHook(file, handler, hook, event, context), file, context);
};

async function runExportedHook(file: string, handler: ModuleUse, hook: Hook, event: Event, context: HandlerContext) {
  let exported: Readonly<Record<string, unknown>>;
  try {
    exported = await importFile(file);
  } catch (error) {
    return failed('spawn', importProblem(file, error));
  }
  const moduleHook = readModule(exported);
  if (typeof moduleHook === 'string') return neverRan('spawn', `${file}: ${moduleHook}`);
  if (!listOf(moduleHook.on).includes(event.name)) return done(pass());
  const checked = checkResult(await moduleHook.run(event, moduleContext(handler, hook, context)));
  return 'problem' in checked ? failed('bad-output', `${file}: ${checked.problem}`) : done(checked.result);
}

/** The hook that a module exports, or its problem. */
export function readModule(exported: Readonly<Record<string, unknown>>): ModuleHook | string {
  const hook = exported['default'] ?? exported['hook'];
  const example = 'export default defineHook({ on: "tool.before", run(event) { … } })';
  if (typeof hook !== 'object' || hook === null) return `exports no hook; write ${example}`;
  const { on, run } = hook as Partial<ModuleHook>;
  if (typeof run !== 'function') return `"run" must be a function, got ${quoteValue(run)}; write ${example}`;
  return eventListProblem(on) ?? (hook as ModuleHook);
}

const listOf = <T>(value: T | readonly T[]): readonly T[] => (Array.isArray(value) ? value : [value as T]);

function importProblem(file: string, error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.startsWith(file) ? text : `${file}: cannot be imported: ${text.slice(0, 500)}`;
}

function moduleContext(handler: ModuleUse, hook: Hook, { env, timeoutMs, signal }: HandlerContext): ModuleContext {
  return {
    hookId: hook.id,
    args: handler.args,
    env: { ...env, ...nextDepthVariable(env) },
    timeoutMs,
    ...(signal ? { signal } : {}),
  };
}
