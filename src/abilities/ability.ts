/** A JSON Schema as it stands in a registry file. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type JsonObject = Readonly<Record<string, unknown>>;

/** One thing that is wrong with an input or output, and where. */
export interface Violation {
  /** JSON pointer; empty is the whole. */
  readonly path: string;
  readonly message: string;
}

/** The two ways to name something that can be done (the ability dialect's `ability_ref`). */
export type AbilityKind = 'operation_key' | 'ability_id';

/** By which words a prompt is led to an ability, and by which it is led away. */
export interface RoutingHints {
  readonly keywords: readonly string[];
  readonly negativeKeywords: readonly string[];
  /** Documents to read with it, relative to the project. */
  readonly documents: readonly string[];
}

export const bindingEvents = {
  preCreate: 'PreAbilityCreate',
  preCall: 'PreAbilityCall',
  postCall: 'PostAbilityCall',
} as const;

/** Ids of hooks that run for this ability, whatever their own scope says. */
export type Bindings = Readonly<Record<keyof typeof bindingEvents, readonly string[]>>;

interface Limits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** Where a secret comes from: a variable of the caller's environment. Its value is never stored. */
export type Authentication =
  | { readonly type: 'bearer'; readonly env: string }
  | { readonly type: 'basic'; readonly userEnv: string; readonly passwordEnv: string }
  | { readonly type: 'header'; readonly header: string; readonly env: string };

/** How an operation is carried out. */
export type Implementation = Limits &
  (
    | {
        readonly kind: 'script';
        /** Program or script, relative to the root; no shell reads it. The input comes as JSON on stdin. */
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
        /** Exit codes that mean: some of it was done. */
        readonly partialExitCodes: readonly number[];
      }
    | {
        readonly kind: 'mcp';
        readonly server:
          | {
              readonly command: string;
              readonly args: readonly string[];
              readonly env: Readonly<Record<string, string>>;
            }
          | { readonly url: string; readonly auth?: Authentication };
        readonly tool: string;
      }
    | {
        readonly kind: 'api';
        readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
        /** May name fields of the input as `{field}`, which are percent-encoded. */
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly auth?: Authentication;
      }
    | { readonly kind: 'builtin'; readonly use: 'noop' | 'echo' }
  );

/** What holds in one environment: which implementation is used, and settings that it gets with the input. */
export interface Configuration {
  readonly implementation: string;
  readonly settings: JsonObject;
}

/** One step of a workflow: an operation or ability, with input made of the workflow's input and of earlier outputs. */
export interface Step {
  readonly id: string;
  readonly ability: string;
  /** What the file says that it calls: an operation or an ability. */
  readonly kind?: AbilityKind;
  /** Texts may hold `${input.x}` and `${steps.<id>.output.x}`; a text that is one such word alone keeps the value's type. */
  readonly input: JsonObject;
  readonly onFailure: 'stop' | 'continue';
}

interface Shared {
  /** The operation key or ability id, unique in the project. */
  readonly name: string;
  readonly version: string;
  readonly summary: string;
  readonly description?: string;
  /** Environments in which it may be used; empty means all. */
  readonly environments: readonly string[];
  readonly input?: JsonSchema;
  readonly output?: JsonSchema;
  readonly routing: RoutingHints;
  readonly hooks: Bindings;
  /** A run that was interrupted may be run again. */
  readonly idempotent: boolean;
  readonly source: string;
  readonly line: number;
  /** Lines of fields that are not proven wrong by their own file (`steps.0`, `hooks.pre_call.0`, `input`), by their path. */
  readonly lines?: Readonly<Record<string, number>>;
  /** Folder against which its paths are resolved. */
  readonly root: string;
  /** Files whose content trust covers: the registry file and the scripts it starts. */
  readonly files: readonly string[];
}

/** Something that can be done through the tool runner. Plain JSON data. */
export type Ability = Shared &
  (
    | {
        readonly kind: 'operation_key';
        readonly type: 'operation';
        readonly implementations: Readonly<Record<string, Implementation>>;
        /** By environment; `default` where none is named. */
        readonly configuration: Readonly<Record<string, Configuration>>;
      }
    | {
        readonly kind: 'ability_id';
        readonly type: 'workflow';
        readonly steps: readonly Step[];
        /** Runs after the steps, however they ended. */
        readonly cleanup: readonly Step[];
      }
    | {
        readonly kind: 'ability_id';
        readonly type: 'agent';
        readonly run: Extract<Implementation, { kind: 'script' }>;
      }
  );

/** Whether an ability may be used: a registry that came with a clone may not, until a person trusts it. */
export type AbilityState =
  | { readonly kind: 'active' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'changed'; readonly what: string };

export interface LoadedAbility {
  readonly ability: Ability;
  readonly state: AbilityState;
}
