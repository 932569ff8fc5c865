import type { EventName } from './contract.js';
import type { ExitRule } from './exit-rule.js';
import type { ToolKind } from './tool.js';
import type { FailureKind } from './verdict.js';

/** The name of a hook file format: a row of the table in formats/index.ts. */
export type FormatName = string;
export const scopes = ['managed', 'user', 'project'] as const;
/** Where a hook comes from, in the order in which scopes run. */
export type Scope = (typeof scopes)[number];

/** A regex, or a list such as `Edit|Write`. `anchored`: it must match the whole text; `search`: any part of it. */
export interface Pattern {
  readonly source: string;
  readonly mode: 'anchored' | 'search';
  /** Also find words that are hidden by quotes, escapes or field names. Only for hooks that come with anyhook. */
  readonly findsHidden?: true;
  /** Fields of the input that are not searched, by kind of tool. Only for hooks that come with anyhook. */
  readonly skips?: Readonly<Partial<Record<ToolKind, readonly string[]>>>;
}

/** When a hook runs. Plain data, so hooks can be cached as JSON. All given parts must match. */
export interface Match {
  readonly tool?: Pattern;
  /** Session source, compaction trigger, notification type, subagent type. */
  readonly subject?: Pattern;
  /** Tested against each string value of the tool input. */
  readonly input?: Pattern;
  /** Globs over the paths of a tool call, relative to the project. */
  readonly paths?: readonly string[];
  /** Globs over ability ids. */
  readonly abilities?: readonly string[];
  readonly minDurationMs?: number;
  /** Globs over the files that the session changed. */
  readonly changedPaths?: readonly string[];
  /** Only for events of this agent (docker `agents.<name>`). `root` is the main agent. */
  readonly agent?: string;
  /** Claude's `if`: a tool name and a glob over its command, path or url. */
  readonly rule?: { readonly tool: string; readonly glob?: string };
  /** Only for native events of this name; set if one canonical event, such as `other`, covers several of them. */
  readonly nativeEvent?: string;
}

export type Handler =
  | {
      readonly kind: 'command';
      /** `shell`: one line for `sh -c`; `exec`: a program and its arguments, no shell. */
      readonly form: 'shell' | 'exec';
      /** `user`: the line runs in the shell of the agent's user (`$SHELL`) instead of `sh`. */
      readonly shell?: 'user';
      readonly command: string;
      readonly args?: readonly string[];
      /** Relative to the hook's root. */
      readonly cwd?: string;
      readonly env?: Readonly<Record<string, string>>;
      /** `cwd` and `env` may refer to variables of the agent's environment, which are filled in when the hook runs. */
      readonly expands?: true;
    }
  | {
      readonly kind: 'builtin';
      readonly use: string;
      readonly args?: unknown;
      readonly documents?: readonly HookDocument[];
    }
  | { readonly kind: 'module'; readonly file: string; readonly args?: unknown }
  | { readonly kind: 'http'; readonly url: string; readonly headers?: Readonly<Record<string, string>> }
  | {
      readonly kind: 'prompt';
      readonly prompt: string;
      readonly model?: string;
      /** The model's provider; other providers are not asked for a model of this name. */
      readonly provider?: string;
      /** The answer that the model must give: a decision with a reason, or text for the agent. Missing: yes or no. */
      readonly answer?: 'decision' | 'text';
    };

/** The shell line of a handler, if it has one: from `sh -c`, or from an agent's own `bash -c`. */
export function shellLineOf(handler: Extract<Handler, { kind: 'command' }>): string | undefined {
  const { form, command, args = [] } = handler;
  if (form === 'shell') return command;
  const [flag, line] = args;
  return /^(?:ba|z|da)?sh$/.test(command) && flag === '-c' ? line : undefined;
}

/** Folders for builtins' own files, next to a config file, and the builtin of each, which is not loaded for this. */
export const documentFolders: Readonly<Record<string, string>> = { guard: 'shell-guard' };

export interface HookDocument {
  readonly path: string;
  /** The scope of the file, which may differ from that of the hook. */
  readonly scope: Scope;
  /** Missing: it could not be read. */
  readonly value?: unknown;
  /** Its first mistake, with the place: part or all of the file is ignored. */
  readonly mistake?: string;
}

export type HandlerKind = Handler['kind'];

/** What happens if a hook does not finish: continue, block, or ask the user. */
export type OnFailure = 'open' | 'closed' | 'ask';

/** Something that a hook runs and that can change unnoticed. */
export interface CoverageGap {
  readonly what: string;
  readonly why: string;
}

export interface TrustCoverage {
  /** Files whose content is also part of trust. */
  readonly files: readonly string[];
  readonly gaps: readonly CoverageGap[];
}

/** The package that a hook was added with. */
export interface PackageOfHook {
  readonly name: string;
  readonly folder: string;
  /** It is a copy of a plugin that its own agent runs as well. */
  readonly isPluginCopy?: true;
  /** It is the candidate of a policy: all of its hooks run in this mode. */
  readonly mode?: 'shadow';
}

/** One entry of a hook file, in canonical form. Plain JSON data. */
export interface Hook {
  /** Unique among the loaded hooks. */
  readonly id: string;
  readonly dialect: FormatName;
  readonly events: readonly EventName[];
  /** The name of the event in the hook's own format. */
  readonly nativeEvent: string;
  readonly scope: Scope;
  /** Absolute path of the file, its line, and the hook's position in the file. */
  readonly source: string;
  readonly line: number;
  readonly position: number;
  /** Folder that the hook's own paths are relative to. */
  readonly root: string;
  readonly description?: string;
  readonly enabled: boolean;
  /** If false, its decisions never block. */
  readonly blocking: boolean;
  /** Started without waiting for its result. */
  readonly async: boolean;
  readonly mode: 'enforce' | 'shadow';
  /** Higher runs first. */
  readonly priority: number;
  readonly timeoutMs: number;
  readonly match: Match;
  readonly handler: Handler;
  readonly onFailure: OnFailure;
  /** If true, a failure is shown to the user; if false, it is only recorded. */
  readonly warnOnFailure: boolean;
  /** Runs together with its neighbours of the same format, unless hooks at this event see each other's rewrites. */
  readonly concurrent: boolean;
  /** Its deny stops the rest of its format's list. */
  readonly stopsList: boolean;
  /** Set by an override: the hook never rewrites, so it runs last, on the final input, together with others like it. */
  readonly parallel: boolean;
  /** Runs again on the final input after a rewrite. */
  readonly recheck: boolean;
  /** Declared by its author: its answer depends only on the event, and it has no side effects. A replay may run it. */
  readonly pure?: boolean;
  /** False: never uses a prestarted interpreter. */
  readonly spare?: boolean;
  /** Flow profiles in which it runs; empty means all. */
  readonly profiles: readonly string[];
  /** Files whose content is part of trust: the hook file and the scripts it starts. */
  readonly files: readonly string[];
  /** What the hook runs besides `files`, as far as reading its command and scripts shows. */
  readonly coverage?: TrustCoverage;
  /** Failures that block although `onFailure` says otherwise, unless an override sets `onFailure`. */
  readonly blockingFailures?: readonly FailureKind[];
  /** Its block of a stop applies only if fewer stops in a row were blocked. */
  readonly stopLimit?: number;
  /** What its exit codes mean, for formats with several rules. */
  readonly exitRule?: ExitRule;
  /** Among hooks with the same identity, only one runs at an event. */
  readonly identity?: string;
  /** Set on a placeholder for an entry that cannot be loaded: the problem and its place. */
  readonly unloadable?: string;
  /** One of two protocols of a format (claude: a plugin's hooks.json or a settings file). */
  readonly flavour?: string;
  /** The package that it was added with; missing for hooks in the user's or the project's own files. */
  readonly package?: PackageOfHook;
}

/** Must a person trust the hook's content before it runs? Not for hooks of the user or the organization. */
export const needsTrust = ({ scope, package: added }: Pick<Hook, 'scope' | 'package'>): boolean =>
  scope === 'project' || (scope === 'user' && added !== undefined);

/** The project folder that a hook works on: its own, or the agent's working directory if it belongs to no project. */
export const projectFolderFor = ({ scope, root, package: added }: Hook, cwd: string): string =>
  scope === 'project' && added === undefined ? root : cwd;

/** Every file whose content is part of the trust in a hook. */
export const trustedFiles = ({ files, coverage }: Pick<Hook, 'files' | 'coverage'>): readonly string[] =>
  coverage ? [...new Set([...files, ...coverage.files])] : files;

/** Why a loaded hook does not run. */
export type HookState =
  /** `unconfirmed`: trusted by an earlier version, which did not know everything that it runs. */
  | { readonly kind: 'active'; readonly unconfirmed?: TrustCoverage }
  /** `waits`: its format is new to this installation, and the user has not been asked about it yet. */
  | { readonly kind: 'disabled'; readonly why: string; readonly waits?: true }
  | { readonly kind: 'untrusted' }
  /** Trusted before, but changed since; `was` is the trusted version. */
  | { readonly kind: 'changed'; readonly what: string; readonly was: Hook };

/** A loaded hook with its state: what `list` shows, and what the engine builds its `HookIndex` from. */
export interface LoadedHook {
  readonly hook: Hook;
  readonly state: HookState;
}

/** True for the name of a hook test: such files are next to hooks but are not hooks. */
export const isHookTest = (name: string): boolean => /\.hooktest\.ya?ml$/.test(name);
