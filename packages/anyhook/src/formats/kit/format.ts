import { basename, dirname, join } from 'node:path';
import type {
  Ending,
  Event,
  EventName,
  FailureKind,
  FormatName,
  Hook,
  PackageOfHook,
  Pattern,
  Problem,
  Scope,
  ToolMap,
} from '@anyhook/core';
import type { HookWriter } from './hook-draft.js';

/** One hook file format: a row of the table in index.ts. Its codec and its parsers are loaded on first use. */
export interface Format extends FormatFacts, Codec {}

/** The fields of a format that are needed before one of its hooks is found. */
export interface FormatFacts {
  readonly name: FormatName;
  /** Where its hook files are inside a project: a folder (`.agents`), or one file (`hooks/hooks.json`). */
  readonly locations: readonly string[];
  /** Earlier versions did not read its files: where one was set up, its hooks wait for `init` or `trust`. */
  readonly requiresOptIn?: true;
  /** Hooks that come with the format, for agents that run them in projects without hooks. */
  policies?(root: string): readonly Hook[];
  /** Reads its hook files. A format without a loader has no files of its own: its hooks are entries of the config. */
  readonly loader?: () => Promise<HookLoader>;
  /** Writes its hook files, for `new` and `convert`. */
  readonly writer: () => Promise<HookWriter>;
  /** Describes its active hooks to a model, for `prompt`. */
  readonly promptBlock?: () => Promise<(hooks: readonly Hook[]) => string>;
}

/** The engine's protocol for hooks of one format. On the start path: no parser, no schema. */
export interface Codec {
  readonly name: FormatName;
  /** The format's own event names. */
  readonly events: Readonly<Record<string, FormatEvent>>;
  /** Its hooks name canonical events instead of those in `events`, and one hook may name several. */
  readonly canonicalEvents?: true;
  readonly tools: ToolMap;
  readonly mcpName: (server: string, tool: string) => string;
  /** A patch of several files is shown to its hooks file by file. */
  readonly singlePath: boolean;
  /** Indentation of the JSON on stdin; none means one line. Some shell hooks search the text for an exact spelling. */
  readonly indent?: number;
  /** Its hooks pass their stdin to `echo`: the JSON is written so that shells in which `echo` unescapes leave it intact. */
  readonly isEchoed?: true;
  /** Its hooks after a tool call get the duration of the call. */
  readonly readsDuration?: true;
  /** Priority orders hooks of the user and of the project together; else the user's run first. */
  readonly priorityOverScopes?: true;
  /** Its hooks get the numbers of calls in a turn and a session, and the duration of the session. */
  readonly readsSteps?: true;
  /** Its hooks at a stop get the number of consecutive blocked stops. */
  readonly readsStopBlocks?: true;
  /** Its hooks run on events that the agent fires itself, not on derived ones. */
  readonly ignoresDerived?: true;
  /** Abilities can bind its hooks by id. */
  readonly bindable?: true;
  /** The JSON that a hook expects on stdin. */
  stdin(event: Event, hook: Hook): unknown;
  /** Fills placeholders in a text of the hook file, such as the prompt for a model, from the hook's stdin. */
  fillText?(text: string, event: Event, hook: Hook): Promise<string>;
  /** Variables that a hook expects in addition to the agent's environment. */
  env(event: Event, hook: Hook, agent?: Environment, caller?: CallerNames): Readonly<Record<string, string>>;
  /** Turns exit code, stdout and stderr into a result, by the format's rules. */
  read(output: ProcessOutput, hook: Hook, event: Event): Ending;
  /** The timeout that the environment sets for all of its hooks. */
  timeoutMs?(caller: string, env: Environment): number | undefined;
}

/** The name that the program behind an event gives itself, if it is not the event's agent. */
export interface CallerNames {
  readonly hook: string;
  readonly telemetry: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** One event of a format: the canonical events that it means, and what hooks may do there (at most the contract). */
export interface FormatEvent {
  readonly events: readonly EventName[];
  readonly blocks: boolean;
  readonly context: boolean;
  readonly rewrites: boolean;
  /** The event of the same format that comes first: if a hook blocks there, this one does not happen. */
  readonly after?: string;
  /** Only one agent has it: a hook runs where the agent's event has this exact name. */
  readonly byName?: true;
  /** Failures of a hook that block here, whatever failure rule its entry has. */
  readonly blockingFailures?: readonly FailureKind[];
  /** What a matcher is compared with: the tool's name, or the event's own subject such as the source of a session. */
  readonly matcher?: 'tool' | 'subject';
  /** The event is only about calls of these tools, by the names that the format has for them. */
  readonly tools?: Pattern;
}

/** What a process printed, and how it exited. */
export interface ProcessOutput {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A place where hook files may be. The project module lists and reads it. */
export interface HookPlace {
  readonly scope: Scope;
  /** Absolute folder. */
  readonly dir: string;
  /** Base of the hooks' own paths: the project root, the plugin folder or the user's config folder. */
  readonly root: string;
  /**
   * `file`: dir/name. `folder`: every dir/<name with one of the endings>, or every name that a regex matches in any case.
   * `each`: dir/<any folder>/name, or its `otherName`.
   */
  readonly find:
    | { readonly kind: 'file'; readonly name: string }
    | { readonly kind: 'folder'; readonly endings: readonly string[] }
    | { readonly kind: 'folder'; readonly names: string }
    | { readonly kind: 'each'; readonly name: string; readonly otherName?: string };
  readonly flavour?: string;
  /** The installed plugin that its hooks belong to. */
  readonly plugin?: PluginOfFile;
  /** The package that its hooks were added with. */
  readonly package?: PackageOfHook;
  /** The folder of an agent, added by the config, that contains it. */
  readonly agentFolder?: string;
}

/** The installed plugin that a hook file belongs to. */
export interface PluginOfFile {
  readonly name: string;
  /** Where the plugin keeps its data. */
  readonly dataFolder: string;
}

/** The folders in which hook files of one project are searched. */
export interface SearchFolders {
  readonly cwd: string;
  /** The repository root, or the cwd outside a repository. */
  readonly root: string;
  readonly home: string;
  /** `$XDG_CONFIG_HOME` or its default. */
  readonly configHome: string;
  /** Hook files that the config names under `files`. */
  readonly configuredFiles: readonly string[];
  /** Further folders of agents that the config names under `agentFolders`, by the format of their hooks. */
  readonly agentFolders?: AgentFolders;
}

/** Folders of agents besides the usual ones, by the format of their hooks. */
export type AgentFolders = Readonly<Record<FormatName, readonly string[]>>;

/** A hook file with its text and the files next to it. */
export interface HookFile {
  readonly path: string;
  readonly text: string;
  readonly scope: Scope;
  readonly root: string;
  /** The folder that the agent works in; missing if a file is checked alone. */
  readonly cwd?: string;
  readonly flavour?: string;
  /** The installed plugin that it belongs to. */
  readonly plugin?: PluginOfFile;
  /** For places of kind `each`: files of the hook's folder, relative; on Windows `executable` is one that anyhook can start. */
  readonly siblings: readonly { readonly path: string; readonly executable: boolean }[];
  /** Files below `scripts/` that are deeper than `siblings`; `isCut` if there are more than are listed. */
  readonly deepScripts?: { readonly paths: readonly string[]; readonly isCut: boolean } | undefined;
  /** Does this file exist (inside the project or absolute)? For scripts named in commands. */
  readonly exists: (path: string) => boolean;
  /** Reads another hook file that this one names (absolute). `unread`: untrusted, and too expensive to read. */
  readonly readNamedFile?: (path: string) => NamedFileText;
}

/** The text of a hook file that another one names. */
export type NamedFileText = { readonly text: string } | 'unread' | 'unreadable';

/** The hooks of one file, and its problems. */
export interface LoadedFile {
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}

/** A file of unknown format. */
export interface UnknownFile {
  /** With `/`, on every system. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The keys at the top of the file when it is read as YAML. */
  keys(): readonly string[];
  /** The keys of its `hooks`, if those are a map. */
  hookEvents(): readonly string[];
}

/** How to find the event of a file with one hook even if it cannot be parsed, for its placeholder. */
export interface OneHookFile {
  readonly events: Readonly<Record<string, FormatEvent>>;
  /** Finds the name of the event. */
  readonly eventPattern: RegExp;
  /** Matches if the hook never blocks, or is switched off. */
  readonly harmlessPattern: RegExp;
}

/** A plugin that a user installed with an agent. */
export interface InstalledPlugin {
  /** Its name in the agent. */
  readonly name: string;
  readonly folder: string;
  /** Installed for other projects only, so it does not apply here. */
  readonly isElsewhere?: true;
}

/** Context for reading the list of an agent's plugins. */
interface PluginListContext {
  /** The folders of the project: plugins may be installed for one project only. */
  readonly projectFolders: readonly string[];
  readonly agentFolder: string;
  /** The names in a folder; none if it does not exist. */
  namesIn(folder: string): readonly string[];
}

/** Where an agent keeps the plugins that its users installed, if their hooks have this format. */
export interface PluginRegistry {
  /** The title of the agent, which runs the hooks of these plugins itself. */
  readonly agent: string;
  /** The agent's folder, below the user's home folder. */
  readonly folder: string;
  /** The list of installed plugins, in that folder. */
  readonly list: string;
  /** The settings that switch plugins on, in that folder and in a project; the strongest last. */
  readonly userSettings: readonly string[];
  readonly projectSettings: readonly string[];
  /** The plugins in the text of the list. */
  installed(list: string, context: PluginListContext): readonly InstalledPlugin[];
  /** Is the plugin switched on, by the texts of the settings? */
  isEnabled(name: string, settings: readonly string[]): boolean;
  /** Where its hook files are; `folder` is that of the agent. */
  places(plugin: InstalledPlugin, folder: string): readonly HookPlace[];
}

/** Finds and reads hook files of one format. */
export interface HookLoader {
  /** What its files look like, for messages: `HOOK.md`. */
  readonly fileNames: readonly string[];
  /** The folder of its agent in the user's home. An agent with one may also have others (`agentFolders`). */
  readonly userFolder?: string;
  places(folders: SearchFolders): readonly HookPlace[];
  load(file: HookFile): LoadedFile;
  /** Does this file have the format? `maybe` counts if no other format says `yes`. */
  recognise(file: UnknownFile): 'yes' | 'maybe' | 'no';
  /** Set if its files have one hook each: finds the event of a broken file. */
  readonly oneHookFile?: OneHookFile;
  /** The part of a file's text that is parsed; all of it by default. */
  parsedPart?(text: string): string;
  /** The place of a file that is checked alone. Without it: the file in its folder, with the project as its base. */
  placeOf?(path: string): HookPlace;
  /** Plugins of other programs that contain hooks of this format. */
  readonly plugins?: PluginRegistry;
  /** The file that shows that a package was made for the agent of this format. */
  readonly packageManifest?: string;
  /** Its places in the folder of a package, if they differ from those of a project. */
  packagePlaces?(folder: string, plugin: PluginOfFile): readonly HookPlace[];
}

/** The folders of an agent that may hold a user's hooks: the usual one below the home folder, and those that the config adds. */
export const userFolders = (
  { home, agentFolders }: Pick<SearchFolders, 'home' | 'agentFolders'>,
  format: FormatName,
  usual: string,
): readonly string[] => [...new Set([join(home, usual), ...(agentFolders?.[format] ?? [])])];

/** The place of a file in a folder of a project. */
export const filePlace = (path: string, flavour?: string): HookPlace => ({
  scope: 'project',
  dir: dirname(path),
  root: dirname(dirname(path)),
  find: { kind: 'file', name: basename(path) },
  ...(flavour !== undefined && { flavour }),
});

/** The places of a project in this folder. */
export const projectPlaces = (places: HookLoader['places'], folder: string): readonly HookPlace[] =>
  places({ cwd: folder, root: folder, home: folder, configHome: folder, configuredFiles: [] }).filter(
    ({ scope }) => scope === 'project',
  );
