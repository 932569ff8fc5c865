import type { Features, FiringEngine, HookOptions } from 'anyhook/generic';

/** What the scripted model says at its turn: tools to call, or its last words. */
export type ScriptStep =
  | { readonly calls: readonly { readonly tool: ToolName; readonly input: ToolTexts }[] }
  | { readonly text: string };

export type ToolTexts = Readonly<Record<string, string>>;
export type ToolName = 'bash' | 'write_file';

/** The fields of each tool, all texts. */
export const toolFields = { bash: ['command'], write_file: ['path', 'content'] } as const;

/** One run of an agent. */
export interface ScriptedRun {
  readonly prompt: string;
  /** The model's turns. It says "nothing left" when they are used up. */
  readonly script: readonly ScriptStep[];
  readonly tools: Readonly<Record<ToolName, (input: ToolTexts) => Promise<string>>>;
  readonly engine: FiringEngine | Promise<FiringEngine>;
  /** For the adapter, as they are. */
  readonly options: HookOptions;
  readonly stream: boolean;
  /** What a person says when the framework asks. */
  readonly approve: boolean;
}

export interface RunResult {
  /** What the model was shown at each of its turns, as JSON. */
  readonly seen: readonly string[];
  /** What the user got at the end. */
  readonly text: string;
  /** Why the agent did not go on, where the framework says so by an error or by the answer itself. */
  readonly blocked?: string;
  /** How often a person was asked. */
  readonly asked: number;
}

/** A framework with the adapter in it. The run ends with the end of the session. */
export interface FrameworkDriver {
  readonly name: string;
  /** Of the package that is installed. */
  readonly version: string;
  readonly features: Features;
  play(play: ScriptedRun): Promise<RunResult>;
  /** A run in which the model hands its work over to an agent called "helper", which says "helped". */
  delegate?(play: ScriptedRun): Promise<RunResult>;
  /** A run in which the framework makes its transcript shorter. */
  compact?(play: ScriptedRun): Promise<RunResult>;
}

/** A turn of the script, for models that are asked one turn at a time. */
export function scriptPlayer(script: readonly ScriptStep[]): () => ScriptStep {
  let turn = 0;
  return () => script[turn++] ?? { text: 'nothing left' };
}
