import { exists, isFolder } from '@anyhook/core';
import {
  type CommandReading,
  type CopySource,
  hasGlob,
  hasUnknown,
  marks,
  type SeenEffect,
  type Value,
} from '@anyhook/guard';
import {
  agentInStartFile,
  agentStartOf,
  bringsOldVersion,
  possibleAgents,
  renamedAgent,
  skillInstallers,
  startedHitFor,
  startsInCode,
} from './agent-calls.js';
import { codeHitAt, codeNamedIn } from './code-places.js';
import { foundBelow, foundFiles } from './found-files.js';
import {
  absoluteFrom,
  type GuardedSettings,
  type GuardHit,
  type GuardLook,
  guardedPathsMatching,
  guardHitAt,
  isStartFile,
  type PathEffect,
  shownPattern,
} from './guarded-paths.js';
import { isWithinAnyCase, settingsNamedIn } from './guarded-settings.js';
import { callHit, personalHit } from './own-commands.js';
import { CopySources, changesOf, folderOf, printsNames } from './path-changes.js';
import { onlyPrints } from './printing-code.js';
import { programHit } from './program-changes.js';
import { treeChanges } from './tree-changes.js';
import { absoluteWord, isLanguage, mayDoAnything, wordPaths, writesByText } from './word-effects.js';

/** A guarded thing, and the path by which a call changes it. */
export type PathHit = GuardHit & { readonly path?: string };

/** A path and the effect on it. */
export const pathKeyOf = (path: string, effect: PathEffect): string => `${effect} ${path}`;

/**
 * What a command or call, as read by the guard, would change of the agent's guards. Skips paths that were already
 * judged.
 */
export function readingHit(
  reading: CommandReading,
  text: string,
  look: GuardLook,
  judged: ReadonlySet<string> = new Set(),
): PathHit | undefined {
  const { effects, seen, hasSyntaxError } = reading;
  const isAboutOwn = mayBeAboutOwn(seen, text, look);
  const personal = isAboutOwn ? personalHit(seen, text, look.guarded) : undefined;
  if (personal) return personal;
  const looked = new Set<string>();
  const hits = [...pathHits(reading, look, { looked, judged })];
  const isUnread = looked.size >= maxPaths || hasSyntaxError || effects.some((effect) => effect.do === 'unread');
  return (
    hits.find((hit) => hit.decision === 'deny') ??
    (isAboutOwn ? callHit(seen, look.guarded) : undefined) ??
    programHit(seen, look.guarded) ??
    renamedHit(renamedAgent(reading, look.guarded)) ??
    hits[0] ??
    codeHits(reading, text, look) ??
    (isUnread ? unreadHit(text, look) : undefined)
  );
}

/**
 * Whether a command may be about anyhook itself or start an agent: every name that own-commands.ts checks contains
 * "hook", or is a script, an agent or an unknown program. Most commands need no closer look.
 */
function mayBeAboutOwn(
  { calls, code, variables }: CommandReading['seen'],
  text: string,
  { guarded }: GuardLook,
): boolean {
  if (guarded.settings.some(({ variables: names }) => names.some((name) => text.includes(name)))) return true;
  if (/hook/i.test(text) || [...variables.keys()].some((name) => /hook/i.test(name))) return true;
  if (code.some((one) => startsInCode(one.text, guarded))) return true;
  return calls.some(
    (call) =>
      hasUnknown(call.name) ||
      hasGlob(call.name) ||
      [call.name, ...call.argv].some((word) => /hook|\.[cm]?js$/i.test(word)) ||
      agentStartOf(call, guarded) !== undefined ||
      possibleAgents(call, guarded).length > 0 ||
      bringsOldVersion(call, guarded) ||
      skillInstallers.test(call.name) ||
      guarded.code.some(({ programs }) => programs.includes(call.name)),
  );
}

const renamedHit = (agent: GuardedSettings | undefined): PathHit | undefined =>
  agent && { decision: 'ask', what: `a command that renames the program of ${agent.title}` };

/** A command with more paths than this counts as not read. */
const maxPaths = 400;

/** Hits of the paths in effects, then of those in words. */
function* pathHits(
  reading: CommandReading,
  look: GuardLook,
  { looked, judged }: { readonly looked: Set<string>; readonly judged: ReadonlySet<string> },
): Generator<PathHit> {
  const { effects, seen, links } = reading;
  const hitsOf = function* (path: Value, effect: PathEffect, from?: CopySource): Generator<PathHit> {
    const key = `${pathKeyOf(path, effect)}${from ? ` ${from.path} ${from.names}` : ''}`;
    if (looked.has(key) || looked.size >= maxPaths) return;
    looked.add(key);
    if (!judged.has(key)) for (const one of meanings(path, look)) yield* hitAt(one, effect, look, from);
    const linked = afterNewLinks(path, links);
    if (linked !== undefined) yield* hitsOf(linked, effect, from);
  };
  const finds = seen.calls.some(({ name }) => finders.test(name));
  const trees = treeChanges(seen, look);
  const sources = new CopySources(reading, trees);
  const contentOf = ({ path }: CopySource, copy: SeenEffect): CopySource | undefined => {
    const source = sources.lookAt({ path, as: 'content' }, copy);
    return source === 'missing' ? undefined : source;
  };
  for (const tree of trees) {
    const source = tree.from && sources.lookAt(tree.from, tree);
    yield* hitsOf(tree.path, tree.effect, source === 'missing' ? undefined : source);
  }
  for (const effect of effects)
    for (const { path, effect: kind, from } of changesOf(effect)) {
      const source = from && sources.lookAt(from, effect);
      const started = kind === 'write' ? startedHitFor(path, from?.path ?? links.get(path), look) : undefined;
      if (started) yield { ...started, path };
      // A missing source adds nothing itself.
      yield* hitsOf(path, source === 'missing' ? 'fill' : kind, source === 'missing' ? undefined : source);
      if (finds) for (const found of foundBelow(path, look)) yield* hitsOf(found, 'write');
      const above = kind === 'write' ? homeBeforeUnknown(path, look) : undefined;
      if (above !== undefined) yield* hitsOf(above, 'tree');
      // A file goes into the folder under some name; from a folder, the files that `find` prints.
      if (kind === 'write' && isOver(effect) && isFolder(path) && (!from || isUnnamed(from.path, path, look)))
        yield* hitsOf(path, 'fill');
      // What `find` prints of a folder goes into the folder above, under other names.
      if (finds && effect.do === 'write' && from && isFolder(from.path))
        yield* isOver(effect)
          ? hitsOf(folderOf(path), 'fill')
          : hitsOf(folderOf(path), 'tree', contentOf(from, effect));
    }
  for (const target of links.values()) yield* hitsOf(target, 'write');
  for (const call of seen.calls)
    for (const { path, effect } of wordPaths(call)) {
      const full = absoluteWord(path, call, look.guarded);
      yield* hitsOf(full, effect);
      if (finds) for (const found of foundBelow(full, look)) yield* hitsOf(found, 'write');
      // A link that replaces a folder adds all that its target contains.
      if (effect === 'write' && /^g?ln$/.test(call.name) && !exists(full)) yield* hitsOf(full, 'tree');
    }
  if (effects.some(isWrittenAnywhere))
    for (const call of seen.calls) for (const path of foundFiles(call, look)) yield* hitsOf(path, 'write');
  // The shell passes one program's output to another as words, and it is unknown which files these are.
  const mayPrint = printsNames(seen);
  if (effects.some((effect) => isAnywhere(effect, mayPrint)))
    for (const call of seen.calls)
      for (const word of call.argv.slice(1))
        if (/[/.~]/.test(word) && !/\s/.test(word)) {
          const path = absoluteWord(word, call, look.guarded);
          yield* hitsOf(path, 'remove');
          if (finders.test(call.name)) for (const found of foundBelow(path, look)) yield* hitsOf(found, 'write');
        }
}

/** The target of a link that the command itself creates. */
function afterNewLinks(path: Value, links: ReadonlyMap<string, Value>): Value | undefined {
  for (const [link, target] of links)
    if (path !== target && (path === link || path.startsWith(`${link}/`))) return target + path.slice(link.length);
  return undefined;
}

/** Whether the names of the copied files are unknown. Into the home folder, people copy files named by variables. */
const isUnnamed = (from: Value, to: Value, { guarded }: GuardLook): boolean =>
  isFolder(from) || (hasUnknown(from) && to !== guarded.home);

const finders = /^(?:g?find|fd|fdfind|locate)$/;

const isOver = (effect: SeenEffect): boolean => effect.do === 'write' && effect.how === 'over';

/** Whether it is unknown which file it writes, because the name comes from another program. */
const isWrittenAnywhere = (effect: SeenEffect): boolean =>
  effect.do === 'write' && effect.at.scope === 'unknown' && /^[\uE000-\uE007]+$/.test(effect.at.path);

/** Whether it is unknown which file it changes. */
function isAnywhere(effect: SeenEffect, mayPrint: boolean): boolean {
  const paths =
    effect.do === 'move'
      ? [effect.from.path]
      : effect.do === 'delete' || effect.do === 'permit'
        ? [effect.at.path]
        : [];
  return paths.some((path) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    return hasUnknown(name) || (mayPrint && name === marks.star) || name === '(found)';
  });
}

/** The longest path that any system accepts. */
const maxPathLength = 4096;

/** The possible values of a path with unknown text in it. */
function meanings(path: Value, { guarded }: GuardLook): readonly string[] {
  if (path.length > maxPathLength) return [];
  const pattern = shownPattern(path);
  if (!hasUnknown(pattern)) return [pattern];
  const parts = pattern.split('/');
  const filled = (within: string) =>
    parts.map((part) => (hasUnknown(part) ? part.replace(unknownText, isOnly(part) ? 'x' : within) : part)).join('/');
  const [first = '', ...rest] = parts;
  const below = rest.join('/').replace(unknownText, 'x');
  // It may be the home folder, or the one with all packages.
  const inHome = hasUnknown(first) && below !== '' ? [`${guarded.home}/${below}`, `/node_modules/${below}`] : [];
  return [...new Set([...[filled(''), filled('*')].map((one) => absoluteFrom(one, '/', guarded)), ...inHome])];
}

/** The home folder or one above, if the rest of the path is unknown: `~/$f` may be any file there, in any folder. */
function homeBeforeUnknown(path: Value, { guarded }: GuardLook): string | undefined {
  const parts = shownPattern(path).split('/');
  const at = parts.findIndex((part) => hasUnknown(part));
  if (at < 1 || !isOnly(parts[at] ?? '')) return undefined;
  const above = absoluteFrom(parts.slice(0, at).join('/') || '/', '/', guarded);
  return isWithinAnyCase(guarded.home, above) ? above : undefined;
}

const unknownText = /[\uE000-\uE004\uE007]+/g;
const isOnly = (part: Value): boolean => part.replace(unknownText, '') === '';

function* hitAt(path: string, effect: PathEffect, look: GuardLook, from?: CopySource): Generator<PathHit> {
  const { cwd, guarded } = look;
  const code = codeHitAt(path, effect, look, from && from.as !== 'archive' ? from.path : undefined);
  if (code) yield { ...code, path };
  for (const one of /[*?[]/.test(path) ? guardedPathsMatching(path, cwd, guarded) : [path]) {
    const hit = guardHitAt(one, effect, look, from);
    if (hit) yield { ...hit, path: one };
  }
}

/** Variables whose values programs run as commands. */
const commandVariable =
  /^(?:PROMPT_COMMAND|BASH_ENV|ENV|VISUAL|LESSOPEN|LESSCLOSE|GIT_\w+|PS[0-4]|BROWSER|\w*EDITOR|\w*PAGER|\w+_COMMAND)$/;

/** Code in another language may build a path in ways that the guard cannot follow, so naming our files is enough. */
function codeHits({ effects, seen }: CommandReading, text: string, look: GuardLook): PathHit | undefined {
  const fromStartFile = effects.some((effect) => effect.do === 'write' && isStartFile(effect.at.path));
  const texts = [
    ...seen.code
      .filter(({ language, text: code }) => language !== 'sed' && language !== 'awk' && !onlyPrints(code))
      .map((one) => one.text),
    ...seen.calls
      .filter((call) => (mayDoAnything(call) || writesByText(call)) && !isLanguage(call.name))
      .flatMap(({ argv, stdin = '' }) => [stdin, ...argv.slice(1).filter((word) => /[\s('"]/.test(word))]),
    ...[...seen.variables].flatMap(([name, values]) => (commandVariable.test(name) ? [...values] : [])),
    ...(fromStartFile ? [text] : []),
  ];
  for (const one of texts) {
    const hit = codeHit(one, look);
    if (hit) return hit;
  }
  return fromStartFile ? startFileHit(text, look) : undefined;
}

/** A line in a shell start file that changes how an agent starts. */
export function startFileHit(text: string, { guarded }: GuardLook): PathHit | undefined {
  const agent = agentInStartFile(text, guarded);
  return agent && { decision: 'ask', what: `a line for a shell start file that changes how ${agent.title} starts` };
}

/** Code that names guarded files. */
export function codeHit(text: string, look: GuardLook): PathHit | undefined {
  if (mentionsOurFiles(text)) return { decision: 'ask', what: 'a script that names files of anyhook' };
  const named = settingsNamedIn(text, look);
  if (named) return { decision: 'ask', what: `a script that names the settings of ${named.title}` };
  const title = codeNamedIn(text, look);
  return title === undefined
    ? undefined
    : { decision: 'ask', what: `a script that names where ${title} loads code or commands from` };
}

const mentionsOurFiles = (text: string): boolean =>
  /\.agents\W{1,8}anyhook\.|(?:state|share|\.config)\W{1,8}anyhook\b|anyhook-hook/i.test(text) ||
  /\banyhook\b\W{1,8}(?:(?:hooks\W{1,8})?remove|engine\W{1,8}stop|down|approve|refuse|trust|off|uninstall|ui)\b/i.test(
    text,
  ) ||
  /\bANYHOOK\W{1,8}off\b|\b(?:ANYHOOK_TRUST|ANYHOOK_MANAGED_CONFIG|SA_DISABLED_HOOKS|SA_HOOK_PROFILE)\b/.test(text);

/** A command that the guard could not read completely. */
function unreadHit(text: string, look: GuardLook): PathHit | undefined {
  const plain = text.replace(/["'\\]/g, '');
  return /anyhook/i.test(plain) || settingsNamedIn(plain, look)
    ? { decision: 'ask', what: 'a command that could not be read completely and names files of anyhook' }
    : undefined;
}
