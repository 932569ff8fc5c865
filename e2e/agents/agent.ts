import type { ToolCall } from '../model/step.js';

/** Where one run takes place: a home that nobody has used, and the port of the scripted model. */
export interface Place {
  readonly home: string;
  readonly port: number;
}

/** How a real agent is started without a person, and which tools its model calls. */
export interface Agent {
  /** As `anyhook init --host` names it. */
  readonly host: string;
  /** The script that starts it, below node_modules. */
  readonly script: string;
  /** Files of the home before `anyhook init`, by path below it. */
  settings(place: Place): Readonly<Record<string, string>>;
  env(place: Place): Readonly<Record<string, string>>;
  args(prompt: string): readonly string[];
  shell(command: string): ToolCall;
  write(path: string, content: string): ToolCall;
  /** What it prints when a hook has blocked a prompt for this reason. */
  blockedPrompt(reason: string): string;
}
