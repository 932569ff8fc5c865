import type { ClientKind } from '../../src/install/hook-client.js';
import type { ModelStep, ScriptedCall } from '../model/step.js';

/** Where one run takes place: a home that nobody has used, the port of the scripted model, the installed agent. */
export interface RunPlace {
  /** The command that serves the project's abilities. */
  readonly mcpServer: readonly [string, ...string[]];
  readonly home: string;
  readonly port: number;
  readonly folder: string;
}

/** What is written to an agent after a line that it printed, or before its first: a line, nothing yet, or null at the end. */
export type StdinScript = (line?: string) => string | null | undefined;

/** How a real agent is started without a person, and which tools its model calls. */
export interface AgentDriver {
  /** As `anyhook init --host` names it. */
  readonly host: string;
  /** The program that its entries call; by default the fastest that works here. */
  readonly client?: ClientKind;
  /** The script that starts it, below node_modules. */
  readonly script: string;
  /** That is no script for Node, but a program of its own. */
  readonly isProgram?: true;
  /** Files of the home before `anyhook init`, by path below it. */
  settings(place: RunPlace): Readonly<Record<string, string>>;
  env(place: RunPlace): Readonly<Record<string, string>>;
  args(prompt: string): readonly string[];
  /** The conversation on its standard input; missing where it reads none. */
  talk?(prompt: string): StdinScript;
  shell(command: string): ScriptedCall;
  write(path: string, content: string): ScriptedCall;
  /** A call with this word that fails with "exit code 3"; a file written below another file where nothing is said. */
  failing?(word: string): ScriptedCall;
  /** What it prints when a hook has blocked a prompt for this reason. */
  blockedPrompt(reason: string): string;
  /** Calls of the model that have a subagent do this; missing where the agent has no subagents. */
  task?(prompt: string): readonly ModelStep[];
  /** What hooks are told of a subagent whose call they see; its name and its parent where nothing is said. */
  readonly tellsOfSubagents?: 'nothing' | 'no parent';
  /** What differs where `anyhook mcp` is one of its servers, and how its model calls a tool of it. */
  readonly mcp?: Partial<Pick<AgentDriver, 'settings' | 'args'>> & {
    call(tool: string, input: Readonly<Record<string, unknown>>): ScriptedCall;
  };
  /** What differs where its own rules shall hold back shell commands; missing where it has no such rules. */
  readonly careful?: Partial<Pick<AgentDriver, 'settings' | 'env' | 'args' | 'talk'>>;
}
