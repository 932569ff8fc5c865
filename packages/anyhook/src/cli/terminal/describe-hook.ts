import { relative } from 'node:path';
import type { Handler, Hook, LoadedHook } from '@anyhook/core';
import { oneLine, showControls } from './text.js';

/** When a hook runs, in a few words. */
export function matchSummary({ match, events }: Hook): string {
  const { tool, subject, input, paths, abilities, minDurationMs, changedPaths, agent, rule, nativeEvent } = match;
  const parts = [
    ...(tool ? [`tool=${tool.source}`] : []),
    ...(subject ? [`subject=${subject.source}`] : []),
    ...(abilities ? [`ability=${abilities.join(',')}`] : []),
    ...(input ? [`input=/${input.source}/`] : []),
    ...(paths ? [`paths=${paths.join(',')}`] : []),
    ...(rule ? [`if=${rule.tool}${rule.glob === undefined ? '' : `(${rule.glob})`}`] : []),
    ...(minDurationMs === undefined ? [] : [`duration>${minDurationMs}ms`]),
    ...(changedPaths ? [`changed=${changedPaths.join(',')}`] : []),
    ...(agent === undefined ? [] : [`agent=${agent}`]),
    ...(nativeEvent === undefined ? [] : [`event=${nativeEvent}`]),
  ];
  if (parts.length > 0) return oneLine(parts.join(' '));
  return events.some((name) => name.startsWith('tool.')) ? 'all tools' : 'all sessions';
}

/** What a hook starts, in full, including later lines. */
export function handlerText(handler: Handler): string {
  switch (handler.kind) {
    case 'command': {
      const words = handler.form === 'exec' ? [handler.command, ...(handler.args ?? [])] : [handler.command];
      const env = Object.entries(handler.env ?? {}).map(([name, value]) => `${name}=${value}`);
      return showControls([...env, ...words].join(' ').trim());
    }
    case 'builtin':
      return `builtin ${showControls(handler.use)}${handler.args === undefined ? '' : ` ${showControls(JSON.stringify(handler.args))}`}`;
    case 'module':
      return `module ${showControls(handler.file)}`;
    case 'http':
      return `POST ${showControls(handler.url)}`;
    case 'prompt':
      return `asks a model: ${showControls(handler.prompt)}`;
  }
}

/** Whether a hook runs, and why not. */
export function stateText({ hook, state }: LoadedHook): string {
  if (state.kind === 'active' && hook.unloadable !== undefined)
    return hook.onFailure === 'closed' ? 'unloadable, denies' : 'unloadable, asks';
  if (state.kind === 'disabled') return state.waits ? 'not run yet' : `disabled (${oneLine(state.why)})`;
  return state.kind;
}

/** A path relative to this folder; a file outside keeps its full path. */
export function pathFromFolder(path: string, folder: string): string {
  const short = relative(folder, path);
  return oneLine(short !== '' && !short.startsWith('..') ? short : path);
}
