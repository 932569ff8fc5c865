import type { EffectPlace } from '../../effect.js';
import { guardLimits } from '../../limits.js';
import { isUserFile } from '../../places/scope.js';
import { isFullyKnown, type Value } from '../../value.js';
import { listOfWords, wordSet } from '../../word-lists.js';
import { isGiven, optionValue } from '../kit.js';
import { type GitUse, gitPath, readUse, runFromGit, unknownReceiver } from './use.js';

/** Settings whose value is a command that git runs; patterns for lower-case names. */
const commandSettings: readonly RegExp[] = [
  /^core\.(?:pager|editor|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)$/,
  /^(?:sequence\.editor|diff\.external|interactive\.difffilter|uploadpack\.packobjectshook|trailer\..*\.(?:command|cmd))$/,
  /^(?:pager\..*|gpg\.program|gpg\..*\.program|gpg\.ssh\.defaultkeycommand|web\.browser|sendemail\.(?:sendmailcmd|tocmd|cccmd))$/,
  /^(?:filter\..*\.(?:clean|smudge|process)|merge\..*\.driver|diff\..*\.(?:command|textconv))$/,
  /^(?:difftool|mergetool|browser|man|tar)\..*\.(?:cmd|command)$/,
  /^remote\..*\.(?:uploadpack|receivepack|vcs)$/,
  /^submodule\..*\.update$/,
];

/** Settings for all repositories that make git run code from another place. */
const placeSettings = wordSet('core.hookspath init.templatedir include.path core.fsmonitor core.sshcommand');

/** Outside of the project; /dev/null disables hooks. */
const isElsewhere = (at: EffectPlace): boolean =>
  at.path !== '/dev/null' && (isUserFile(at) || at.scope === 'temp' || at.scope === 'system');

const isSwitch = /^(?:true|false|yes|no|on|off|0|1|)$/i;

/** Follows a setting that git would run as a command. */
export function runSetting(use: GitUse, name: string, value: Value, isForAll: boolean): void {
  const key = name.toLowerCase();
  if (isSwitch.test(value)) return;
  if (/^credential\.(?:.*\.)?helper$/.test(key)) {
    // Git passes the passwords to a helper that stores them.
    const password = value.startsWith('!') ? use.machine.secret('passwords stored by git') : '';
    if (value.startsWith('!')) runFromGit(use, value.slice(1), 'git config', password);
  } else if (/^submodule\..*\.update$/.test(key)) {
    if (value.startsWith('!')) runFromGit(use, value.slice(1), 'git config');
  } else if (commandSettings.some((pattern) => pattern.test(key))) runFromGit(use, value, 'git config');
  const base = /^url\.(.*)\.(?:push)?insteadof$/i.exec(name)?.[1];
  if (base !== undefined && isForAll && unknownReceiver(use, base) !== undefined)
    use.machine.note({ do: 'persist', what: `another host in place of ${value}` });
  if (isForAll && placeSettings.has(key)) {
    use.machine.note({ do: 'persist', what: `git's ${name} for all repositories` });
  } else if (key === 'core.hookspath' && isElsewhere(use.machine.place(gitPath(use, value)))) {
    use.machine.note({ do: 'persist', what: 'hooks outside the project' });
  }
}

const readingOptions =
  listOfWords(`--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list -e --edit --unset
  --unset-all --remove-section --rename-section`);
const configSubcommands = new Set(['set', 'get', 'unset', 'list', 'edit', 'rename-section', 'remove-section']);

export interface GitConfigValue {
  readonly name: string;
  readonly value: Value;
  /** For all repositories of the user or the machine. */
  readonly isForAll: boolean;
}

/** The setting that `git config` changes; undefined if it only reads or removes. */
export function gitConfigSetting(use: GitUse): GitConfigValue | undefined {
  const words = readUse(use, {
    values: ['-f', '--file', '--blob', '--type', '--default', '--comment', '--value', '--url', '--get-color'],
    flags: [
      '--global',
      '--system',
      '--local',
      '--worktree',
      '--add',
      '--replace-all',
      '--append',
      '--all',
      ...readingOptions,
    ],
  });
  if (!words || isGiven(words, ...readingOptions)) return undefined;
  const file = optionValue(words, '-f', '--file');
  const [first = '', ...rest] = words.operands;
  const isSubcommand = configSubcommands.has(first);
  if (isSubcommand && first !== 'set') return undefined;
  const [name, value] = isSubcommand ? rest : [first, ...rest];
  if (name === undefined || value === undefined) return undefined;
  if (file !== undefined) use.machine.write(file, 'append');
  return { name, value, isForAll: isGiven(words, '--global', '--system') };
}

/** Variables whose value is a command that git runs. */
const commandVariables = [
  ...['GIT_SSH_COMMAND', 'GIT_EXTERNAL_DIFF', 'GIT_EDITOR', 'GIT_SEQUENCE_EDITOR', 'GIT_PAGER', 'GIT_ASKPASS'],
  ...['GIT_PROXY_COMMAND', 'GIT_SSH', 'PAGER', 'EDITOR', 'VISUAL', 'SSH_ASKPASS'],
];

/** Common values of these variables: such a program shows a file, and a person types into it. */
const editorsAndPagers = new Set('vi vim nvim nano pico emacs ed micro hx code subl less more most bat cat'.split(' '));

/** Follows the variables that git would run as commands. */
export function runCommandVariables(use: GitUse): void {
  for (const name of commandVariables) {
    const text = use.machine.variable(name);
    if (text !== '' && isFullyKnown(text) && !editorsAndPagers.has(text)) runFromGit(use, text, name);
  }
}

/** More do not fit into a readable command. */
const maxVariableSettings = 1_000;

/** The settings from `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0` … */
export function settingsOfVariables(variable: (name: string) => Value): ReadonlyMap<string, Value> {
  const settings = new Map<string, Value>();
  const count = Number(variable('GIT_CONFIG_COUNT'));
  for (let at = 0; at < Math.min(count || 0, maxVariableSettings); at++) {
    settings.set(variable(`GIT_CONFIG_KEY_${at}`).toLowerCase(), variable(`GIT_CONFIG_VALUE_${at}`));
  }
  // `'name=value'` or `'name'='value'`, with spaces between them.
  const listed = variable('GIT_CONFIG_PARAMETERS').slice(0, guardLimits.commandLength);
  for (const [, name = '', quoted, joined] of listed.matchAll(/'([^'=]{1,200})(?:'='([^']*)'|=([^']*)')/g))
    settings.set(name.toLowerCase(), quoted ?? joined ?? '');
  return settings;
}
