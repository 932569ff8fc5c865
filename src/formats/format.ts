import type { EventName } from '../core/contract.js';
import type { Problem } from '../core/errors.js';
import type { Event } from '../core/event.js';
import type { DialectName, Hook, Scope } from '../core/hook.js';
import type { ToolCall, ToolMap } from '../core/tool.js';
import type { Ending } from '../core/verdict.js';

/** One of a dialect's own events: which canonical events it is, and what it allows (at most the contract). */
export interface DialectEvent {
  readonly events: readonly EventName[];
  readonly blocks: boolean;
  readonly context: boolean;
  readonly rewrites: boolean;
}

/** What a finished process left behind. */
export interface Output {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the program behind an event calls itself, if it is not the event's host. */
export interface CallerNames {
  readonly hook: string;
  readonly telemetry: string;
}

/** How hooks of one format are spoken to. Small and free of parsers: it is on the start path. */
export interface Dialect {
  readonly name: DialectName;
  /** The dialect's event names. */
  readonly events: Readonly<Record<string, DialectEvent>>;
  readonly tools: ToolMap;
  readonly mcpName: (server: string, tool: string) => string;
  /** Shown to hooks once per file when a patch touches several. */
  readonly singlePath: boolean;
  /** Spaces by which the JSON on stdin is indented; none means one line. Shell hooks find fields by their exact spelling. */
  readonly indent?: number;
  /** The JSON that a hook of this dialect expects on stdin. */
  stdin(event: Event, hook: Hook): unknown;
  /** Variables that its hooks expect, on top of the agent's environment, which may say more than the event. */
  env(
    event: Event,
    hook: Hook,
    agent?: Readonly<Record<string, string | undefined>>,
    caller?: CallerNames,
  ): Readonly<Record<string, string>>;
  /** Reads exit code, stdout and stderr as the dialect defines them. */
  read(output: Output, hook: Hook, event: Event): Ending;
}

/** A place where hook files may be; `io` lists and reads it. */
export interface Place {
  readonly scope: Scope;
  /** Absolute folder. */
  readonly dir: string;
  /** Base for the hooks' own paths: the project root, the plugin folder, the user's config folder. */
  readonly root: string;
  /** `file`: dir/name. `folder`: every dir/<name ending>. `each`: dir/<any folder>/name. */
  readonly find:
    | { readonly kind: 'file'; readonly name: string }
    | { readonly kind: 'folder'; readonly endings: readonly string[] }
    | { readonly kind: 'each'; readonly name: string };
  readonly flavour?: string;
}

/** Where to look, for one project. */
export interface Where {
  readonly cwd: string;
  /** The repository root, or the cwd outside a repository. */
  readonly root: string;
  readonly home: string;
  /** `$XDG_CONFIG_HOME` or its default. */
  readonly configHome: string;
  /** Docker files named in the config. */
  readonly named: readonly string[];
}

/** A hook file as `io` read it, with what stands beside it. */
export interface HookFile {
  readonly path: string;
  readonly text: string;
  readonly scope: Scope;
  readonly root: string;
  readonly flavour?: string;
  /** For `each`: files of the hook's folder, relative, with their executable bit. */
  readonly beside: readonly { readonly path: string; readonly executable: boolean }[];
  /** Does this file exist (inside the project or absolute)? For scripts named in commands. */
  readonly exists: (path: string) => boolean;
}

export interface Loaded {
  readonly hooks: readonly Hook[];
  readonly problems: readonly Problem[];
}

/** Reads hook files. Kept apart from the codec because it brings parsers and schemas along. */
export interface Loader {
  places(where: Where): readonly Place[];
  load(file: HookFile): Loaded;
}

/** Does the hook's dialect name for this call, or the host's own, come out as one of these? */
export type ToolNames = (dialect: Dialect, call: ToolCall) => readonly string[];
