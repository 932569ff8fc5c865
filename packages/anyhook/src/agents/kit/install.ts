import type { EventName } from '@anyhook/core';
import type { CanaryEvent, DisablingSetting, ReadSettings } from './disabling-settings.js';
import type { OddityEffects } from './settings-oddities.js';

/** `user`: the entries of one person, for every project. `project`: entries in a repository, for all its users. */
export type InstallScope = 'user' | 'project';

/** The place where entries are written. */
export interface InstallPlace {
  readonly scope: InstallScope;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The repository, or the working folder outside of a repository. */
  readonly root: string;
  readonly isWindows: boolean;
  /** A path without symbolic links. */
  realPath(path: string): string;
  /** The names in a folder; none if the folder does not exist. */
  namesIn(folder: string): readonly string[];
}

/**
 * Ways in which agents start commands on Windows: `shell` by PowerShell or cmd, `any` by one of these or the shell of Git, `named`
 * like `any`, but an entry can name PowerShell.
 */
type WindowsStartKind = 'shell' | 'any' | 'named';

/** The command interpreter, by its full path: by name, cmd would start one in the working folder. */
export const commandInterpreter = 'C:\\Windows\\System32\\cmd.exe';

/** The values from which an entry is made. */
export interface EntryParts {
  readonly event: string;
  readonly command: string;
  readonly timeoutMs: number;
  readonly failClosed: boolean;
}

/** A settings file in which each event has a list of entries. */
export interface EntriesTarget {
  readonly kind: 'entries';
  /** JSON if absent; `oddities` of the agent says what else it may contain. */
  readonly format?: 'toml';
  readonly file: string;
  /** Keys that lead to the map of events. */
  readonly keyPath: readonly string[];
  /** The keys lead to one list for all events, whose elements name their event under this key. */
  readonly eventKey?: string;
  /** Does this file take entries for the event? All events if absent. */
  acceptsEvent?(event: string): boolean;
  /** What a new file contains besides the events. */
  readonly newFileFields?: Readonly<Record<string, unknown>>;
  /** One element of an event's list. */
  entry(parts: EntryParts): Readonly<Record<string, unknown>>;
}

/** One executable file per event. */
export interface FilesTarget {
  readonly kind: 'files';
  file(event: string): string;
  text(parts: EntryParts): string;
}

/** One file of code that the agent loads: the agent's `plugin.ts`, which asks anyhook at each event. */
export interface PluginTarget {
  readonly kind: 'plugin';
  readonly file: string;
}

export type InstallTarget = EntriesTarget | FilesTarget | PluginTarget;

/** Tables of a TOML file that list the entries that the user trusts. */
export interface TrustTables {
  readonly file: string;
  readonly tables: readonly { readonly path: readonly string[]; readonly key: string; readonly value: string }[];
}

/** A later version line of an agent: programs of the same name that run none of these entries. */
export interface UnguardedLine {
  /** Its name without a version. */
  readonly title: string;
  /** Its lowest major version; later ones belong to it too. */
  readonly fromMajor: number;
  /** npm packages whose every version belongs to it. */
  readonly packages?: readonly string[];
  /** Folders that only this line creates. */
  folders?(place: Omit<InstallPlace, 'scope' | 'root'>): readonly string[];
  /** Why the entries have no effect, and what to do, each as a part of a sentence. */
  readonly why: string;
  readonly advice: string;
}

/**
 * How one agent is connected: what `anyhook init` writes, and where. An `install.ts` imports only this kit and Node, so
 * that the bundle keeps the code that answers events in one piece.
 */
export interface InstallSpec {
  /** The agent's own folder in a home. */
  folder(place: Omit<InstallPlace, 'scope' | 'root'>): string;
  /** Files and folders of a repository that show that the agent is used there. */
  readonly projectMarkers: readonly string[];
  /** May this native event be registered whenever a hook needs it? Others only if the user names them. */
  registersByDefault?(event: string): boolean;
  /** Native event → further canonical events that it delivers. */
  readonly alsoDelivers?: Readonly<Record<string, readonly EventName[]>>;
  /** The longest time that the agent waits for a hook at an event, in milliseconds. */
  maxTimeoutMs?(event: string): number;
  /** A missing command blocks the agent, so entries check that it exists before they call it. */
  readonly missingCommandBlocks: boolean;
  /**
   * The agent passes the whole command to sh or bash, except on Windows. Set only if a run of the agent showed it, not
   * if it is only documented or if the agent uses the user's shell, which may be any shell.
   */
  readonly posixShell?: boolean;
  /** How the agent starts commands on Windows, by report. Missing: unknown, and init refuses there. */
  readonly windowsStart?: WindowsStartKind;
  /** The payload does not name its event, so the command must. */
  readonly commandNamesEvent?: boolean;
  /** The scopes in which entries can be written; both if absent. */
  readonly scopes?: readonly InstallScope[];
  target(place: InstallPlace): InstallTarget;
  /** How the agent treats oddities in its JSON files. If one is missing here, the file is assumed to be dropped. */
  readonly oddities?: OddityEffects;
  /** More files that take entries. They exist already; init never creates them. */
  extraTargets?(place: InstallPlace): readonly EntriesTarget[];
  /** What makes the agent trust our entries, computed from the file as it will be written. */
  trust?(place: InstallPlace, settings: unknown): TrustTables;
  /** What the user has to do so that the agent runs these entries. */
  userSteps?(place: InstallPlace): readonly string[];
  /** The agent's settings that keep these entries from running. */
  disablingSettings?(place: InstallPlace, read: ReadSettings): readonly DisablingSetting[];
  /** A version line of the agent that these entries do not guard. */
  readonly unguardedLine?: UnguardedLine;
  /** The agent's payload for such an event, if its fields differ from Claude Code's. */
  canary?(about: CanaryEvent): Readonly<Record<string, unknown>>;
}

/** An install with the table's data about its agent. */
export interface AgentInstall extends InstallSpec {
  /** The agent's name. */
  readonly agent: string;
  /** Programs that show that the agent is on this machine. */
  readonly programs: readonly string[];
  /** The native events that `registersByDefault` accepts. */
  readonly defaultEvents: readonly string[];
}

/** Every place of an agent's entries. */
export const targetsOf = (install: AgentInstall, place: InstallPlace): readonly InstallTarget[] => [
  install.target(place),
  ...(install.extraTargets?.(place) ?? []),
];

export const scopesOf = ({ scopes }: AgentInstall): readonly InstallScope[] => scopes ?? ['user', 'project'];

/** The name of the launcher. It marks an entry as written by init. */
export const launcherName = 'anyhook-hook';

/** The script of an agent that has a file for each event. */
export const entryScript = (command: string): string =>
  `#!/bin/sh\n# ${launcherName}: written by "anyhook init".\nexec ${command}\n`;

/** Matches a script that `init` wrote, whatever command it calls. */
export const initFilePattern = /^#!\/bin\/sh\n# anyhook-hook: written by "anyhook init"\.\nexec [^\n]*\n$/;

/** Is this a command that `init` wrote? */
export const isWrittenByInit = (command: unknown): boolean =>
  typeof command === 'string' && command.includes(launcherName);

/** A matcher group with one command, as several agents expect it. */
export const commandGroup = (handler: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  hooks: [{ type: 'command', ...handler }],
});

export const toSeconds = (ms: number): number => Math.ceil(ms / 1000);
