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
    if (event.name !== 'tool.before') return nothing;
    const hit = hitOf(event, args as GuardedPaths, env);
    if (!hit) return nothing;
    const about = `${hit.path === undefined ? '' : `${flattenText(hit.path)} is `}${hit.what}`;
    if (hit.decision === 'deny')
      return deny(`${about}. An agent must not change what guards it; ask the user to do it.`);
    return ask(`${about}. An agent must not change what guards it unless a person says so.`);
  },
};

const nothing: Result = pass();

type PathHit = GuardHit & { readonly path?: string };

function hitOf(
  { call, cwd }: Extract<Event, { name: 'tool.before' }>,
  guarded: GuardedPaths,
  env: BuiltinContext['env'],
): PathHit | undefined {
  if (call.kind === 'shell') return shellHit(String(call.input['command'] ?? ''), cwd, guarded, env);
  return worst(writeTargets(call).map((path) => at(absoluteFrom(path, cwd, guarded), removes(call), guarded)));
}

/** A tool that moves or deletes a folder affects everything below. */
const removes = ({ kind, nativeName, mcp }: ToolCall): boolean =>
  (kind === 'mcp' || kind === 'other') && /move|rename|delete|remove/i.test(mcp?.tool ?? nativeName);

function at(path: string, isRemoved: boolean, guarded: GuardedPaths): PathHit | undefined {
  const hit = guardHitAt(path, isRemoved, guarded);
  return hit && { ...hit, path };
}

/** Commands for a person at a terminal: an agent must not run them, not even through a fake terminal. */
const personal = /^(?:approve|refuse|trust|off|uninstall|down)$/;
const harmless = /^(?:--help|-h|--list|--lock|--dry-run)$/;
/** If one of these is present, a harmless-looking word may be the value of an option. */
const earnest = /^--(?:yes|reason)\b/;

function shellHit(line: string, cwd: string, guarded: GuardedPaths, env: BuiltinContext['env']): PathHit | undefined {
  const read = parseShellLine(line, { ...env, HOME: guarded.home, PWD: cwd });
  if (!read)
    return mentions(line)
      ? { decision: 'ask', what: 'a command that is too long to be checked and names files of anyhook' }
      : undefined;
  const inPerson = read.commands.some((words, i) => isPersonal(words, read.commands[i - 1]));
  if (inPerson) return { decision: 'deny', what: 'a command of anyhook that is for a person at a terminal' };
  if (switchesOff.test(line)) return { decision: 'ask', what: 'a command that switches hooks off for what it starts' };
  const isOurs = read.commands.some((words) => words.some(isAnyhook));
  if (isOurs && (elsewhere.test(line) || hidesAgent(line, guarded) || read.commands.some(trustsAll)))
    return { decision: 'ask', what: 'a command of anyhook with other trust, settings or another caller than yours' };
  const found = read.mentions.map((mention) => mentionHit(mention, cwd, guarded));
  return worst(found) ?? scriptHit(read.mentions);
}

/** Variables that switch guards off or select them. */
const switchesOff = /\bANYHOOK=["']?off\b|\b(?:ANYHOOK_TRUST|ANYHOOK_MANAGED_CONFIG|SA_DISABLED_HOOKS)=/;
/** Another home or config, or an environment without some variables. */
const elsewhere = new RegExp(
  '\\b(?:HOME|XDG_(?:CONFIG|STATE)_HOME)=|' +
    '\\bunset\\s|\\benv\\s(?:[^;&|\\n]{0,200}\\s)?(?:-\\w*[iu]|--unset|--ignore-environment|-)(?:\\s|=)',
);

/** Does the command set a variable that identifies the agent? */
const hidesAgent = (line: string, { agentVariables }: GuardedPaths): boolean =>
  [...line.matchAll(/\b(\w+)=/g)].some(([, set = '']) =>
    agentVariables.some((name) => (name.endsWith('*') ? set.startsWith(name.slice(0, -1)) : set === name)),
  );

const isAnyhook = (word: string): boolean => /(?:^|\/)anyhook(?:\.[cm]js|@[\w.^~-]*)?$/.test(word);

function isPersonal(words: readonly string[], before: readonly string[] = []): boolean {
  const at = words.findIndex(isAnyhook);
  // The parser reads the words after `$(which anyhook)` as a separate command.
  const rest = at < 0 ? (isAnyhook(before.at(-1) ?? '') ? words : []) : words.slice(at + 1);
  const verb = verbAt(rest);
  if (!personal.test(rest[verb] ?? '')) return false;
  const more = rest.slice(verb + 1);
  return more.some((word) => earnest.test(word)) || !more.some((word) => harmless.test(word));
}

/** The position of the subcommand; options before it may have values. */
function verbAt(words: readonly string[]): number {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first > 0 && !personal.test(words[first] ?? '') ? first + 1 : first;
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
  if (path.length > longestPath) return undefined;
  if (!/[*?[]/.test(path)) return at(path, isRemoved, guarded);
  return worst(guardedPathsMatching(path, folder, guarded).map((one) => at(one, isRemoved, guarded)));
}

/** No system accepts a longer one. */
const longestPath = 4096;

/** Code in another language inside a word is not parsed, so naming our files is enough. */
function scriptHit(all: readonly Mention[]): PathHit | undefined {
  const named = all.some(({ word }) => /[\s('"]/.test(word) && mentions(word));
  return named ? { decision: 'ask', what: 'a script that names files of anyhook' } : undefined;
}

const mentions = (text: string): boolean =>
  /\.agents\/anyhook\.|(?:state|share|\.config)\/anyhook\b|anyhook-hook/.test(text) ||
  /\banyhook\b\W{1,8}(?:approve|refuse|trust|off|uninstall|down)\b/.test(text);

function worst(found: readonly (PathHit | undefined)[]): PathHit | undefined {
  return found.find((hit) => hit?.decision === 'deny') ?? found.find((hit) => hit !== undefined);
}
