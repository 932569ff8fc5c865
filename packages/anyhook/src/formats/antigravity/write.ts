import { toolEvents } from '../../../.cache/formats/antigravity/tables.js';
import { protocols } from '../../../.cache/protocols.js';
import { commandLine, entryWriter } from '../kit/entry-writer.js';
import { exitCodeScript } from '../kit/script-template.js';

/** Writes a named hook of `.agents/hooks.json`. */
export const antigravityWriter = entryWriter({
  path: '.agents/hooks.json',
  scripts: '.agents/scripts',
  testFolder: () => '.agents',
  fields: ['tool', 'timeoutMs'],
  protocol: protocols.antigravity,
  script: exitCodeScript('Exit 2 blocks', '{"decision": "allow"}'),
  entry(draft, script) {
    const { name, event, tool, timeoutMs } = draft;
    const handler = {
      ...{ type: 'command', command: commandLine(draft, script) },
      // Antigravity takes whole seconds only.
      ...(timeoutMs !== undefined && { timeout: Math.ceil(timeoutMs / 1000) }),
    };
    const item = toolEvents.includes(event) ? { matcher: tool ?? '*', hooks: [handler] } : handler;
    return { lists: [[name, event]], item, mark: name };
  },
});
