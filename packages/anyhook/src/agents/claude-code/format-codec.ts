import { type Event, type ExitRule, type Hook, projectFolderFor } from '@anyhook/core';
import { eventRows } from '../../../.cache/agents/claude-code/tables.js';
import {
  claudeHookTools,
  claudeMcpName,
  claudePayload,
  claudeToolCall,
  jsonText,
} from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { failOnBadOutput, unknownEvent } from '../../formats/kit/hook-output.js';
import { fileEvents } from '../kit/tables.js';
import { readPlugin, readSettings } from './format-read-output.js';

/** Is the hook part of a plugin, in the plugin's repository or installed by a user? Other hooks come from settings. */
export const isOfPlugin = (flavour: string | undefined): boolean =>
  flavour === 'plugin' || flavour === 'installed-plugin';

/** An installed plugin already runs on Claude Code, so it means the same on other agents. */
export const defaultExitRule = (flavour: string | undefined): ExitRule =>
  flavour === 'plugin' ? 'decisions' : 'claude';

/** Hooks as Claude Code runs them, from a plugin's hooks.json or from settings. */
const claude: Codec = {
  name: 'claude',
  events: fileEvents(eventRows),
  tools: claudeHookTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => claudePayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => {
    const row = claude.events[hook.nativeEvent] ?? unknownEvent;
    const { exitRule = defaultExitRule(hook.flavour) } = hook;
    const read = exitRule === 'claude' ? readSettings : readPlugin;
    return failOnBadOutput(output, () => read(output, { hook, event, row, exitRule }));
  },
};

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const tool = claudeToolCall(event);
  return {
    ...(isOfPlugin(hook.flavour) && { CLAUDE_PLUGIN_ROOT: hook.root }),
    CLAUDE_PROJECT_DIR: projectFolderFor(hook, event.cwd),
    ...(tool && { TOOL_NAME: tool.name, TOOL_INPUT: jsonText(tool.input) }),
  };
}

/** The text of a prompt hook with `$TOOL_NAME`, `$TOOL_INPUT` and `$ARGUMENTS` filled in; empty for other handlers. */
export function promptText(hook: Hook, event: Event): string {
  if (hook.handler.kind !== 'prompt') return '';
  const tool = claudeToolCall(event);
  const fill: Readonly<Record<string, () => string>> = {
    TOOL_NAME: () => tool?.name ?? '',
    TOOL_INPUT: () => (tool ? jsonText(tool.input) : ''),
    ARGUMENTS: () => jsonText(claudePayload(event, hook.nativeEvent)),
  };
  return hook.handler.prompt.replace(
    /\$(?:(TOOL_NAME|TOOL_INPUT|ARGUMENTS)\b|\{(TOOL_NAME|TOOL_INPUT|ARGUMENTS)\})/g,
    (whole, bare?: string, braced?: string) => fill[bare ?? braced ?? '']?.() ?? whole,
  );
}

export const claudeFormatCodec = (): Codec => claude;
