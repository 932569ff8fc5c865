import { thisSystem } from '../../../core/file-path.js';
import type { CommandReading } from '../../../guard/guard.js';
import type { SeenCall } from '../../../guard/shell/seen-calls.js';
import { hasGlob, hasUnknown, type Value } from '../../../guard/value.js';
import { installsInto } from './agent-installs.js';
import { type GuardedPaths, type GuardHit, matchesPart, shownPattern } from './guarded-paths.js';
import { isWithinAnyCase } from './guarded-settings.js';
import { absoluteWord, isLanguage, textPrinters } from './word-effects.js';

type SeenByGuard = CommandReading['seen'];

/** Commands for a person at a terminal: an agent must not run them, not even through a fake terminal. */
const personalCommand = /^(?:approve|refuse|trust|off|uninstall|remove|down|ui)$/;
const harmlessOption = /^(?:--help|-h|--list|--dry-run)$/;
/** If one of these is present, a word that looks harmless may be the value of an option. */
const decidingOption = /^--(?:yes|reason)\b/;

/** Does the command run something of anyhook that only a person may run? */
export function personalHit({ calls }: SeenByGuard, line: string, guarded: GuardedPaths): GuardHit | undefined {
  const isPersonal = calls.some((call) => {
    const words = anyhookWords(call, guarded) ?? (isHiddenName(call, line) ? call.argv.slice(1) : undefined);
    return words !== undefined && isForPerson(words) && !words.includes('--lock');
  });
  return isPersonal ? { decision: 'deny', what: 'a command of anyhook that is for a person at a terminal' } : undefined;
}

/** What the programs of a command do to anyhook and to hooks, whatever files they name. */
export function callHit(seen: SeenByGuard, guarded: GuardedPaths): GuardHit | undefined {
  const { calls, variables } = seen;
  const set = [...variables].flatMap(([name, values]) => [...values].map((value): Setting => ({ name, value })));
  const given = [...set, ...calls.flatMap(settingsInWords)].map(withSystemName);
  if (given.some(switchesOff)) return asks('a command that switches hooks off for what it starts');
  if (
    calls.some(startsWithoutHooks) ||
    (given.some((one) => movesSettings(one, guarded)) && calls.some((call) => isAgent(call, guarded)))
  )
    return asks('a command that starts or configures an agent without its hooks');
  const installed = calls.map((call) => installsInto(call, guarded.code)).find((title) => title !== undefined);
  if (installed !== undefined) return asks(`a command that installs code into ${installed}`);
  if (calls.some(removesPackage)) return asks('a command that removes the program of anyhook');
  if (endsEngine(calls)) return asks('a command that ends the engine of anyhook');
  const own = calls.flatMap((call) => {
    const words = anyhookWords(call, guarded);
    return words ? [words] : [];
  });
  if (own.length === 0) return undefined;
  if (own.some(changesEntries)) return asks('a command that changes what calls or trusts anyhook');
  if (own.some((words) => hidesText(words[verbAt(words)] ?? '')))
    return asks('a command of anyhook that does not show what it does');
  const isOther = given.some(({ name }) => movesHome.test(name) || isAgentVariable(name, guarded));
  return isOther || calls.some(dropsVariables) || own.some(trustsAll)
    ? asks('a command of anyhook with other trust, settings or another caller than yours')
    : undefined;
}

const asks = (what: string): GuardHit => ({ decision: 'ask', what });

const isAnyhook = (word: Value): boolean => /(?:^|[\\/:])anyhook(?:\.[cm]js|\.cmd|\.ps1|\.exe|@[\w.^~-]*)?$/.test(word);

/** A file system may find a program by its name in any case. */
const isAnyhookProgram = (word: Value): boolean => isAnyhook(word.toLowerCase());

/** The words after the program, if the call runs anyhook: as itself, or as the script or argument of something else. */
function anyhookWords(call: SeenCall, guarded: GuardedPaths): readonly Value[] | undefined {
  const { argv, isFullyKnown, name } = call;
  if (isAnyhookProgram(argv[0] ?? '') || isAnyhookProgram(name)) return argv.slice(1);
  if (isFullyKnown && !isLanguage(name)) return undefined;
  const index = argv.findIndex((word, at) => at > 0 && (isAnyhook(word) || isOwnScript(word, call, guarded)));
  return index < 0 ? undefined : argv.slice(index + 1);
}

/** A part of the package that a language runs. */
function isOwnScript(word: Value, call: SeenCall, guarded: GuardedPaths): boolean {
  if (!/\.[cm]?js$/.test(word) || !isLanguage(call.name)) return false;
  const path = absoluteWord(word, call, guarded);
  return /\/node_modules\/anyhook\//.test(path) || guarded.program.some((place) => isWithinAnyCase(path, place));
}

/** Nobody knows the program and the line names anyhook, or the name has signs for others and may be anyhook's. */
const isHiddenName = ({ name }: SeenCall, line: string): boolean =>
  hasUnknown(name) ? line.includes('anyhook') : hasGlob(name) && matchesPart('anyhook', shownPattern(name));

const hidesText = (text: Value): boolean => hasUnknown(text) || hasGlob(text);

function isForPerson(words: readonly Value[]): boolean {
  const verb = verbAt(words);
  if (!personalCommand.test(words[verb] ?? '')) return false;
  const rest = words.slice(verb + 1);
  return rest.some((word) => decidingOption.test(word)) || !rest.some((word) => harmlessOption.test(word));
}

/** The position of the subcommand; options before it may have values. */
function verbAt(words: readonly Value[]): number {
  const first = words.findIndex((word) => !word.startsWith('-'));
  return first > 0 && !personalCommand.test(words[first] ?? '') ? first + 1 : first;
}

/** `init` chooses which anyhook runs the hooks, and packages bring hooks of others; `trust --lock` vouches for changed ones. */
function changesEntries(words: readonly Value[]): boolean {
  const verb = verbAt(words);
  const rest = words.slice(verb + 1);
  if (rest.some((word) => /^(?:--help|-h)$/.test(word))) return false;
  return (
    (/^(?:init|add|update|import)$/.test(words[verb] ?? '') && !rest.includes('--dry-run')) ||
    (words[verb] === 'trust' && rest.includes('--lock'))
  );
}

/** Changed hooks and abilities would run without review. */
const trustsAll = (words: readonly Value[]): boolean =>
  /^(?:task|mcp)$/.test(words[verbAt(words)] ?? '') && words.some((word) => /^--trust-(?:project|lock)$/.test(word));

interface Setting {
  readonly name: string;
  readonly value: Value;
}

/** Variables in words: `env NAME=value`, `docker run -e NAME=value`, `launchctl setenv NAME value`. */
function settingsInWords({ name, argv }: SeenCall): readonly Setting[] {
  if (textPrinters.has(name)) return [];
  const pairs = argv.flatMap((word, index) => {
    const [, variable, value] = /^(?:-e|-E|--env=|--setenv=|--environment=)?([A-Z]\w*)=(.*)$/s.exec(word) ?? [];
    if (variable !== undefined) return [{ name: variable, value: value ?? '' }];
    return /^(?:setenv|set-environment)$/.test(argv[index - 1] ?? '')
      ? [{ name: word, value: argv[index + 1] ?? '' }]
      : [];
  });
  const [, variable = '', value = ''] = argv.filter((word) => !word.startsWith('-'));
  return name === 'setenv' || name === 'setx' || name === 'set' ? [...pairs, { name: variable, value }] : pairs;
}

/** Windows ignores the case of a variable's name. */
const withSystemName = (setting: Setting): Setting =>
  thisSystem === 'win32' ? { ...setting, name: setting.name.toUpperCase() } : setting;

/** Variables that switch guards off or select them. */
const switchesOff = ({ name, value }: Setting): boolean =>
  name === 'ANYHOOK'
    ? /^off\b/i.test(value) || hasUnknown(value)
    : /^(?:ANYHOOK_TRUST|ANYHOOK_MANAGED_CONFIG|SA_DISABLED_HOOKS|SA_HOOK_PROFILE)$/.test(name);

/** Another home or config. */
const movesHome = /^(?:HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|(?:LOCAL)?APPDATA|XDG_(?:CONFIG|STATE|DATA)_HOME)$/;

/** An agent that gets it finds other settings, in which no hook may be. */
const movesSettings = ({ name }: Setting, { settings }: GuardedPaths): boolean =>
  movesHome.test(name) || settings.some(({ folderVariable }) => folderVariable === name);

const isAgent = ({ name }: SeenCall, { settings }: GuardedPaths): boolean =>
  settings.some(({ programs }) => programs.includes(name));

/** Does the variable identify an agent? */
const isAgentVariable = (set: string, { agentVariables }: GuardedPaths): boolean =>
  agentVariables.some((name) => (name.endsWith('*') ? set.startsWith(name.slice(0, -1)) : set === name));

/** An environment without some variables. */
const dropsVariables = ({ name, argv }: SeenCall): boolean =>
  name === 'unset' ||
  (name === 'env' &&
    argv.slice(1).some((word) => /^(?:-$|-[a-hj-tv-zA-Z0-9_]*[iu]|--unset(?:=|$)|--ignore-environment$)/.test(word)));

const hookSwitches = /\bdisableAllHooks\b|\bfeatures\.\w*hooks\b|\bdisable[ =]\w*hooks\b|"ANYHOOK"/;

/** `claude --settings '{"disableAllHooks":true}'`, `codex --disable hooks`; a command that only reads may name them. */
const startsWithoutHooks = ({ argv, isFullyKnown }: SeenCall): boolean =>
  !isFullyKnown && hookSwitches.test(argv.slice(1).join(' '));

/** `npm uninstall -g anyhook` and the like. */
function removesPackage({ name, argv }: SeenCall): boolean {
  if (!/^(?:npm|pnpm|yarn|bun|volta|corepack|brew)$/.test(name)) return false;
  const rest = argv.slice(1);
  return rest.some((word) => /^(?:un\w*|rm?|remove|prune|unlink)$/.test(word)) && rest.some(isAnyhook);
}

/** `pkill -f anyhook`, `kill $(pgrep anyhook)`, `systemctl --user stop anyhook`. */
function endsEngine(calls: readonly SeenCall[]): boolean {
  const names = (call: SeenCall) => call.argv.slice(1).some((word) => word.includes('anyhook'));
  return calls.some((call) => {
    const words = call.argv.slice(1);
    if (/^(?:pkill|killall|skill)$/.test(call.name)) return names(call);
    if (/^(?:systemctl|launchctl|service|pm2)$/.test(call.name))
      return (
        names(call) && words.some((word) => /^(?:stop|disable|mask|kill|unload|bootout|remove|delete)$/.test(word))
      );
    return call.name === 'kill' && words.some(hasUnknown) && calls.some((one) => one !== call && names(one));
  });
}
