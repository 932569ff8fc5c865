import { isFolder } from '@anyhook/core';
import { type CommandReading, hasGlob, hasUnknown, type SeenCall, shellProgramNames, type Value } from '@anyhook/guard';
import type { CodePlaces } from './code-places.js';
import {
  type GuardedPaths,
  type GuardedSettings,
  type GuardHit,
  type GuardLook,
  matchesPart,
  shownPattern,
} from './guarded-paths.js';
import { isConnected, isWithinAnyCase } from './guarded-settings.js';
import { absoluteWord, isLanguage, isScript, textPrinters } from './word-effects.js';

/** A call that starts an agent. */
export interface AgentStart {
  readonly agent: GuardedSettings;
  /** The words after the program. */
  readonly words: readonly Value[];
}

/** The agent that the call starts, by its program, its package, or a file of either. */
export function agentStartOf(call: SeenCall, guarded: GuardedPaths): AgentStart | undefined {
  const { name, argv, isFullyKnown } = call;
  // A file that a shell runs may also be the program of an agent.
  if (shellProgramNames.has(name) && argv[1] !== undefined && !argv[1].startsWith('-'))
    return agentStartOf({ ...call, name: tailOf(argv[1]), argv: argv.slice(1) }, guarded);
  const program = argv[0] ?? '';
  const file = program.includes('/') ? absoluteWord(program, call, guarded) : program;
  const named = guarded.settings.find((agent) => isProgramOf(name, file, agent));
  if (named) return { agent: named, words: ownWords(argv.slice(1)) };
  if (isFullyKnown && !isLanguage(name)) return undefined;
  for (const [at, word] of argv.entries()) {
    const path = isLanguage(name) && isScript(word) ? absoluteWord(word, call, guarded) : word;
    const isStarted = (one: GuardedSettings) => isProgramOf('', path, one) || isPackageOf(word, one);
    const agent = at === 0 ? undefined : guarded.settings.find(isStarted);
    if (agent) return argv.slice(0, at).some(isForKeeper) ? undefined : { agent, words: argv.slice(at + 1) };
  }
  return undefined;
}

/** Without those after `--`, which are not options: `claude mcp add x -- npx y --settings z`. A leading `--` is kept. */
const ownWords = (words: readonly Value[]): readonly Value[] =>
  words.slice(0, words.indexOf('--', 1) < 0 ? undefined : words.indexOf('--', 1));

/**
 * Agents that a call may start; it only matters with one of their options. The program's name has wildcards, a word of
 * an unknown program names the agent's program, or a language loads their package, or a file that may belong to it.
 */
export function possibleAgents(call: SeenCall, { settings }: GuardedPaths): readonly AgentStart[] {
  const { name, argv, isFullyKnown } = call;
  const words = argv.slice(1);
  const isLoading = isLanguage(name);
  return settings.flatMap((agent): readonly AgentStart[] => {
    const { programs, packages } = agent;
    const isMeant = hasGlob(name) && programs.some((own) => matchesPart(own, shownPattern(name)));
    const loads = (word: Value) =>
      packages.some((one) => one.includes('/') && word.includes(one)) || isEntryOf(word, agent);
    if (isMeant || (isLoading && words.some(loads))) return [{ agent, words }];
    const isNamed = (word: Value) =>
      (!isFullyKnown && programs.some((own) => own.length > 3 && word === own)) ||
      (word.includes('#') && isPackageOf(word, agent));
    const at = words.findIndex(isNamed);
    return at < 0 ? [] : [{ agent, words: words.slice(at + 1) }];
  });
}

/** `/opt/claude-code/cli.js`: a package that was unpacked anywhere. */
const isEntryOf = (word: Value, { packages }: GuardedSettings): boolean =>
  /(?:^|\/)(?:cli|index|main|bin\/\w+|dist\/\w+)\.[cm]?js$/.test(word) &&
  packages.some((one) => `/${word}`.includes(`/${tailOf(one)}/`));

/** Words that tell a package manager to install, remove or show a package. */
const installing = /^(?:i|install|add|update|upgrade)$/;
const looking = /^(?:un\w*|rm|remove|info|view|show|outdated|ls|list)$/;
const isForKeeper = (word: Value): boolean => installing.test(word) || looking.test(word);

/** `claude`, `codex-x86_64-unknown-linux-musl`, `~/.local/share/claude/versions/2.1.3`, `…/node_modules/@openai/codex/bin/codex.js`. */
function isProgramOf(name: Value, path: Value, { programs, programFolder, packages }: GuardedSettings): boolean {
  const isNamed = (own: string) =>
    name === own || (own.length > 3 && /^[-_.]/.test(name.slice(own.length)) && name.startsWith(own));
  if (programs.some(isNamed)) return true;
  const slashed = path.replaceAll('\\', '/');
  return (
    (programFolder !== undefined && slashed.includes(programFolder)) ||
    packages.some((one) => `/${slashed}`.includes(one.includes('/') ? `/${one}/` : `/node_modules/${one}/`))
  );
}

/** `@anthropic-ai/claude-code`, also with a version: `npm:@openai/codex@latest`, `nixpkgs#claude-code`. */
const isPackageOf = (word: Value, { packages }: GuardedSettings): boolean =>
  packages.some((one) => {
    const plain = word.replace(/^(?:npm:|--package=|-p=)/, '');
    return plain === one || versionOf(plain, one) !== undefined || plain.endsWith(`#${tailOf(one)}`);
  });

/** The version or tag after the name of a package, also in the URL of its archive. */
function versionOf(word: Value, name: string): string | undefined {
  for (const start of [`${name}@`, `${name}==`]) if (word.startsWith(start)) return word.slice(start.length);
  const [, archive] = word.split(`/${name}/-/${tailOf(name)}-`);
  return archive;
}

/** Whether the call runs, installs or unpacks an agent in a version from before its hooks: `npx @openai/codex@0.50.0`. */
export function bringsOldVersion({ name, argv }: SeenCall, { settings }: GuardedPaths): boolean {
  if (textPrinters.has(name)) return false;
  const at = argv.findIndex((word) =>
    settings.some(({ packages, hooksSince }) =>
      packages.some((one) => {
        const version = versionOf(word.replace(/^(?:npm:|--package=|-p=)/, ''), one);
        return version !== undefined && hooksSince !== undefined && isOlder(version, hooksSince);
      }),
    ),
  );
  return at >= 0 && !argv.slice(0, at).some((word) => looking.test(word));
}

/** Whether a version is older, or a range ends before: `0.50.0`, `^0.2`, `<0.60`. Not for a tag or an open range. */
function isOlder(version: string, since: string): boolean {
  const [, text = ''] = /<=?\s*v?([\d.]+)/.exec(version) ?? /^[v=^~]*([\d.]+)/.exec(version) ?? [];
  const parts = text.split('.').filter((part) => part !== '');
  for (const [at, own] of since.split('.').entries()) {
    const part = parts[at];
    // A missing part may be the newest.
    if (part === undefined || Number(part) > Number(own)) return false;
    if (Number(part) < Number(own)) return true;
  }
  return false;
}

/**
 * Whether code starts an agent with its SDK without the user's settings, `query({options: {settingSources: []}})`, or
 * starts its program with other variables: `spawn('claude', [], {env: {CLAUDE_CONFIG_DIR: 'x'}})`.
 */
export const startsInCode = (code: string, { settings }: GuardedPaths): boolean =>
  settings.some(({ programs, hookFields, variables }) => {
    const named = programs.filter((name) => code.includes(name));
    if (named.length === 0) return false;
    const leavesOut = hookFields.some((field) =>
      after(code, field).some((rest) => isSet(rest) && !/^[^\])]*\buser\b/.test(rest)),
    );
    const isStarted = () => starting.test(code) && named.some((name) => after(code, name).some(endsName));
    return leavesOut || ([...variables, ...homeVariables].some((name) => after(code, name).some(isSet)) && isStarted());
  });

const homeVariables = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME'];
const starting = /spawn|exec|system|popen|subprocess|\brun\b|`/i;
const after = (code: string, name: string): readonly string[] => code.split(name).slice(1);
/** `X = `, `["X"] = `, `{X: …}`. */
const isSet = (rest: string): boolean => /^["'`]?[\])}]?\s*(?:=(?!=)|:(?!:))/.test(rest);
const endsName = (rest: string): boolean => /^["'`\s]/.test(rest);

const wordFeeders = /^(?:xargs|parallel)$/;

/** Whether an agent gets unknown words, which may be options: `xargs -a words claude`. */
export function getsUnknownWords(calls: readonly SeenCall[], guarded: GuardedPaths): boolean {
  const feeds = ({ name, argv }: SeenCall): boolean => {
    const parts = wordFeeders.test(name) ? argv.flatMap((word) => word.split(/[\s"'`;|&()]+/)) : [];
    return parts.some((part) => guarded.settings.some(({ programs }) => programs.includes(tailOf(part))));
  };
  if (!calls.some(feeds) || calls.some(listsFiles)) return false;
  return calls.some((call) => agentStartOf(call, guarded)?.words.some((word) => hasUnknown(word[0] ?? '')));
}

/** Whether the program prints names of files. */
const listsFiles = ({ name, argv }: SeenCall): boolean =>
  /^(?:g?find|fd|fdfind|ls)$/.test(name) ||
  (name === 'git' && argv.some((word) => /^(?:ls-files|--name-only)$/.test(word))) ||
  (/^(?:grep|rg)$/.test(name) && argv.some((word) => /^(?:-[a-zA-Z]*l|--files)/.test(word)));

const tailOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const folderOf = (path: Value): Value => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** Programs that give a file another name; other programs do so if the command uses the written file. */
export const copiers = /^(?:g?(?:cp|mv|ln|install)|link|rsync|scp|dd|ditto)$/;
const copyFunctions = /cop(?:y|ies)|\bcp|link|rename|move|\bmv/i;
const packageKeepers = /^(?:npm|pnpm|yarn|bun)$/;

/** The agent whose program or package gets another name, which hides its later start options. */
export function renamedAgent(
  { effects, seen: { calls, code } }: Pick<CommandReading, 'effects' | 'seen'>,
  guarded: GuardedPaths,
): GuardedSettings | undefined {
  const { settings } = guarded;
  const absolute = (word: Value, call: SeenCall) => absoluteWord(word.replace(/^[io]f=/, ''), call, guarded);
  const writes = effects.flatMap((effect) => (effect.do === 'write' ? [effect] : []));
  let used: ReadonlySet<Value> | undefined;
  const writtenAndUsed = () => {
    used ??= new Set(calls.flatMap((call) => call.argv.map((word) => absolute(word, call))));
    return writes.flatMap(({ at }) => (used?.has(at.path) ? [at.path] : []));
  };
  const renamed = (from: readonly Value[], to: () => readonly Value[]) => {
    const agent = settings.find((one) => from.some((path) => isFileOf(path, one)));
    return agent && to().some((path) => !keepsName(path, agent)) ? agent : undefined;
  };
  for (const { at, from } of writes) {
    const agent = from && renamed([from.path], () => [at.path]);
    if (agent) return agent;
  }
  for (const call of calls) {
    const words = call.argv.slice(1).filter((word) => !word.startsWith('-'));
    const own = words
      .filter((word) => mayBeOfAgent(`${call.cwd}/${word}`, settings))
      .map((word) => absolute(word, call));
    const target = () => words.slice(-1).map((word) => absolute(word, call));
    const agent =
      renamed(own, copiers.test(call.name) ? target : writtenAndUsed) ??
      (packageKeepers.test(call.name)
        ? settings.find((one) => words.some((word) => isOtherName(word, one)))
        : undefined);
    if (agent) return agent;
  }
  for (const { text } of code) {
    const texts = mayBeOfAgent(text, settings) && copyFunctions.test(text) ? textsIn(text) : [];
    const agent = renamed(texts, () => texts);
    if (agent) return agent;
  }
  return undefined;
}

/** Most words do not name an agent and need no closer look. */
const mayBeOfAgent = (text: Value, settings: readonly GuardedSettings[]): boolean =>
  settings.some(({ programs, packages }) => [...programs, ...packages].some((name) => text.includes(name)));

const maxTexts = 50;

/** The quoted texts in code. */
const textsIn = (code: string): readonly string[] =>
  [...code.slice(0, 20_000).matchAll(/(["'`])([^"'`\n]{1,300})\1/g)].slice(0, maxTexts).map(([, , text = '']) => text);

/** `npm install c@npm:@anthropic-ai/claude-code`. */
const isOtherName = (word: Value, { packages }: GuardedSettings): boolean =>
  packages.some((one) => word.includes(`@npm:${one}`));

/** Whether a file is the program of an agent, its package, or part of its code. */
function isFileOf(path: Value, agent: GuardedSettings): boolean {
  const isProgram =
    /(?:^|\/)(?:s?bin|\.bin|shims|versions)$/.test(folderOf(path)) && isProgramOf(tailOf(path), path, agent);
  const isCode = /\.[cm]?js$|\/bin\/[^/]+$/.test(path) && isProgramOf('', path, agent);
  const isFolderOf = agent.packages.some((one) =>
    path.endsWith(one.includes('/') ? `/${one}` : `/node_modules/${one}`),
  );
  return isProgram || isCode || isFolderOf || `${path}/`.endsWith(agent.programFolder ?? ' ');
}

/**
 * The program of a connected agent: another file at `~/.local/bin/claude` may not load its hooks. `from`: the source of
 * the copy or link.
 */
export function startedHitFor(path: Value, from: Value | undefined, look: GuardLook): GuardHit | undefined {
  const [, name = ''] = /\/(?:s?bin|\.bin|shims)\/([^/]+)$/.exec(path) ?? [];
  const agent = look.guarded.settings.find((one) => one.programs.includes(name) && isConnected(one, path, look));
  if (!agent || (from !== undefined && isFileOf(from, agent) && !isWithinAnyCase(from, look.cwd))) return undefined;
  return { decision: 'ask', what: `the program of ${agent.title}` };
}

/** Whether the new name also identifies the agent, or is a folder that takes the file. */
const keepsName = (path: Value, agent: GuardedSettings): boolean =>
  isFolder(path) ||
  /\/(?:s?bin|\.bin)$/.test(path) ||
  isProgramOf(tailOf(path), path, agent) ||
  agent.packages.some((one) => tailOf(one) === tailOf(path));

/** The agent for which a line of a shell start file sets an alias, other settings or options that disable hooks. */
export function agentInStartFile(text: string, { settings }: GuardedPaths): GuardedSettings | undefined {
  const plain = text.slice(0, 20_000).replace(/["'\\]/g, '');
  const lines = plain.split('\n');
  return settings.find(({ programs, variables, hookOptions }) =>
    lines.some((line) => {
      const words = line.split(/[\s;&|(){}=]+/);
      const starts = programs.some((own) => words.includes(own) || words.some((word) => word.endsWith(`/${own}`)));
      return (
        programs.some(
          (own) => line.includes(`alias ${own}=`) || line.includes(`${own}()`) || line.includes(`function ${own}`),
        ) ||
        variables.some((name) => line.includes(`${name}=`) || line.includes(`${name} `)) ||
        (starts && hookOptions.some((option) => words.includes(option.split(' ', 1)[0] ?? '')))
      );
    }),
  );
}

const nouns = /^(?:plugins?|extensions?|packages?|mods?|marketplaces?)$/;
const verbs = /^(?:install|i|add|enable|link|update|upgrade|import)$/;

/** Programs that fetch code into the folders of any agent: `npx skills add owner/name`. */
export const skillInstallers = /^(?:add-)?(?:skills?|openskills|clawhub|claude-plugins|skillport)$/;

/** The agent into which a call brings code: `claude plugin install x`, `gemini extensions link .`, `pi install npm:x`. */
export function installsInto({ name, argv }: SeenCall, code: readonly CodePlaces[]): string | undefined {
  const agent = code.find(({ programs }) => programs.includes(name));
  const words = argv.slice(1).filter((word) => !word.startsWith('-'));
  if (skillInstallers.test(name) && (name.startsWith('add-') || verbs.test(words[0] ?? ''))) return 'agents';
  if (!agent) return undefined;
  const noun = words.findIndex((word) => nouns.test(word));
  const installs = noun >= 0 ? words.slice(noun + 1).some((word) => verbs.test(word)) : words[0] === 'install';
  return installs ? agent.title : undefined;
}
