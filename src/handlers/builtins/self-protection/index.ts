import type { Event } from '../../../core/event.js';
import type { ToolCall } from '../../../core/tool.js';
import { ask, deny, pass, type Result } from '../../../core/verdict.js';
import type { Builtin, BuiltinContext } from '../builtin.js';
import { shellFolder } from '../kit/shell-call.js';
import { flattenText } from '../kit/text.js';
import {
  absoluteFrom,
  type GuardedPaths,
  type GuardHit,
  type GuardLook,
  guardedPathsMatching,
  guardHitAt,
  isGuardedName,
  type PathEffect,
} from './guarded-paths.js';
import { settingsNamedIn } from './guarded-settings.js';
import { inputTexts, isStartFile, shellScripts } from './input-texts.js';
import { type Mention, parseShellLine, type ShellLine } from './shell.js';
import { effectOf, programName, removers } from './shell-effects.js';

/** Prevents an agent from changing its own guard: our state, settings, launcher and entries. */
export const selfProtection: Builtin = {
  name: 'anyhook:self-protection',
  summary: 'asks before an agent changes the files and entries of anyhook',
  events: ['tool.before'],
  run(event, args, { env }) {
    if (event.name !== 'tool.before') return noOpinion;
    const hit = findHit(event, args as GuardedPaths, env);
    if (!hit) return noOpinion;
    const subject = `${hit.path === undefined ? '' : `${flattenText(hit.path)} is `}${hit.what}`;
    if (hit.decision === 'deny')
      return deny(`${subject}. An agent must not change what guards it; ask the user to do it.`);
    return ask(`${subject}. An agent must not change what guards it unless a person says so.`);
  },
};

const noOpinion: Result = pass();

type PathHit = GuardHit & { readonly path?: string };

function findHit(
  { call, cwd, host }: Extract<Event, { name: 'tool.before' }>,
  guarded: GuardedPaths,
  env: BuiltinContext['env'],
): PathHit | undefined {
  const look: GuardLook = { guarded, cwd, host };
  const folder = shellFolder(call);
  const inFolder = { ...look, cwd: folder === undefined ? cwd : absoluteFrom(folder, cwd, guarded) };
  if (call.kind === 'shell')
    return strictest([shellText(call), ...shellScripts(call)].map((line) => shellHit(line, inFolder, env)));
  const { paths, scripts, code, removes } = inputTexts(call);
  const effect = removes ? 'remove' : 'write';
  return strictest([
    ...paths.map((path) => hitAt(absoluteFrom(path, cwd, guarded), effect, look)),
    ...scripts.map((script) => shellHit(script, inFolder, env)),
    ...code.map((text) => codeHit(text, look)),
  ]);
}

const shellText = ({ input: { command } }: ToolCall): string =>
  Array.isArray(command) ? command.join(' ') : String(command ?? '');

function hitAt(path: string, effect: PathEffect, look: GuardLook): PathHit | undefined {
  const hit = guardHitAt(path, effect, look);
  return hit && { ...hit, path };
}

/** Commands for a person at a terminal: an agent must not run them, not even through a fake terminal. */
const personalCommand = /^(?:approve|refuse|trust|off|uninstall|down)$/;
const harmlessOption = /^(?:--help|-h|--list|--dry-run)$/;
/** If one of these is present, a word that looks harmless may be the value of an option. */
const decidingOption = /^--(?:yes|reason)\b/;

function shellHit(line: string, look: GuardLook, env: BuiltinContext['env']): PathHit | undefined {
  const { cwd, guarded } = look;
  const parsed = parseShellLine(line, { ...env, HOME: guarded.home, PWD: cwd });
  if (!parsed)
    return (
      codeHit(line, look) && {
        decision: 'ask',
        what: 'a command that is too long to be checked and names files of anyhook',
      }
    );
  const forPerson = parsed.commands.filter((words, i) => isPersonal(words, parsed.commands[i - 1]));
  if (forPerson.some((words) => !words.includes('--lock')))
    return { decision: 'deny', what: 'a command of anyhook that is for a person at a terminal' };
  const found = parsed.mentions.map((mention) => mentionHit(mention, look));
  const denied = found.find((hit) => hit?.decision === 'deny');
  return denied ?? commandHit(line, parsed, guarded) ?? strictest(found) ?? scriptHit(parsed, line, look);
}

/** What the commands of a line do, whatever files they name. */
function commandHit(line: string, { commands, pipesArguments }: ShellLine, guarded: GuardedPaths): PathHit | undefined {
  if (switchesOff.test(line)) return { decision: 'ask', what: 'a command that switches hooks off for what it starts' };
  if (commands.some(startsWithoutHooks))
    return { decision: 'ask', what: 'a command that starts or configures an agent without its hooks' };
  if (commands.some(removesPackage) || removesFoundProgram(line, commands))
    return { decision: 'ask', what: 'a command that removes the program of anyhook' };
  const calls = commands.filter((words) => words.some(isAnyhook));
  if (calls.some(changesEntries))
    return { decision: 'ask', what: 'a command that changes what calls or trusts anyhook' };
  if (calls.some((words) => hidesVerb(words, pipesArguments)))
    return { decision: 'ask', what: 'a command of anyhook that does not show what it does' };
  if (calls.length > 0 && (changesEnvironment.test(line) || hidesAgent(line, guarded) || commands.some(trustsAll)))
    return { decision: 'ask', what: 'a command of anyhook with other trust, settings or another caller than yours' };
  return undefined;
}

/** `claude --settings '{"disableAllHooks":true}'`, `codex --disable hooks`; a command that only reads may name them. */
const startsWithoutHooks = ([program = '', ...rest]: readonly string[]): boolean =>
  hookSwitches.test(rest.join(' ')) && effectOf(programName(program), rest) !== 'read';

const hookSwitches = /\bdisableAllHooks\b|\bfeatures\.\w*hooks\b|\bdisable[ =]\w*hooks\b/;

/** `npm uninstall -g anyhook` and the like. */
function removesPackage(words: readonly string[]): boolean {
  const index = words.findIndex((word) => /(?:^|\/)(?:npm|pnpm|yarn|bun|volta|corepack)$/.test(word));
  const rest = index < 0 ? [] : words.slice(index + 1);
  return rest.some((word) => /^(?:un\w*|rm?|remove|prune|unlink)$/.test(word)) && rest.some(isAnyhook);
}

/** `rm $(which anyhook)`. */
const removesFoundProgram = (line: string, commands: ShellLine['commands']): boolean =>
  /\$\(|`/.test(line) &&
  commands.some(([program = '']) => removers.has(programName(program))) &&
  commands.some((words) => words.some(isAnyhook));

/** The subcommand and its arguments. */
function verbWords(words: readonly string[]): readonly string[] {
  const rest = words.slice(words.findIndex(isAnyhook) + 1);
  return rest.slice(Math.max(0, verbAt(rest)));
}

/** `init` chooses which anyhook runs the hooks; `trust --lock` vouches for changed ones. */
function changesEntries(words: readonly string[]): boolean {
  const [verb, ...rest] = verbWords(words);
  if (rest.some((word) => /^(?:--help|-h)$/.test(word))) return false;
  return (verb === 'init' && !rest.includes('--dry-run')) || (verb === 'trust' && rest.includes('--lock'));
}

/** The subcommand comes from a variable or from the input. */
function hidesVerb(words: readonly string[], pipesArguments: boolean): boolean {
  const [verb = ''] = verbWords(words);
  const isProgram = isAnyhook(words[0] ?? '') || isAnyhook(words[1] ?? '');
  return isProgram && (/[$`*?]/.test(verb) || (verb === '' && pipesArguments));
}

/** Variables that switch guards off or select them. */
const switchesOff = /\bANYHOOK=["']?off\b|\b(?:ANYHOOK_TRUST|ANYHOOK_MANAGED_CONFIG|SA_DISABLED_HOOKS)=/;
/** Another home or config, or an environment without some variables. */
const changesEnvironment = new RegExp(
  '\\b(?:HOME|XDG_(?:CONFIG|STATE)_HOME)=|' +
    '\\bunset\\s|\\benv\\s(?:[^;&|\\n]{0,200}\\s)?(?:-\\w*[iu]|--unset|--ignore-environment|-)(?:\\s|=)',
);

/** Does the command set a variable that identifies the agent? */
const hidesAgent = (line: string, { agentVariables }: GuardedPaths): boolean =>
  [...line.matchAll(/\b(\w+)=/g)].some(([, set = '']) =>
    agentVariables.some((name) => (name.endsWith('*') ? set.startsWith(name.slice(0, -1)) : set === name)),
  );

const isAnyhook = (word: string): boolean => /(?:^|\/)anyhook(?:\.[cm]js|@[\w.^~-]*)?$/.test(word);

function isPersonal(words: readonly string[], previous: readonly string[] = []): boolean {
  const index = words.findIndex(isAnyhook);
  // The parser reads the words after `$(which anyhook)` as a separate command.
  const rest = index < 0 ? (isAnyhook(previous.at(-1) ?? '') ? words : []) : words.slice(index + 1);
  const verb = verbAt(rest);
  if (!personalCommand.test(rest[verb] ?? '')) return false;
  const verbArgs = rest.slice(verb + 1);
  return verbArgs.some((word) => decidingOption.test(word)) || !verbArgs.some((word) => harmlessOption.test(word));
}

/** The position of the subcommand; options before it may have values. */
function verbAt(words: readonly string[]): number {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first > 0 && !personalCommand.test(words[first] ?? '') ? first + 1 : first;
}

/** Changed hooks and abilities would run without review. */
function trustsAll(words: readonly string[]): boolean {
  const rest = words.slice(words.findIndex(isAnyhook) + 1);
  return /^(?:task|mcp)$/.test(rest[0] ?? '') && rest.some((word) => /^--trust-(?:project|lock)$/.test(word));
}

function mentionHit({ word, base, effect, names }: Mention, look: GuardLook): PathHit | undefined {
  const { cwd, guarded } = look;
  const folder = base === undefined ? cwd : absoluteFrom(base, cwd, guarded);
  const path = absoluteFrom(word, folder, guarded);
  if (path.length > maxPathLength) return undefined;
  if (names !== undefined && !isGuardedName(names, path, guarded)) return undefined;
  if (!/[*?[]/.test(path)) return hitAt(path, effect, look);
  return strictest(guardedPathsMatching(path, folder, guarded).map((one) => hitAt(one, effect, look)));
}

/** No system accepts a longer one. */
const maxPathLength = 4096;

/** Code in another language inside a word is not parsed, so naming our files is enough. */
function scriptHit({ mentions, readsCode }: ShellLine, line: string, look: GuardLook): PathHit | undefined {
  if (readsCode || mentions.some(({ word }) => isStartFile(word))) return codeHit(line, look);
  for (const { word } of mentions) {
    const hit = /[\s('"]/.test(word) ? codeHit(word, look) : undefined;
    if (hit) return hit;
  }
  return undefined;
}

function codeHit(text: string, look: GuardLook): PathHit | undefined {
  if (mentionsOurFiles(text)) return { decision: 'ask', what: 'a script that names files of anyhook' };
  const named = settingsNamedIn(text, look);
  return named && { decision: 'ask', what: `a script that names the settings of ${named.title}` };
}

const mentionsOurFiles = (text: string): boolean =>
  /\.agents\W{1,8}anyhook\.|(?:state|share|\.config)\W{1,8}anyhook\b|anyhook-hook/.test(text) ||
  /\banyhook\b\W{1,8}(?:approve|refuse|trust|off|uninstall|down)\b/.test(text);

function strictest(found: readonly (PathHit | undefined)[]): PathHit | undefined {
  return found.find((hit) => hit?.decision === 'deny') ?? found.find((hit) => hit !== undefined);
}
