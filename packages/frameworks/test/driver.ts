import type { Features, FiringEngine, HookOptions } from 'anyhook/generic';

/** The output of the scripted model in one turn: tool calls, or its final text. */
export type ScriptStep =
  | { readonly calls: readonly { readonly tool: ToolName; readonly input: ToolTexts }[] }
  | { readonly text: string };

export type ToolTexts = Readonly<Record<string, string>>;
export type ToolName = 'bash' | 'write_file';

/** The fields of each tool, all strings. */
export const toolFields = { bash: ['command'], write_file: ['path', 'content'] } as const;

/** One run of an agent. */
export interface ScriptedRun {
  readonly prompt: string;
  /** The model's turns. After the last one it says "nothing left". */
  readonly script: readonly ScriptStep[];
  readonly tools: Readonly<Record<ToolName, (input: ToolTexts) => Promise<string>>>;
  readonly engine: FiringEngine | Promise<FiringEngine>;
  /** Passed to the adapter unchanged. */
  readonly options: HookOptions;
  readonly stream: boolean;
  /** The person's answer when the framework asks. */
  readonly approve: boolean;
}

export interface RunResult {
  /** What the model was shown at each of its turns, as JSON. */
  readonly seen: readonly string[];
  /** The final output for the user. */
  readonly text: string;
  /** Why the agent stopped, if the framework reports it as an error or in the answer. */
  readonly blocked?: string;
  /** How often a person was asked. */
  readonly asked: number;
}

/** A framework with the adapter. The run ends with the session. */
export interface FrameworkDriver {
  readonly name: string;
  /** Of the package that is installed. */
  readonly version: string;
  readonly features: Features;
  play(play: ScriptedRun): Promise<RunResult>;
  /** A run in which the model hands over to an agent called "helper", which says "helped". */
  delegate?(play: ScriptedRun): Promise<RunResult>;
  /** A run in which the framework compacts its transcript. */
  compact?(play: ScriptedRun): Promise<RunResult>;
}

/** A turn of the script, for models that are called once per turn. */
export function scriptPlayer(script: readonly ScriptStep[]): () => ScriptStep {
  let turn = 0;
  return () => script[turn++] ?? { text: 'nothing left' };
}
