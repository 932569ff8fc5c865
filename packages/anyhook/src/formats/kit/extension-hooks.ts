import { join } from 'node:path';
import type { HookFile } from './format.js';

const ownEvents = /"(?:(?:Before|After)(?:Tool|Agent|Model|ToolSelection)|PreCompress)"\s*:/;
const pluginEvents = /"(?:(?:Pre|Post)ToolUse|UserPromptSubmit|(?:Subagent)?Stop|PreCompact)"\s*:/;

/** Is a `hooks/hooks.json` of an extension of Gemini CLI, not of a plugin? Its events show it, or the manifests. */
export function isExtensionFile({ text, root, exists }: Pick<HookFile, 'text' | 'root' | 'exists'>): boolean {
  if (pluginEvents.test(text)) return false;
  return (
    ownEvents.test(text) ||
    (exists(join(root, 'gemini-extension.json')) && !exists(join(root, '.claude-plugin/plugin.json')))
  );
}

/** Is this an event name that no other agent uses? */
export const isExtensionEvent = (name: string): boolean => ownEvents.test(`"${name}":`);
