import type { EventName } from '../core/contract.js';

/** `user`: the entries of one person, for every project. `project`: entries in a repository, for everybody who has it. */
export type InstallScope = 'user' | 'project';

/** Where entries are to be written. */
export interface InstallPlace {
  readonly scope: InstallScope;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The repository, or the folder that takes its place. */
  readonly root: string;
  /** A path without symbolic links. */
  realPath(path: string): string;
}

/** What one entry is made of. */
export interface EntryParts {
  readonly event: string;
  readonly command: string;
  readonly timeoutMs: number;
}

/** A JSON file in which each event has a list of entries. */
export interface EntriesTarget {
  readonly kind: 'entries';
  readonly file: string;
  /** Keys that lead to the map of events. */
  readonly at: readonly string[];
  /** What a new file holds beside the events. */
  readonly start?: Readonly<Record<string, unknown>>;
  /** One element of an event's list. */
  entry(parts: EntryParts): Readonly<Record<string, unknown>>;
}

/** One executable file per event. */
export interface FilesTarget {
  readonly kind: 'files';
  file(event: string): string;
  text(parts: EntryParts): string;
}

/** One file of code that the agent loads: the agent's `plugin.ts`, which asks us at each event. */
export interface PluginTarget {
  readonly kind: 'plugin';
  readonly file: string;
}

/** Tables of a TOML file that say which entries the user trusts. */
export interface TrustTables {
  readonly file: string;
  readonly tables: readonly { readonly path: readonly string[]; readonly key: string; readonly value: string }[];
}

/** How one agent is connected: what `anyhook init` writes, and where. */
export interface Render {
  readonly host: string;
  /** Programs that show that the agent is on this machine. */
  readonly programs: readonly string[];
  /** The agent's own folder in a home. */
  folder(place: Omit<InstallPlace, 'scope' | 'root'>): string;
  /** Files and folders of a repository that show that the agent is used there. */
  readonly signs: readonly string[];
  /** Native events that may be registered whenever a hook needs them. The others are registered only by name. */
  readonly safe: readonly string[];
  /** Canonical events that a native one serves beside its own. */
  readonly also?: Readonly<Record<string, readonly EventName[]>>;
  /** Longest time the agent gives a hook at an event. */
  longestMs?(event: string): number;
  /** A command that is not found blocks the agent: entries must look before they call. */
  readonly missingBlocks: boolean;
  /** The payload does not say its event: the command must. */
  readonly namesEvent?: boolean;
  target(place: InstallPlace): EntriesTarget | FilesTarget | PluginTarget;
  /** What makes the agent trust our entries, from the file as it will be. */
  trust?(place: InstallPlace, settings: unknown): TrustTables;
  /** What the user has to do for the agent to run these entries. */
  steps?(place: InstallPlace): readonly string[];
}

/** The name of the launcher, which marks an entry as ours. */
export const marker = 'anyhook-hook';

/** Is this a command that `init` wrote? */
export const isOwnCommand = (command: unknown): boolean => typeof command === 'string' && command.includes(marker);

/** Does this command call anyhook, be it by an entry that somebody wrote by hand? */
export const callsAnyhook = (command: unknown): boolean =>
  isOwnCommand(command) || (typeof command === 'string' && /anyhook(?:\.mjs)? run --host/.test(command));

/** A matcher group with one command, as several agents have it. */
export const group = (handler: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  hooks: [{ type: 'command', ...handler }],
});

export const seconds = (ms: number): number => Math.ceil(ms / 1000);
