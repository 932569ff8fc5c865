import { relative } from 'node:path';
import { type FormatName, guardedEvents, type Hook, type Problem, standIns } from '@anyhook/core';
import { hookWithDefaults } from './builtin-hook.js';
import type { FormatEvent, HookFile, OneHookFile } from './format.js';

/** What is known of an entry that cannot be loaded. */
type UnloadableEntry = Partial<Hook> &
  Pick<Hook, 'id' | 'dialect' | 'events' | 'nativeEvent' | 'scope' | 'source' | 'line' | 'position' | 'root'>;

/**
 * A placeholder for an entry that cannot be loaded, so that its guard does not vanish. `row` is the format's row for
 * the event: if the format blocks when a hook cannot start, the placeholder also blocks.
 */
export function unloadableHook(entry: UnloadableEntry, problems: readonly Problem[], row?: FormatEvent): Hook {
  return hookWithDefaults({
    files: [entry.source],
    ...entry,
    async: false,
    onFailure: row?.blockingFailures?.includes('spawn') ? 'closed' : (entry.onFailure ?? 'open'),
    handler: { kind: 'builtin', use: standIns.unloadable },
    unloadable: problemText(problems, entry),
  });
}

/** A placeholder for a file that cannot be loaded. It asks at each guarded event, as any may have been guarded. */
export const unloadableFile = (
  format: FormatName,
  { path, scope, root, flavour }: Pick<HookFile, 'path' | 'scope' | 'root' | 'flavour'>,
  problems: readonly Problem[],
): Hook =>
  unloadableHook(
    {
      id: `unloadable.${relative(root, path)
        .replace(/[^\p{L}\p{N}_-]+/gu, '.')
        .replace(/^\.+/, '')}`,
      dialect: format,
      events: guardedEvents,
      nativeEvent: 'tool.before',
      scope,
      source: path,
      line: problems.find(isError)?.line ?? 1,
      position: 0,
      root,
      ...(flavour !== undefined && { flavour: flavour }),
    },
    problems,
  );

/** A placeholder for a file with one hook that cannot be loaded: at the event that the file names, if it names one. */
export function unloadableOneHookFile(
  format: FormatName,
  file: HookFile,
  problems: readonly Problem[],
  { events, eventPattern, harmlessPattern }: OneHookFile,
): Hook {
  const standIn = unloadableFile(format, file, problems);
  const native = eventPattern.exec(file.text)?.[1];
  const row = native !== undefined && Object.hasOwn(events, native) ? events[native] : undefined;
  const blocking = !harmlessPattern.test(file.text);
  return { ...standIn, blocking, ...(row && native !== undefined && { events: row.events, nativeEvent: native }) };
}

const isError = ({ severity }: Problem): boolean => severity === 'error';

function problemText(problems: readonly Problem[], { source, line }: UnloadableEntry): string {
  const first = problems.find(isError);
  if (!first) return `${source}:${line}`;
  const field = first.field !== undefined && !first.message.includes(first.field) ? `${first.field}: ` : '';
  return `${first.source}:${first.line ?? line}: ${field}${first.message}`;
}
