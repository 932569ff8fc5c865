import { dirname, resolve } from 'node:path';
import type { Handler, Hook, TrustCoverage } from '@anyhook/core';
import { type CoverageFiles, type CoveragePlace, CoverageWalk } from './coverage-walk.js';
import { followShellLine, newState, runWords } from './shell.js';
import { noCommand } from './shell-steps.js';
import type { WordValue } from './words.js';

/** Where a project's hooks run. */
export interface CoverageContext {
  readonly files: CoverageFiles;
  readonly root: string;
  /** The folder that the agent works in. */
  readonly cwd: string;
  readonly home: string;
  /** Untrusted hooks are not analyzed. */
  isUntrusted?(hook: Hook): boolean;
}

/** Adds to each hook of the project what it runs besides its own files, and which of that is not covered. */
export function coverHooks(hooks: readonly Hook[], context: CoverageContext): readonly Hook[] {
  return hooks.map((hook) => {
    if (hook.scope !== 'project' || hook.unloadable !== undefined || context.isUntrusted?.(hook)) return hook;
    const coverage = hookCoverage(hook, context);
    return coverage.files.length + coverage.gaps.length > 0 ? { ...hook, coverage } : hook;
  });
}

function hookCoverage(hook: Hook, context: CoverageContext): TrustCoverage {
  const { handler, coverage: known } = hook;
  const walk = new CoverageWalk(placeOf(hook, context), context.files);
  try {
    if (handler.kind === 'command') followCommand(walk, handler);
    if (handler.kind === 'command' && handler.expands && handler.cwd?.includes('$'))
      walk.addGap(handler.cwd, 'the folder in which it starts depends on a variable');
    else if (handler.kind === 'module')
      walk.coverScript(handler.file, { folders: [context.root], language: 'javascript' });
  } catch {
    // Untrusted text that is nested too deeply for the stack must not keep the other hooks from loading.
    walk.addGap('a part of it', 'it could not be read');
  }
  if (context.files.isCut) walk.addGap('further files', 'the hooks of this project name more files than are read');
  const own = new Set(hook.files);
  return {
    files: [...new Set([...(known?.files ?? []), ...walk.covered])].filter((path) => !own.has(path)).sort(),
    gaps: [...(known?.gaps ?? []), ...walk.gaps],
  };
}

function followCommand(walk: CoverageWalk, handler: Extract<Handler, { kind: 'command' }>): void {
  const words = (handler.args ?? []).map((text): WordValue => ({ texts: [text] }));
  if (handler.form === 'shell') {
    followShellLine(walk, handler.command, words.length > 0 ? [{ texts: ['sh'] }, ...words] : []);
    return;
  }
  const env = new Map(
    Object.entries(handler.env ?? {}).map(([name, text]): [string, WordValue] => [name, { texts: [text] }]),
  );
  runWords([{ texts: [handler.command] }, ...words], {
    state: newState({ folders: walk.place.startFolders }),
    walk,
    command: noCommand,
    env,
  });
}

function placeOf({ root, source, handler }: Hook, context: CoverageContext): CoveragePlace {
  const cwd = handler.kind === 'command' ? handler.cwd : undefined;
  const startFolders =
    cwd === undefined ? [...new Set([root, context.cwd])] : [startFolder(cwd, root, handler, context)];
  const given = handler.kind === 'command' ? (handler.env ?? {}) : {};
  return {
    root,
    startFolders,
    // A plugin's folder, or the hook's own, may be outside of the project.
    projectFolders: [...new Set([context.root, root, dirname(source)])],
    home: context.home,
    variables: Object.fromEntries(Object.entries(given).map(([name, text]) => [name, [text]])),
  };
}

/** A folder of the user is named by `~`; if a variable names it, the gap says so. */
const startFolder = (cwd: string, root: string, handler: Handler, { home }: CoverageContext): string =>
  resolve(root, handler.kind === 'command' && handler.expands ? cwd.replace(/^~(?=\/|$)/, home) : cwd);
