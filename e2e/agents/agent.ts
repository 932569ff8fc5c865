import type { ClientKind } from '../../packages/anyhook/src/install/hook-client.js';
import type { ModelStep, ScriptedCall } from '../model/step.js';

/** The environment of one run: a fresh home, the port of the scripted model, the installed agent. */
export interface RunPlace {
  /** The command that serves the project's abilities. */
  readonly mcpServer: readonly [string, ...string[]];
  readonly home: string;
  readonly port: number;
  readonly installFolder: string;
}

/** What to write to stdin at the start and after each line that the agent prints: a line, undefined for nothing yet, null to close it. */
export type StdinScript = (line?: string) => string | null | undefined;

/** How a real agent is started without a person, and which tools its model calls. */
export interface AgentDriver {
  /** As `anyhook init --agent` names it. */
  readonly name: string;
  /** The program that its entries call; default: the fastest that works here. */
  readonly client?: ClientKind;
  /** The script that starts it, below node_modules. */
  readonly script: string;
  /** It is a native program, not a Node script. */
  readonly isNativeBinary?: true;
  /** Files of the home before `anyhook init`, by path below it. */
  settings(place: RunPlace): Readonly<Record<string, string>>;
  env(place: RunPlace): Readonly<Record<string, string>>;
  args(prompt: string): readonly string[];
  /** The conversation on its stdin; missing if it does not read stdin. */
  stdinScript?(prompt: string): StdinScript;
  shell(command: string): ScriptedCall;
  write(path: string, content: string): ScriptedCall;
  /** A call that contains this marker and fails with "exit code 3"; default: writing a file below another file. */
  failingCall?(word: string): ScriptedCall;
  /** What it prints when a hook has blocked a prompt for this reason. */
  blockedPromptOutput(reason: string): string;
  /** Calls of the model that make a subagent do this; missing if the agent has no subagents. */
  subagentCalls?(prompt: string): readonly ModelStep[];
  /** What hooks learn about a subagent whose call they see; default: its name and its parent. */
  readonly subagentInfoForHooks?: 'nothing' | 'no parent';
  /** Differences if `anyhook mcp` is one of its servers, and how its model calls that server's tools. */
  readonly mcp?: Partial<Pick<AgentDriver, 'settings' | 'args'>> & {
    call(tool: string, input: Readonly<Record<string, unknown>>): ScriptedCall;
  };
  /** How one session gets several prompts, each after the answer to the previous one; missing if it cannot. */
  withPrompts?(prompts: readonly string[]): Pick<AgentDriver, 'args' | 'stdinScript'>;
  /** Overrides for a run in which the agent's own permission rules stop shell commands; missing if it has none. */
  readonly withPermissionRules?: Partial<Pick<AgentDriver, 'settings' | 'env' | 'args' | 'stdinScript'>>;
}
