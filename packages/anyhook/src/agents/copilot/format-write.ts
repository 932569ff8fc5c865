import { protocols } from '../../../.cache/protocols.js';
import { entryWriter, otherHandler } from '../../formats/kit/entry-writer.js';
import { jsonScript } from '../../formats/kit/json-script.js';
import { exitCodeScript, refusalReason, type ScriptTemplate } from '../../formats/kit/script-template.js';

/** Exit codes block only before a tool call and where permission is asked for. After a call the output is replaced. */
const firstScript: ScriptTemplate = (language, facts) => {
  if (/^(?:preToolUse|permissionRequest)$/i.test(facts.event)) return exitCodeScript('Exit 2 blocks')(language, facts);
  const script = jsonScript({ decision: 'block', reason: refusalReason })(language, facts);
  return /^postToolUse$/i.test(facts.event) ? { ...script, refuses: false } : script;
};

/** Writes an entry of `.github/hooks/hooks.json`. */
export const copilotWriter = entryWriter({
  path: '.github/hooks/hooks.json',
  emptyFile: '{\n  "version": 1\n}\n',
  scripts: '.github/hooks/scripts',
  testFolder: () => '.github/hooks',
  fields: ['tool', 'subject', 'timeoutMs'],
  handlers: ['command', 'http'],
  protocol: protocols.copilot,
  variables: () => ({ COPILOT_PROJECT_DIR: '.', COPILOT_HOOK_DIR: '.github/hooks', CLAUDE_PROJECT_DIR: '.' }),
  script: firstScript,
  entry({ event, handler, tool, subject, timeoutMs, description }, script) {
    const matcher = tool ?? subject;
    const shared = {
      ...(matcher !== undefined && { matcher }),
      ...(timeoutMs !== undefined && { timeoutSec: timeoutMs / 1000 }),
      description,
    };
    const bash = handler.kind === 'command' ? handler.command : `./${script}`;
    const env = handler.kind === 'command' && handler.env ? { env: handler.env } : {};
    const isHttp = handler.kind === 'http';
    const item = isHttp ? { ...otherHandler(handler), ...shared } : { type: 'command', bash, ...env, ...shared };
    return { lists: [['hooks', event]], item, mark: isHttp ? item : bash };
  },
});
