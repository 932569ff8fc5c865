import { basename, isAbsolute, join } from 'node:path';
import type { Handler, Hook, Match, Problem } from '@anyhook/core';
import { AnyhookError, eventListProblem, guardedEvents, hasFolder, isObject, withoutUndefined } from '@anyhook/core';
import { configFormat } from '../formats/index.js';
import type { LoadedFile } from '../formats/kit/format.js';
import { scriptsIn } from '../formats/kit/scripts.js';
import { unloadableHook } from '../formats/kit/unloadable-hook.js';
import type { FindBuiltin } from '../handlers/builtin.js';
import type { BrokenConfigHook, ConfigSource } from './config.js';
import type { ConfigHookEntry } from './config-schema.js';
import { eventByName, type Formats, type NamedEvent } from './event-names.js';
import type { HookDocuments } from './hook-documents.js';

export interface ConfigHookDeps {
  readonly formats: Formats;
  readonly exists: (path: string) => boolean;
  readonly findBuiltin: FindBuiltin;
  readonly documents: HookDocuments;
  /** The text of a module, to search it for events; undefined if reading it is too expensive. */
  readonly moduleText: (path: string) => string | undefined;
}

export async function configHooks(
  { scope, path, doc, file, positions, brokenHooks }: ConfigSource,
  root: string,
  deps: ConfigHookDeps,
): Promise<LoadedFile> {
  const hooks: Hook[] = [];
  const problems: Problem[] = [];
  for (const [index, entry] of (file.hooks ?? []).entries()) {
    const position = positions[index] ?? index;
    const origin = { scope, source: path, line: doc.lineOf(['hooks', position]), position, root };
    try {
      const events = asList(entry.on).map((name) => eventByName(name, deps.formats));
      const entryHooks = await Promise.all(events.map((event) => configHook(entry, event, origin, deps)));
      const place = { source: path, line: doc.lineOf(['hooks', position, 'use']), field: `hooks.${position}.use` };
      const problem = moduleProblem(entryHooks.at(-1) as Hook, entry, deps);
      if (problem) problems.push({ ...place, ...problem });
      const isBroken = problem?.severity === 'error';
      hooks.push(...entryHooks.map((hook) => (isBroken ? unloadableHook(hook, [{ ...place, ...problem }]) : hook)));
    } catch (error) {
      if (!(error instanceof AnyhookError)) throw error;
      const onLine = doc.lineOf(['hooks', position, 'on']);
      const field = `hooks.${position}.on`;
      const problem: Problem = { source: path, line: onLine, field, severity: 'error', message: error.message };
      problems.push(problem);
      hooks.push(...standInsFor({ position, entry, problems: [problem] }, origin, deps));
    }
  }
  for (const broken of brokenHooks) {
    const { position } = broken;
    const origin = { scope, source: path, line: doc.lineOf(['hooks', position]), position, root };
    hooks.push(...standInsFor(broken, origin, deps));
  }
  return { hooks, problems };
}

/** The problem of a hook's module: it is missing, or its own hook is bound to no event. */
function moduleProblem(
  { handler }: Hook,
  { use }: ConfigHookEntry,
  { exists, moduleText }: ConfigHookDeps,
): Pick<Problem, 'severity' | 'message'> | undefined {
  if (handler.kind !== 'module') return undefined;
  if (!exists(handler.file)) {
    const message = `expected a module, got ${use}, which does not exist; the hook will fail each time it runs`;
    return { severity: 'warning', message };
  }
  const problem = moduleTextProblem(moduleText(handler.file) ?? '');
  return problem === undefined ? undefined : { severity: 'error', message: `${use}: ${problem}` };
}

/** Placeholders at the events that the broken entry names, or at all that a guard may block. */
function standInsFor({ entry, problems }: BrokenConfigHook, origin: HookOrigin, { formats }: ConfigHookDeps): Hook[] {
  const fields = isObject(entry) ? entry : {};
  const names = [fields['on']].flat().filter((name) => typeof name === 'string');
  const known = names.flatMap((name) => {
    try {
      return [eventByName(name, formats)];
    } catch {
      return [];
    }
  });
  const id = typeof fields['id'] === 'string' && fields['id'] !== '' ? fields['id'] : `hooks.${origin.position}`;
  const named = known.length > 0 ? known : [{ events: guardedEvents, nativeName: 'tool.before' }];
  return named.map(({ events, nativeName }) =>
    unloadableHook(
      {
        ...origin,
        id: named.length > 1 ? `${id}@${nativeName}` : id,
        dialect: configFormat,
        events: events as Hook['events'],
        nativeEvent: nativeName,
        ...(fields['onFailure'] === 'closed' && { onFailure: 'closed' as const }),
      },
      problems,
    ),
  );
}

type HookOrigin = Pick<Hook, 'scope' | 'source' | 'line' | 'position' | 'root'>;

async function configHook(
  entry: ConfigHookEntry,
  { events, nativeName, byName }: NamedEvent,
  origin: HookOrigin,
  { exists, findBuiltin, documents }: ConfigHookDeps,
): Promise<Hook> {
  const plain = entryHandler(entry, origin);
  const builtin = plain.kind === 'builtin' ? await findBuiltin(plain.use) : undefined;
  const found = builtin ? documents.forHook({ scope: origin.scope, path: origin.source }, builtin) : [];
  const handler = plain.kind === 'builtin' && found.length > 0 ? { ...plain, documents: found } : plain;
  const id = entry.id ?? entryName(entry);
  const hookEvents = events as Hook['events'];
  return {
    ...origin,
    id: asList(entry.on).length > 1 ? `${id}@${nativeName}` : id,
    dialect: configFormat,
    events: hookEvents,
    nativeEvent: nativeName,
    enabled: entry.enabled ?? true,
    blocking: entry.blocking ?? true,
    async: entry.async ?? false,
    mode: entry.mode ?? 'enforce',
    priority: entry.priority ?? 100,
    timeoutMs: entry.timeoutMs ?? builtin?.timeoutMs ?? 30_000,
    match: matchOf(entry, byName || (hookEvents[0] === 'other' && nativeName !== 'other') ? nativeName : undefined),
    handler,
    onFailure: entry.onFailure ?? 'open',
    warnOnFailure: true,
    concurrent: false,
    stopsList: false,
    parallel: entry.parallel ?? false,
    recheck: entry.recheck ?? true,
    ...withoutUndefined({ pure: entry.pure, spare: entry.spare }),
    profiles: entry.profiles ?? [],
    files: [...new Set([origin.source, ...handlerFiles(handler, origin, exists)])],
  };
}

/** The files besides the config that trust covers. */
function handlerFiles(
  handler: Handler,
  { root, scope }: HookOrigin,
  exists: (path: string) => boolean,
): readonly string[] {
  if (handler.kind === 'module') return [handler.file];
  // Files of the user or the organisation are not covered by a project's trust.
  if (handler.kind === 'builtin')
    return handler.documents?.filter((one) => one.scope === scope).map(({ path }) => path) ?? [];
  return handler.kind === 'command' ? scriptsIn(handler.command, { base: root, exists }) : [];
}

function entryHandler(entry: ConfigHookEntry, { root, scope }: HookOrigin): Handler {
  if (entry.run !== undefined) {
    // Runs in the project's folder, so a relative path is the file that was trusted, wherever the agent works.
    const cwd = scope === 'project' ? { cwd: root } : {};
    return { kind: 'command', form: 'shell', command: entry.run, ...cwd };
  }
  if (entry.url !== undefined) return { kind: 'http', url: entry.url };
  if (entry.prompt !== undefined) return { kind: 'prompt', prompt: entry.prompt };
  const use = entry.use ?? '';
  const args = entry.args === undefined ? {} : { args: entry.args };
  if (!isPath(use)) return { kind: 'builtin', use, ...args };
  return { kind: 'module', file: isAbsolute(use) ? use : join(root, use), ...args };
}

/** A path means a module; anything else is the name of a builtin. */
const isPath = (use: string): boolean => hasFolder(use) || /\.[cm]?[jt]s$/.test(use);

function entryName({ use, run, url }: ConfigHookEntry): string {
  if (use !== undefined) return isPath(use) ? basename(use).replace(/\.[cm]?[jt]s$/, '') : use;
  if (run !== undefined) return basename(run.split(/\s+/)[0] ?? 'command');
  return url !== undefined ? `http.${url.replace(/^https?:\/\//, '').split('/')[0]}` : 'prompt';
}

function matchOf({ match }: ConfigHookEntry, nativeEvent: string | undefined): Match {
  const { tool, input, subject, paths, abilities, changedPaths, minDurationMs, agent } = match ?? {};
  const list = (value: string | readonly string[] | undefined) => (value === undefined ? undefined : asList(value));
  const pattern = (source: string | undefined, mode: 'anchored' | 'search') =>
    source === undefined ? undefined : { source, mode };
  return withoutUndefined({
    nativeEvent,
    tool: pattern(tool, 'anchored'),
    input: pattern(input, 'search'),
    subject: pattern(subject, 'anchored'),
    paths: list(paths),
    abilities: list(abilities),
    changedPaths: list(changedPaths),
    minDurationMs,
    agent,
  });
}

const asList = (value: string | readonly string[]): readonly string[] => (typeof value === 'string' ? [value] : value);

/** The problem of a module hook's events, judged by its text without running it. Only object literals are checked. */
export function moduleTextProblem(text: string): string | undefined {
  const code = withoutComments(text);
  const start = exportedObject.exec(code);
  if (!start) return undefined;
  const body = code.slice(start.index + start[0].length);
  const on = onField.exec(body);
  // A spread may contain the field.
  if (!on) return body.includes('...') ? undefined : eventListProblem(undefined);
  if (on[1] === undefined) return undefined;
  const value = literalValue(on[1].trim());
  return value === unknownValue ? undefined : eventListProblem(value);
}

const exportedObject =
  /export\s+(?:default|const\s+hook\s*(?::[^=]{0,200})?=)\s*(?:defineHook\s*(?:<[^>]{0,200}>)?\s*\(\s*)?\{/;

/** The field `on`, and the text of its value if it has a simple one: a word, a string, or a list of them. */
const onField = /(?:^|[\s,])(?:on|'on'|"on")\s*(?:[,}(]|:\s*(undefined|null|'[^'\n]*'|"[^"\n]*"|\[[^[\]]*\])?)/;

const unknownValue = Symbol('unknown');

function literalValue(text: string): unknown {
  if (text === 'undefined') return undefined;
  try {
    return JSON.parse(text.replace(/'([^'"\\]*)'/g, '"$1"').replace(/,\s*\]$/, ']'));
  } catch {
    return unknownValue;
  }
}

const withoutComments = (text: string): string => text.replace(/^\s*\/\/.*$|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//gm, ' ');
