import type { Hook } from '../../core/hook.js';

/** How scripts of one format are spoken to and answer, for people who move one. */
export interface Protocol {
  readonly stdin: string;
  readonly block: string;
  readonly answer: string;
  readonly failure: string;
}

type Kind = 'hook-md' | 'docker' | 'ability' | 'plugin' | 'settings' | 'flow';

export const protocols: Readonly<Record<Kind, Protocol>> = {
  'hook-md': {
    stdin: 'event_type, tool_name (Shell, WriteFile, …), tool_input (command, path, content, …)',
    block: 'exit 2, stderr is the reason',
    answer: 'JSON: decision, reason, updated_input, additional_context, log',
    failure: 'any other exit lets the agent go on',
  },
  docker: {
    stdin: 'hook_event_name, tool_name (shell, write_file, …), tool_input (cmd, path, …), tool_response',
    block: 'exit 2, stderr is the reason',
    answer: 'JSON: decision, reason, continue, system_message, hook_specific_output; plain text is context',
    failure: 'any other exit follows on_error',
  },
  ability: {
    stdin: 'the context of its event: ability ids (run_command, edit_file, …) instead of tool names',
    block: 'a signal ability_guard or ability_preflight in hook_signals',
    answer: 'one JSON HookResult: logs, hook_signals, error',
    failure: 'every non-zero exit, 2 too, is a failure and lets the agent go on',
  },
  plugin: {
    stdin: 'hook_event_name, tool_name (Bash, Write, …), tool_input (command, file_path, …)',
    block: 'any exit but 0, or JSON with continue: false',
    answer: 'JSON: continue, systemMessage, decision, reason, hookSpecificOutput',
    failure: 'a failure blocks where the event can be blocked',
  },
  settings: {
    stdin: 'hook_event_name, tool_name (Bash, Write, …), tool_input (command, file_path, …)',
    block: 'exit 2, stderr is the reason',
    answer: 'JSON: continue, systemMessage, decision, reason, hookSpecificOutput',
    failure: 'any other exit warns and lets the agent go on',
  },
  flow: {
    stdin: "the agent's own payload as it came",
    block: 'exit 2, stderr is the reason',
    answer: 'the input echoed; text between two lines --- is guidance',
    failure: 'any other exit lets the agent go on',
  },
};

/** The protocol that a hook's script speaks. */
export const protocolOf = ({ dialect, flavour }: Pick<Hook, 'dialect'> & { flavour?: string | undefined }): Protocol =>
  protocols[dialect === 'claude' ? (flavour === 'plugin' ? 'plugin' : 'settings') : dialect];

const titles: Readonly<Record<keyof Protocol, string>> = {
  stdin: 'stdin',
  block: 'to block',
  answer: 'stdout',
  failure: 'failure',
};

/** One thing that a script must learn when it moves to another format. */
export interface Difference {
  readonly what: string;
  readonly was: string;
  readonly now: string;
}

/** What changes for a script between two protocols. */
export function differences(from: Protocol, to: Protocol): readonly Difference[] {
  return (Object.keys(titles) as (keyof Protocol)[])
    .filter((key) => from[key] !== to[key])
    .map((key) => ({ what: titles[key], was: from[key], now: to[key] }));
}
