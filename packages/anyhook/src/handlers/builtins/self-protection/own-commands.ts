import { thisSystem } from '@anyhook/core';
import { type CommandReading, hasGlob, hasUnknown, type SeenCall, type Value } from '@anyhook/guard';
import { features } from '../../../features.js';
import { oldCommands } from '../../../old-commands.js';
import {
  type AgentStart,
  agentStartOf,
  bringsOldVersion,
  copiers,
  getsUnknownWords,
  installsInto,
  possibleAgents,
  startsInCode,
} from './agent-calls.js';
import { type GuardedPaths, type GuardHit, matchesPart, shownPattern } from './guarded-paths.js';
import { isWithinAnyCase } from './guarded-settings.js';
import { absoluteWord, isLanguage, textPrinters } from './word-effects.js';

type SeenByGuard = CommandReading['seen'];

/** Commands for a person at a terminal: an agent must not run them, not even through a fake terminal. */
const ownPersonal = [
  'approve',
  'refuse',
  'trust',
  'off',
  'uninstall',
  'hooks remove',
  'engine stop',
  'ui',
  'undo',
  'snapshot restore',
];

/** Commands that choose which anyhook runs the hooks, install third-party hooks, or change stored or published data. */
const ownChanging = ['init', 'hooks add', 'hooks update', 'hooks import', 'log prune'];

/** Commands that run hooks or abilities of a project. */
const ownRunning = ['task', 'mcp', 'serve', 'fire', 'run', 'flow run-hook', 'replay'];

interface CommandPatterns {
  readonly personal: RegExp;
  /** One of them inside a text that something else runs or types. */
  readonly personalText: RegExp;
  readonly changing: RegExp;
  readonly running: RegExp;
  /** Commands with subcommands. */
  readonly group: RegExp;
}

let patterns: CommandPatterns | undefined;

/** The commands, with those of features. */
function commandPatterns(): CommandPatterns {
  if (patterns) return patterns;
  const guarded = features.map(({ guardedCommands }) => guardedCommands ?? {});
  const personal = [...ownPersonal, ...guarded.flatMap(({ personal: more = [] }) => more)];
  const changing = [...ownChanging, ...guarded.flatMap(({ changing: more = [] }) => more)];
  const groups = [...personal, ...changing, ...ownRunning].flatMap((command) => /^(.*) /.exec(command)?.slice(1) ?? []);
  const anyOf = (words: readonly string[]) => new RegExp(`^(?:${words.join('|')})$`);
  const oldPersonal = Object.keys(oldCommands).filter((old) => personal.includes(oldCommands[old] ?? ''));
  const words = [...personal, ...oldPersonal].join('|').replaceAll(' ', String.raw`\s+`);
  patterns = {
    personal: anyOf(personal),
    personalText: new RegExp(String.raw`(?:^|[\s/'"\x60(;&|:])anyhook(?:\.[cm]js)?["']?\s+(?:-\S+\s+)*(?:${words})\b`),
    changing: anyOf(changing),
    running: anyOf(ownRunning),
    group: anyOf(groups),
  };
  return patterns;
}

const harmlessOption = /^(?:--help|-h|--list|--dry-run)$/;
/** If one of these is present, a word that looks harmless may be the value of an option. */
const decidingOption = /^--(?:yes|reason)\b/;

/** Does the command run an anyhook command that only a person may run? */
export function personalHit({ calls }: SeenByGuard, line: string, guarded: GuardedPaths): GuardHit | undefined {
  const isPersonal = calls.some((call) => {
    const words = anyhookWords(call, guarded) ?? (isHiddenName(call, line) ? call.argv.slice(1) : undefined);
    return words !== undefined && isForPerson(words) && !words.includes('--lock');
  });
  return isPersonal
    ? { decision: 'deny', what: 'an anyhook command that is only for a person at a terminal' }
    : undefined;
}

/** The effect of a command's programs on anyhook and hooks, whatever files they name. */
export function callHit(seen: SeenByGuard, guarded: GuardedPaths): GuardHit | undefined {
  const { calls, code, variables } = seen;
  const set = [...variables].flatMap(([name, values]) => [...values].map((value): Setting => ({ name, value })));
  const given = [...set, ...calls.flatMap(settingsInWords)].map(withSystemName);
  if (given.some(switchesOff)) return asks('a command that switches hooks off for the programs that it starts');
  if (
    calls.some(switchesHooksOff) ||
    calls.some((call) => setsForLater(call, guarded)) ||
    calls.some((call) => startsWithoutHooks(call, given, guarded)) ||
    (calls.some((call) => isOtherUser(call) || hidesFiles(call)) &&
      calls.some((call) => agentStartOf(call, guarded))) ||
    code.some(({ text }) => startsInCode(text, guarded)) ||
    getsUnknownWords(calls, guarded)
  )
    return asks('a command that starts or configures an agent without its hooks');
  if (calls.some((call) => bringsOldVersion(call, guarded)))
    return asks('a command that installs a version of an agent without hooks');
  const installed = calls.map((call) => installsInto(call, guarded.code)).find((title) => title !== undefined);
  if (installed !== undefined) return asks(`a command that installs code into ${installed}`);
  if (calls.some(removesPackage)) return asks('a command that removes the program of anyhook');
  if (calls.some(renamesOwn)) return asks('a command that renames the program of anyhook');
  if (endsEngine(calls)) return asks('a command that ends the engine of anyhook');
  if (calls.some(carriesPersonal)) return asks('an anyhook command that is only for a person at a terminal');
  const own = calls.flatMap((call) => {
    const words = anyhookWords(call, guarded);
    return words ? [words] : [];
  });
  if (own.length === 0) return undefined;
  if (own.some(changesEntries)) return asks('a command that changes what calls or trusts anyhook');
  if (own.some((words) => hidesText(commandOf(words))))
    return asks('a command of anyhook that does not show what it does');
  const isOther = given.some(({ name }) => movesHome.test(name) || isAgentVariable(name, guarded));
  const isElsewhere = calls.some(startsElsewhere) && own.some((words) => isCommand(commandOf(words)));
  return isOther || calls.some(dropsVariables) || isElsewhere || own.some(trustsAll)
    ? asks('a command of anyhook that uses other trust or settings, or hides its caller')
    : undefined;
}

const asks = (what: string): GuardHit => ({ decision: 'ask', what });

const isAnyhook = (word: Value): boolean => /(?:^|[\\/:])anyhook(?:\.[cm]js|\.cmd|\.ps1|\.exe|@[\w.^~-]*)?$/.test(word);

/** A file system may ignore case in a program's name. */
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

/** The program is unknown and the line names anyhook, or its name has wildcards and may match anyhook. */
const isHiddenName = ({ name }: SeenCall, line: string): boolean =>
  hasUnknown(name) ? line.includes('anyhook') : hasGlob(name) && matchesPart('anyhook', shownPattern(name));

const hidesText = (text: Value): boolean => hasUnknown(text) || hasGlob(text);

function isForPerson(words: readonly Value[]): boolean {
  if (!commandPatterns().personal.test(commandOf(words))) return false;
  const rest = words.slice(verbAt(words) + 1);
  return rest.some((word) => decidingOption.test(word)) || !rest.some((word) => harmlessOption.test(word));
}

/** The position of the subcommand; options before it may have values. */
function verbAt(words: readonly Value[]): number {
  const first = words.findIndex((word) => !word.startsWith('-'));
  const word = words[first] ?? '';
  return first > 0 && !isCommand(newSpelling(word)) && !commandPatterns().group.test(word) ? first + 1 : first;
}

/** A command that does more than read. */
function isCommand(words: Value): boolean {
  const { personal, changing } = commandPatterns();
  return runsHooks(words) || personal.test(words) || changing.test(words);
}

const runsHooks = (words: Value): boolean => commandPatterns().running.test(words.replace(/^task .*/, 'task'));

/** The command by its current name. */
const newSpelling = (verb: Value): Value => (Object.hasOwn(oldCommands, verb) ? (oldCommands[verb] ?? verb) : verb);

/** The subcommand: `off`, `fleet join`. */
function commandOf(words: readonly Value[]): Value {
  const at = verbAt(words);
  const verb = words[at] ?? '';
  if (!commandPatterns().group.test(verb)) return newSpelling(verb);
  const next = words.slice(at + 1).find((word) => !word.startsWith('-'));
  return next === undefined ? verb : `${verb} ${next}`;
}

/** `trust --lock` vouches for changed hooks. */
function changesEntries(words: readonly Value[]): boolean {
  const command = commandOf(words);
  if (words.some((word) => /^(?:--help|-h)$/.test(word))) return false;
  if (command === 'trust') return words.includes('--lock');
  return commandPatterns().changing.test(command) && !words.includes('--dry-run') && !words.includes('--list');
}

/** Changed hooks and abilities would run without review. */
const trustsAll = (words: readonly Value[]): boolean =>
  runsHooks(commandOf(words)) && words.some((word) => /^--trust-(?:project|lock)$/.test(word));

interface Setting {
  readonly name: string;
  readonly value: Value;
}

/** Variables set by words: `env NAME=value`, `docker run -e NAME=value`, `launchctl setenv NAME value`. */
function settingsInWords({ name, argv }: SeenCall): readonly Setting[] {
  if (textPrinters.has(name)) return [];
  const pairs = argv.flatMap((word, index) => {
    const [, variable, value] = /^(?:-e|-E|--env=|--setenv=|--environment=)?([A-Z]\w*)=(.*)$/s.exec(word) ?? [];
    if (variable !== undefined) return [{ name: variable, value: value ?? '' }];
    const before = argv.slice(0, index).findLast((one) => !one.startsWith('-'));
    return /^(?:setenv|set-environment)$/.test(before ?? '') ? [{ name: word, value: argv[index + 1] ?? '' }] : [];
  });
  const [, variable = '', value = ''] = argv.filter((word) => !word.startsWith('-'));
  return name === 'setenv' || name === 'setx' || name === 'set' ? [...pairs, { name: variable, value }] : pairs;
}

/** `tmux set-environment -g CLAUDE_CONFIG_DIR x`, `fish -c 'set -Ux …'`: sets the variable for later programs. */
const setsForLater = (call: SeenCall, { settings }: GuardedPaths): boolean =>
  (/^(?:tmux|launchctl|systemctl|setx)$/.test(call.name) ||
    (call.name === 'set' && /^-\w*U/.test(call.argv[1] ?? ''))) &&
  settingsInWords(call).some(({ name }) => settings.some(({ variables }) => variables.includes(name)));

/** Windows ignores the case of a variable's name. */
const withSystemName = (setting: Setting): Setting =>
  thisSystem === 'win32' ? { ...setting, name: setting.name.toUpperCase() } : setting;

/** Variables that switch guards off or select them. */
const switchesOff = ({ name, value }: Setting): boolean =>
  name === 'ANYHOOK'
    ? /^off\b/i.test(value) || hasUnknown(value)
    : /^(?:ANYHOOK_TRUST|ANYHOOK_MANAGED_CONFIG|SA_DISABLED_HOOKS|SA_HOOK_PROFILE)$/.test(name);

/** Variables that set another home or config. */
const movesHome = /^(?:HOME|USERPROFILE|HOMEDRIVE|HOMEPATH|(?:LOCAL)?APPDATA|XDG_(?:CONFIG|STATE|DATA)_HOME)$/;

/** Programs that start other programs as another user or with other files, so with other settings. */
const isOtherUser = ({ name }: SeenCall): boolean =>
  /^(?:sudo|doas|su|runuser|run0|pkexec|gosu|su-exec|setpriv|chroot|proot|bwrap)$/.test(name);

/** Programs that start others with other files, which the guard does not read. */
const hidesFiles = ({ name, argv }: SeenCall): boolean =>
  /^(?:firejail|nsjail|minijail0|systemd-nspawn|fakechroot)$/.test(name) ||
  (name === 'systemd-run' &&
    argv.some((word) =>
      /(?:FileSystem|Paths|RootDirectory|RootImage|ProtectHome|MountImages|DynamicUser|User)=|^--uid/.test(word),
    ));

/** Does the call start an agent with options or variables that disable its hooks? */
function startsWithoutHooks(call: SeenCall, given: readonly Setting[], guarded: GuardedPaths): boolean {
  const found = agentStartOf(call, guarded);
  const isWithout = ({ agent, words }: AgentStart): boolean =>
    given.some(({ name }) => agent.variables.includes(name)) ||
    agent.hookOptions.some((option) => hasOption(words, option));
  if (!found) return possibleAgents(call, guarded).some(isWithout);
  const hidesOption = found.words.some((word) => hidesText(word) && word.startsWith('-'));
  return isWithout(found) || hidesOption || given.some(({ name }) => movesHome.test(name));
}

/** Is the option among the words: `--config x`, `--config=x`, `-cx`? */
function hasOption(words: readonly Value[], option: string): boolean {
  const [name = '', value = ''] = option.split(' ');
  return words.some((given, at) => {
    const [word, next = ''] = [given, words[at + 1]].map((one) => one?.replace(/["'\s]/g, ''));
    if (word === undefined) return false;
    if (word === name) return next.startsWith(value) && !keepsUserHooks(name, next);
    if (word.startsWith(`${name}=`)) {
      const joined = word.slice(name.length + 1);
      return joined.startsWith(value) && !keepsUserHooks(name, joined);
    }
    return /^-\w$/.test(name) && word.startsWith(name) && word.slice(2).startsWith(value);
  });
}

/** `--setting-sources user,project` includes the user's settings. */
const keepsUserHooks = (option: string, value: Value): boolean =>
  option.endsWith('-sources') && value.split(',').includes('user');

/** Does the variable identify an agent? */
const isAgentVariable = (set: string, { agentVariables }: GuardedPaths): boolean =>
  agentVariables.some((name) => (name.endsWith('*') ? set.startsWith(name.slice(0, -1)) : set === name));

/** Shell commands that hide variables from later commands, with the word that does it. */
const variableDroppers: Readonly<Record<string, RegExp>> = {
  unset: /^/,
  env: /^(?:-$|-[a-hj-tv-zA-Z0-9_]*[iu]|--unset(?:=|$)|--ignore-environment$)/,
  export: /^-[a-z]*n/,
  declare: /^\+[a-z]*x/,
  typeset: /^\+[a-z]*x/,
  local: /^\+[a-z]*x/,
  exec: /^-[a-z]*c/,
  setpriv: /^--reset-env$/,
};

const dropsVariables = ({ name, argv }: SeenCall): boolean => {
  const word = Object.hasOwn(variableDroppers, name) ? variableDroppers[name] : undefined;
  return word !== undefined && argv.slice(1).some((one) => word.test(one));
};

/** Programs that start others outside the agent's process tree, or without its variables. */
const otherStarters = new Set(
  (
    'tmux screen zellij dtach abduco ssh mosh sudo doas pkexec run0 su runuser login machinectl systemd-run systemctl ' +
    'launchctl start-stop-daemon docker podman nerdctl kubectl nsenter chroot at batch'
  ).split(' '),
);

const startsElsewhere = ({ name }: SeenCall): boolean => otherStarters.has(name);

/** Programs that pass a text to something that runs or types it. */
const textCarriers = new Set(
  'at batch crontab busctl gdbus dbus-send osascript tmux screen zellij kitty wezterm xdotool ydotool wtype'.split(' '),
);

/** Is the text of a personal command passed to something else? */
const carriesPersonal = ({ name, argv, stdin = '' }: SeenCall): boolean =>
  textCarriers.has(name) &&
  [typedWords(argv), ...argv.slice(1), stdin].some((text) => commandPatterns().personalText.test(text));

/** Words passed one by one: `send-keys anyhook Space off`, `string:anyhook string:off`. */
const typedWords = (argv: readonly Value[]): string =>
  argv
    .filter((word) => word !== 'Space')
    .map((word) => word.replace(/^string:/, ''))
    .join(' ');

const hookSwitches =
  /\bdisableAllHooks\b|\bfeatures\.\w*hooks\b|\bdisable[ =]\w*hooks\b|\bhooks disable\b|\bconfig (?:set|unset|remove|rm|delete) (?:-\S+ )*hooks\b|"ANYHOOK"/;

/** `claude config set disableAllHooks true`, `codex features disable hooks`; a read-only command may name them. */
const switchesHooksOff = ({ argv, isFullyKnown }: SeenCall): boolean =>
  !isFullyKnown &&
  hookSwitches.test(
    argv
      .slice(1)
      .filter((word) => !isProse(word))
      .join(' '),
  );

/** A word of several words, such as a title: neither JSON nor a setting. */
const isProse = (word: Value): boolean => /\s/.test(word.trim()) && !/^\s*(?:[{[]|[\w."]+\s*=)/.test(word);

/** `npm uninstall -g anyhook` and the like. */
function removesPackage({ name, argv }: SeenCall): boolean {
  if (!/^(?:npm|pnpm|yarn|bun|volta|corepack|brew)$/.test(name)) return false;
  const rest = argv.slice(1);
  return rest.some((word) => /^(?:un\w*|rm?|remove|prune|unlink)$/.test(word)) && rest.some(isAnyhook);
}

/** `cp $(which anyhook) x`: later calls of `x` would not be recognized. */
const renamesOwn = ({ name, argv }: SeenCall): boolean =>
  copiers.test(name) &&
  argv.slice(1, -1).some((word) => /[\\/]/.test(word) && isAnyhookProgram(word)) &&
  !isAnyhookProgram(argv.at(-1) ?? '');

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
