import { dirname, join } from 'node:path';
import { type AgentInstall, launcherName } from '../agents/kit/install.js';
import { shellWord } from '../core/shell-quote.js';
import { smallMemory } from '../platform/process/start-detached.js';
import { answerMarginMs } from './json-entries.js';

/** Where this anyhook is: the program and the Node that runs it. */
export interface AnyhookProgram {
  readonly node: string;
  readonly file: string;
}

const notInstalledText = 'anyhook is not installed on this machine';
const help = 'install it again, or start the agent with ANYHOOK=off';
const refuseScript = `[ "$ANYHOOK" = off ] && exit 0; echo "${notInstalledText}, and failClosed is set; ${help}" >&2; exit 2`;

/** Also obeys failClosed if it was switched on after `init`, as far as a shell can read the config. */
const configCheckScript = [
  '[ "$ANYHOOK_FAIL_CLOSED" = 1 ] ||',
  '  grep -Eqs "^failClosed:[[:space:]]*true" "${XDG_CONFIG_HOME:-$HOME/.config}/anyhook/config.yaml" \\',
  '    "${ANYHOOK_MANAGED_CONFIG:-/etc/anyhook/config.yaml}" || exit 0',
].join('\n');

/** Variables that the resident engine itself needs; the others belong to the agent whose event starts it. */
const keptVariables = [
  'HOME',
  'PATH',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'NODE_EXTRA_CA_CERTS',
];
const keptFolders = ['STATE', 'CONFIG', 'DATA', 'CACHE'].map((name) => `XDG_${name}_HOME`);
const cleanEnvironment = `env -i ${[...keptVariables, ...keptFolders, 'XDG_RUNTIME_DIR'].map((name) => `\${${name}+"${name}=$${name}"}`).join(' ')}`;

const startEngineScript = [
  'if [ "$1" = --up ]; then',
  '  [ -n "$node" ] && [ -f "$program" ] || exit 1',
  '  # The event that found no engine is being decided: it has the machine to itself.',
  '  sleep 0.2 2>/dev/null',
  `  exec ${cleanEnvironment} "$node" ${smallMemory} "$program" up --foreground`,
  'fi',
];

export interface LauncherOptions {
  readonly failClosed: boolean;
  /** Entries call this script directly, so it asks the resident engine first. Otherwise a faster client did that. */
  readonly isClient: boolean;
}

/**
 * The script that finds anyhook, and lets the agent continue if there is none. Entries call it, or a faster client that
 * calls it if no engine runs. Its path and the commands that contain it stay the same across versions.
 */
export function launcherText({ node, file }: AnyhookProgram, { failClosed, isClient }: LauncherOptions): string {
  const run = isClient ? 'run --resident' : 'run';
  return [
    '#!/bin/sh',
    `# ${launcherName} <agent> [options]: agents call this for each event. Written by "anyhook init".`,
    `node=${shellWord(node)}`,
    `program=${shellWord(file)}`,
    ...(failClosed ? ['export ANYHOOK_FAIL_CLOSED=1'] : []),
    '[ -x "$node" ] || node=$(command -v node)',
    ...(isClient ? [] : startEngineScript),
    'host=$1',
    'shift',
    `[ -n "$node" ] && [ -f "$program" ] && exec "$node" "$program" ${run} --host "$host" "$@"`,
    // The program on PATH may need a Node.js that does not exist; that error would block some agents.
    '[ -n "$node" ] && program=$(command -v anyhook) && export PATH="$PATH:${node%/*}" &&',
    '  exec "$program" run --host "$host" "$@"',
    `# ${notInstalledText} any more.`,
    ...(failClosed ? [] : [configCheckScript]),
    refuseScript,
    '',
  ].join('\n');
}

/** The path of the script that a faster client calls. */
export const nodeLauncher = (launcher: string): string => join(dirname(launcher), 'anyhook-node');

export interface EntryCommand {
  readonly install: Pick<AgentInstall, 'host' | 'missingBlocks' | 'namesEvent'>;
  /** Missing for a plugin, which adds the arguments of each event itself. */
  readonly entry?: { readonly event: string; readonly timeoutMs: number };
  readonly failClosed: boolean;
}

/**
 * The command of an entry in a user's own settings. If a shell is known to run it, `exec` replaces that shell, because
 * some shells start a second process even for the last command. Otherwise the command brings its own shell if needed.
 */
export function userCommand(launcher: string, about: EntryCommand, hasShell: boolean): string {
  const absent = about.failClosed ? `{ ${refuseScript}; }` : about.install.missingBlocks ? 'exit 0' : undefined;
  const [program, args] = [shellWord(launcher), entryArguments(about)];
  if (hasShell) return `${absent === undefined ? '' : `[ -x ${program} ] || ${absent}; `}exec ${program} ${args}`;
  const look = absent === undefined ? '' : `sh -c '[ -x "$0" ] || ${absent}; exec "$0" "$@"' `;
  return `${look}${program} ${args}`;
}

/** Is the command written for a shell? Entries of earlier versions are not, but do the same. */
export const isShellCommand = (command: string): boolean => /^(?:\[ -x |exec )/.test(command);

/**
 * The command of an entry that a project shares, without paths of this machine. It calls the user's launcher, else
 * anyhook on PATH, else the one installed in the project.
 */
export function projectCommand(about: EntryCommand): string {
  const script = [
    'h=${XDG_DATA_HOME:-$HOME/.local/share}/anyhook/bin/anyhook-hook',
    '[ -x "$h" ] && exec "$h" "$@"',
    'd=$PWD',
    'until [ -z "$d" ] || [ -x "$d/node_modules/.bin/anyhook" ]; do d=${d%/*}; done',
    'p=$(command -v anyhook) || p=$d/node_modules/.bin/anyhook',
    `command -v node >/dev/null && [ -x "$p" ] || ${about.failClosed ? `{ ${refuseScript}; }` : 'exit 0'}`,
    'a=$1; shift',
    'exec "$p" run --host "$a" "$@"',
  ].join('; ');
  return `sh -c '${script}' ${launcherName} ${entryArguments(about)} ${projectArgs.join(' ')}`;
}

/** The arguments that the command of a plugin passes to anyhook. */
export const pluginArgs = (host: string, scope: 'user' | 'project'): readonly string[] => [
  host,
  ...(scope === 'project' ? projectArgs : []),
];

const projectArgs = ['--entry', 'project'];

function entryArguments({ install, entry }: EntryCommand): string {
  if (!entry) return install.host;
  const named = install.namesEvent ? ` --event ${entry.event}` : '';
  return `${install.host}${named} --timeout ${Math.max(500, entry.timeoutMs - answerMarginMs)}`;
}
