import { protocols } from '../../../.cache/protocols.js';
import { commandLine, entryWriter } from '../../formats/kit/entry-writer.js';
import { exitCodeScript, type ScriptTemplate } from '../../formats/kit/script-template.js';

/** After a call exit 2 replaces the output, which is not a deny. */
const firstScript: ScriptTemplate = (language, facts) => {
  const script = exitCodeScript('Exit 2 blocks')(language, facts);
  return facts.event === 'AfterTool' ? { ...script, refuses: false } : script;
};

/** Writes an entry of `.gemini/settings.json`. */
export const geminiWriter = entryWriter({
  path: '.gemini/settings.json',
  scripts: '.gemini/hooks',
  fields: ['tool', 'subject', 'timeoutMs'],
  // It compares such a matcher as one word.
  cannotExpress: ({ subject }) => (subject !== undefined && !/^[\w-]+$/.test(subject) ? 'subject' : undefined),
  protocol: protocols.gemini,
  variables: (hook, root) => ({
    ...(hook.flavour === 'extension' && { extensionPath: root || '.' }),
    GEMINI_PROJECT_DIR: '.',
    CLAUDE_PROJECT_DIR: '.',
    GEMINI_CWD: '.',
  }),
  script: firstScript,
  entry(draft, script) {
    const { name, description, event, tool, subject, timeoutMs } = draft;
    const command = commandLine(draft, script);
    const hook = {
      type: 'command',
      name,
      command,
      description,
      ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    };
    const matcher = tool === undefined ? subject : `^(?:${tool})$`;
    const item = { ...(matcher !== undefined && { matcher }), hooks: [hook] };
    return { lists: [['hooks', event]], item, mark: command };
  },
});
