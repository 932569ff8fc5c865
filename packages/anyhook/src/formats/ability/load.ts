import { dirname, isAbsolute, join } from 'node:path';
import { executableCandidates, type Hook, type Match, type Problem } from '@anyhook/core';
import { hookWithDefaults } from '../kit/builtin-hook.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders, UnknownFile } from '../kit/format.js';
import { checkEntry, makeWarning, type ParsedFile, parseYaml } from '../kit/parse.js';
import { scriptsIn } from '../kit/scripts.js';
import { type AbilityEventType, events } from './events.js';
import { type AbilityHook, abilitySchema } from './schema.js';

/** Finds and reads `.system/hooks` files, one hook each. */
export const abilityLoader: HookLoader = {
  fileNames: ['a YAML file with hooks'],
  places,
  load,
  recognise,
  oneHookFile: {
    events,
    eventPattern: /^event_type:\s*["']?(\w+)/m,
    harmlessPattern: /^(?:blocking|enabled):\s*["']?false/m,
  },
};

function recognise({ path, name, keys }: UnknownFile): 'yes' | 'no' {
  if (!/\.ya?ml$/.test(name)) return 'no';
  const isInHooksFolder = dirname(path).endsWith(join('.system', 'hooks'));
  return isInHooksFolder || keys().some((key) => key === 'event_type' || key === 'handler') ? 'yes' : 'no';
}

function places({ root }: SearchFolders): readonly HookPlace[] {
  const find = { kind: 'folder', endings: ['.yaml', '.yml'] } as const;
  return [{ scope: 'project', dir: join(root, '.system', 'hooks'), root, find }];
}

function load(file: HookFile): LoadedFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { output, problems } = checkEntry(abilitySchema, parsed.doc);
  if (!output) return { hooks: [], problems: [...parsed.problems, ...problems] };
  const { match, matchProblems } = readMatch(output, parsed.doc);
  return {
    hooks: [toHook(output, file, match)],
    problems: [
      ...parsed.problems,
      ...problems,
      ...matchProblems,
      ...missingScript(output.handler.command, file, parsed.doc),
    ],
  };
}

function toHook(hook: AbilityHook, file: HookFile, match: Match): Hook {
  const { command } = hook.handler;
  const summary = hook.summary?.trim();
  return hookWithDefaults({
    id: hook.id,
    dialect: 'ability',
    events: events[hook.event_type].events,
    nativeEvent: hook.event_type,
    scope: file.scope,
    source: file.path,
    root: file.root,
    ...(summary && { description: summary }),
    enabled: hook.enabled,
    blocking: hook.blocking,
    timeoutMs: hook.timeout_ms,
    match,
    handler: { kind: 'command', form: 'shell', command, cwd: file.root },
    concurrent: hook.event_type === 'PostAbilityCall' || hook.event_type === 'SessionStop',
    files: [file.path, ...scriptsIn(command, { base: file.root, exists: file.exists })],
  });
}

/** The events at which each field of `match` applies. */
const applicableEvents: Readonly<Record<keyof NonNullable<AbilityHook['match']>, readonly AbilityEventType[]>> = {
  ability_scope: ['PreAbilityCreate', 'PreAbilityCall', 'PostAbilityCall'],
  min_duration_ms: ['PostAbilityCall'],
  only_if_changed_paths: ['SessionStop'],
};

function readMatch(
  { event_type, blocking, match = {} }: AbilityHook,
  doc: ParsedFile,
): { match: Match; matchProblems: readonly Problem[] } {
  const fields = Object.keys(match) as (keyof typeof match)[];
  const inapplicable = fields.filter((name) => !applicableEvents[name].includes(event_type));
  const ignoredFields = inapplicable.map((name) => {
    const message = `"match.${name}" has no effect on ${event_type}, only on ${applicableEvents[name].join(', ')}: it is ignored`;
    return makeWarning(doc.source, message, doc.lineOf(['match', name]), `match.${name}`);
  });
  const ifApplicable = <T>(name: keyof typeof match, value: T): T | undefined =>
    inapplicable.includes(name) ? undefined : value;
  const abilities = ifApplicable('ability_scope', toList(match.ability_scope));
  const minDurationMs = ifApplicable('min_duration_ms', match.min_duration_ms);
  const changedPaths = ifApplicable('only_if_changed_paths', toList(match.only_if_changed_paths));
  return {
    match: {
      ...(abilities && { abilities }),
      ...(minDurationMs !== undefined && { minDurationMs }),
      ...(changedPaths && { changedPaths }),
    },
    matchProblems: [...ignoredFields, ...unguardedWrites(event_type, blocking, abilities, doc)],
  };
}

/** Warns about a guard for `edit_file` alone: agents write new and whole files with another tool. */
function unguardedWrites(
  event: AbilityEventType,
  blocking: boolean,
  globs: readonly string[] | undefined,
  doc: ParsedFile,
): readonly Problem[] {
  if (event !== 'PreAbilityCall' || !blocking || !globs?.includes('edit_file')) return [];
  // Another pattern may match it.
  if (globs.some((glob) => glob === 'write_file' || /[*?[{]/.test(glob))) return [];
  const field = 'match.ability_scope';
  const message = `"${field}": edit_file does not match write_file, with which agents write new and whole files; to guard those too, write [edit_file, write_file]`;
  return [makeWarning(doc.source, message, doc.lineOf(['match', 'ability_scope']), field)];
}

const toList = (globs: string | readonly string[] | undefined): readonly string[] | undefined =>
  typeof globs === 'string' ? [globs] : globs;

/** Warns if the command begins with a path that does not exist. Programs on the PATH are not checked. */
function missingScript(command: string, { root, exists }: HookFile, doc: ParsedFile): readonly Problem[] {
  const word = /^\s*(?:"([^"]+)"|'([^']+)'|([^\s'";|&]+))/.exec(command)?.slice(1).find(Boolean);
  if (!word?.includes('/') || /[$`~*?=\\]/.test(word)) return [];
  if (executableCandidates(isAbsolute(word) ? word : join(root, word)).some(exists)) return [];
  const message = `"handler.command": expected a script below ${root}, got ${word}, which is not there; the hook fails whenever it runs`;
  return [makeWarning(doc.source, message, doc.lineOf(['handler', 'command']), 'handler.command')];
}
