export type JsonSchema = Readonly<Record<string, unknown>>;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Violation {
  /** JSON pointer; empty for the whole value. */
  readonly path: string;
  readonly message: string;
}

/** The two kinds of names for abilities (the `ability_ref` of the ability format). */
export type AbilityKind = 'operation_key' | 'ability_id';

/** Words in a prompt that suggest an ability, and words that exclude it. */
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

/** Ids of hooks that run for this ability, regardless of their own scope. */
export type HookBindings = Readonly<Record<keyof typeof bindingEvents, readonly string[]>>;

interface RunLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** Where a secret comes from: a variable of the caller's environment. The value is never stored. */
export type Authentication =
  | { readonly type: 'bearer'; readonly env: string }
  | { readonly type: 'basic'; readonly userEnv: string; readonly passwordEnv: string }
  | { readonly type: 'header'; readonly header: string; readonly env: string };

export type Implementation = RunLimits &
  (
    | {
        readonly kind: 'script';
        /** Program or script, relative to the root; no shell is involved. The input comes as JSON on stdin. */
        readonly command: string;
        readonly args: readonly string[];
        readonly env: Readonly<Record<string, string>>;
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
        /** May contain fields of the input as `{field}`, which are percent-encoded. */
        readonly url: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly auth?: Authentication;
      }
    | { readonly kind: 'builtin'; readonly use: 'noop' | 'echo' }
  );

/** Settings for one environment: which implementation is used, and what it gets besides the input. */
export interface EnvironmentConfiguration {
  readonly implementation: string;
  readonly settings: JsonObject;
}

/** One step of a workflow; its input may refer to the workflow's input and to earlier outputs. */
export interface WorkflowStep {
  readonly id: string;
  readonly ability: string;
  readonly kind?: AbilityKind;
  /** May contain `${input.x}` and `${steps.<id>.output.x}`; a string that is only a reference keeps the type. */
  readonly input: JsonObject;
  readonly onFailure: 'stop' | 'continue';
}

interface CommonFields {
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
  readonly hooks: HookBindings;
  /** An interrupted run may be repeated. */
  readonly idempotent: boolean;
  readonly source: string;
  readonly line: number;
  /** Lines of fields that can only be checked later (`steps.0`, `hooks.pre_call.0`, `input`), by their path. */
  readonly lines?: Readonly<Record<string, number>>;
  /** The folder that its paths are relative to. */
  readonly root: string;
  /** Files that trust covers: the registry file and the scripts it starts. */
  readonly files: readonly string[];
}

/** Something that the tool runner can do. Plain JSON data. */
export type Ability = CommonFields &
  (
    | {
        readonly kind: 'operation_key';
        readonly type: 'operation';
        readonly implementations: Readonly<Record<string, Implementation>>;
        /** By environment; `default` applies if none is named. */
        readonly configuration: Readonly<Record<string, EnvironmentConfiguration>>;
      }
    | {
        readonly kind: 'ability_id';
        readonly type: 'workflow';
        readonly steps: readonly WorkflowStep[];
        /** Runs after the steps, however they ended. */
        readonly cleanup: readonly WorkflowStep[];
      }
    | {
        readonly kind: 'ability_id';
        readonly type: 'agent';
        readonly run: Extract<Implementation, { kind: 'script' }>;
      }
  );

/** Whether an ability may be used: one that came with a clone may not, until a person trusts it. */
export type AbilityState =
  | { readonly kind: 'active' }
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'changed'; readonly what: string };

export interface LoadedAbility {
  readonly ability: Ability;
  readonly state: AbilityState;
}
