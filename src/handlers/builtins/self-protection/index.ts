import type { Event } from '../../../core/event.js';
import type { ToolCall } from '../../../core/tool.js';
import { ask, deny, pass, type Result } from '../../../core/verdict.js';
import type { Builtin, BuiltinContext } from '../builtin.js';
import { flattenText } from '../kit/text.js';
import { writeTargets } from '../kit/write-targets.js';
import { absoluteFrom, type GuardedPaths, type GuardHit, guardedPathsMatching, guardHitAt } from './guarded-paths.js';
import { type Mention, parseShellLine } from './shell.js';

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
  { call, cwd }: Extract<Event, { name: 'tool.before' }>,
  guarded: GuardedPaths,
  env: BuiltinContext['env'],
): PathHit | undefined {
  if (call.kind === 'shell') return shellHit(String(call.input['command'] ?? ''), cwd, guarded, env);
  return strictest(writeTargets(call).map((path) => hitAt(absoluteFrom(path, cwd, guarded), removes(call), guarded)));
}

/** A tool that moves or deletes a folder affects everything below. */
const removes = ({ kind, nativeName, mcp }: ToolCall): boolean =>
  (kind === 'mcp' || kind === 'other') && /move|rename|delete|remove/i.test(mcp?.tool ?? nativeName);

function hitAt(path: string, isRemoved: boolean, guarded: GuardedPaths): PathHit | undefined {
  const hit = guardHitAt(path, isRemoved, guarded);
  return hit && { ...hit, path };
}

/** Commands for a person at a terminal: an agent must not run them, not even through a fake terminal. */
const personalCommand = /^(?:approve|refuse|trust|off|uninstall|down)$/;
const harmlessOption = /^(?:--help|-h|--list|--lock|--dry-run)$/;
/** If one of these is present, a word that looks harmless may be the value of an option. */
const decidingOption = /^--(?:yes|reason)\b/;

function shellHit(line: string, cwd: string, guarded: GuardedPaths, env: BuiltinContext['env']): PathHit | undefined {
  const parsed = parseShellLine(line, { ...env, HOME: guarded.home, PWD: cwd });
  if (!parsed)
    return mentionsOurFiles(line)
      ? { decision: 'ask', what: 'a command that is too long to be checked and names files of anyhook' }
      : undefined;
  const isForPerson = parsed.commands.some((words, i) => isPersonal(words, parsed.commands[i - 1]));
  if (isForPerson) return { decision: 'deny', what: 'a command of anyhook that is for a person at a terminal' };
  if (switchesOff.test(line)) return { decision: 'ask', what: 'a command that switches hooks off for what it starts' };
  const runsAnyhook = parsed.commands.some((words) => words.some(isAnyhook));
  if (runsAnyhook && (changesEnvironment.test(line) || hidesAgent(line, guarded) || parsed.commands.some(trustsAll)))
    return { decision: 'ask', what: 'a command of anyhook with other trust, settings or another caller than yours' };
  const found = parsed.mentions.map((mention) => mentionHit(mention, cwd, guarded));
  return strictest(found) ?? scriptHit(parsed.mentions);
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

function mentionHit({ word, base, effect }: Mention, cwd: string, guarded: GuardedPaths): PathHit | undefined {
  const folder = base === undefined ? cwd : absoluteFrom(base, cwd, guarded);
  const path = absoluteFrom(word, folder, guarded);
  const isRemoved = effect === 'remove';
  if (path.length > maxPathLength) return undefined;
  if (!/[*?[]/.test(path)) return hitAt(path, isRemoved, guarded);
  return strictest(guardedPathsMatching(path, folder, guarded).map((one) => hitAt(one, isRemoved, guarded)));
}

/** No system accepts a longer one. */
const maxPathLength = 4096;

/** Code in another language inside a word is not parsed, so naming our files is enough. */
function scriptHit(all: readonly Mention[]): PathHit | undefined {
  const namesOurFiles = all.some(({ word }) => /[\s('"]/.test(word) && mentionsOurFiles(word));
  return namesOurFiles ? { decision: 'ask', what: 'a script that names files of anyhook' } : undefined;
}

const mentionsOurFiles = (text: string): boolean =>
  /\.agents\/anyhook\.|(?:state|share|\.config)\/anyhook\b|anyhook-hook/.test(text) ||
  /\banyhook\b\W{1,8}(?:approve|refuse|trust|off|uninstall|down)\b/.test(text);

function strictest(found: readonly (PathHit | undefined)[]): PathHit | undefined {
  return found.find((hit) => hit?.decision === 'deny') ?? found.find((hit) => hit !== undefined);
}
