import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

type Fields = Readonly<Record<string, unknown>>;

/** One step of the scripted turn: a native payload, and what the agent does if no hook objects. */
export interface DemoStep {
  readonly story: string;
  readonly agent: 'claude-code' | 'codex' | 'gemini';
  readonly payload: Fields;
  readonly agentAction?: () => void;
}

/** A turn of a coding agent in the sample shop: payloads of Claude Code, and one call each of Gemini CLI and Codex. */
export function demoTurn(project: string): readonly DemoStep[] {
  const claude = (story: string, event: string, fields: Fields, agentAction?: () => void): DemoStep => ({
    story,
    agent: 'claude-code',
    payload: {
      session_id: 'demo-session',
      transcript_path: join(project, '.anyhook-demo', 'transcript.jsonl'),
      cwd: project,
      permission_mode: 'default',
      hook_event_name: event,
      ...fields,
    },
    ...(agentAction && { agentAction }),
  });
  const before = (story: string, call: DemoCall, agentAction?: () => void) =>
    claude(story, 'PreToolUse', call, agentAction);
  const after = (story: string, call: DemoCall, response: Fields) =>
    claude(story, 'PostToolUse', { ...call, tool_response: response });
  const file = (path: string) => join(project, path);
  const list = call('1', 'Bash', { command: 'ls src', description: 'List the source files' });
  const first = call('6', 'Edit', { file_path: file('src/price.js'), ...discount(100) });
  const second = call('7', 'Edit', { file_path: file('src/price.js'), ...limit(100, 10_000) });
  return [
    claude('A session starts', 'SessionStart', { source: 'startup' }),
    claude('The user asks for something', 'UserPromptSubmit', {
      prompt: 'Give orders over 100.00 a discount of 10 %.',
    }),
    before('The agent looks around', list),
    after('The command has run', { ...list, tool_input: { command: 'ls -h src' } }, bashResult('price.js\n')),
    {
      story: 'The same call from another agent',
      agent: 'gemini',
      payload: {
        session_id: 'demo-gemini',
        cwd: project,
        hook_event_name: 'BeforeTool',
        timestamp: '2026-01-01T00:00:00.000Z',
        tool_name: 'run_shell_command',
        tool_input: { command: 'ls src', dir_path: 'src' },
      },
    },
    before('The agent makes a mistake', call('2', 'Bash', { command: 'rm -rf / --no-preserve-root' })),
    before(
      'The agent touches production',
      call('3', 'Write', { file_path: file('config/prod.yaml'), content: 'currency: USD\n' }),
    ),
    {
      story: 'The same, with an agent that cannot ask',
      agent: 'codex',
      payload: {
        session_id: 'demo-codex',
        turn_id: '1',
        cwd: project,
        hook_event_name: 'PreToolUse',
        model: 'demo',
        permission_mode: 'default',
        tool_name: 'apply_patch',
        tool_input: { command: prodPatch },
        tool_use_id: 'call_1',
      },
    },
    before(
      'The agent bends the rules instead of the code',
      call('5', 'Edit', { file_path: file('.eslintrc.json'), old_string: '"error"', new_string: '"off"' }),
    ),
    before('The agent does its work', first, () => applyEdit(first)),
    after('The file is written', first, editResult(first)),
    claude('The agent believes that it is done', 'Stop', {
      stop_hook_active: false,
      last_assistant_message: 'The discount is in place.',
    }),
    before('The agent corrects itself', second, () => applyEdit(second)),
    claude('The agent is done', 'Stop', {
      stop_hook_active: true,
      last_assistant_message: 'The limit is now counted in cents, and the tests pass.',
    }),
    claude('The session ends', 'SessionEnd', { reason: 'prompt_input_exit' }),
  ];
}

interface DemoCall extends Fields {
  readonly tool_name: string;
  readonly tool_input: Fields;
  readonly tool_use_id: string;
}

const call = (id: string, tool_name: string, tool_input: Fields): DemoCall => ({
  tool_name,
  tool_input,
  tool_use_id: `toolu_${id}`,
});

const sum = 'lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)';
const rule = (over: number): string => `sum > ${over} ? sum * 0.9 : sum`;

const discount = (over: number): Fields => ({
  old_string: `  return ${sum};`,
  new_string: `  const sum = ${sum};\n  return ${rule(over)};`,
});

const limit = (before: number, after: number): Fields => ({ old_string: rule(before), new_string: rule(after) });

const prodPatch = [
  '*** Begin Patch',
  '*** Update File: config/prod.yaml',
  '@@',
  '-currency: EUR',
  '+currency: USD',
  '*** End Patch',
].join('\n');

const bashResult = (stdout: string): Fields => ({ stdout, stderr: '', interrupted: false, isImage: false });

const editResult = ({ tool_input }: DemoCall): Fields => ({
  filePath: tool_input['file_path'],
  oldString: tool_input['old_string'],
  newString: tool_input['new_string'],
});

function applyEdit({ tool_input }: DemoCall): void {
  const path = String(tool_input['file_path']);
  const text = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    text.replace(String(tool_input['old_string']), () => String(tool_input['new_string'])),
  );
}
