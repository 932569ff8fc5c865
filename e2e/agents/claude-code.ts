import { parseObject } from '../../packages/core/src/json.js';
import type { AgentDriver } from './agent.js';

const allowed = ['Bash', 'Write', 'Edit', 'Read', 'Agent'];

const settings = (tools: readonly string[]) => ({ '.claude/settings.json': json({ permissions: { allow: tools } }) });

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** The order of the keys differs between versions. */
const isResult = (line: string): boolean => parseObject(line)?.['type'] === 'result';

export const claudeCodeDriver: AgentDriver = {
  name: 'claude-code',
  // An install script would link the program, but install scripts do not run here.
  script: '@anthropic-ai/claude-code/cli-wrapper.cjs',
  settings: () => settings(allowed),
  env: ({ port }) => ({
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
  }),
  args: (prompt) => ['-p', prompt, '--output-format', 'json'],
  shell: (command) => ({ tool: 'Bash', input: { command, description: 'a step of the test' } }),
  write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
  // An unwritable file is rejected before it counts as a call.
  failingCall: (word) => claudeCodeDriver.shell(`echo ${word}; exit 3`),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [
    { tool: 'Agent', input: { description: 'a helper', prompt, subagent_type: 'general-purpose' } },
  ],
  mcp: {
    settings: ({ mcpServer: [command, ...args] }) => ({
      ...settings([...allowed, 'mcp__anyhook']),
      '.claude.json': json({ mcpServers: { anyhook: { command, args } } }),
    }),
    call: (tool, input) => ({ tool: `mcp__anyhook__${tool}`, input }),
  },
  withPrompts: (prompts) => ({
    args: () => ['-p', ...['input', 'output'].flatMap((way) => [`--${way}-format`, 'stream-json']), '--verbose'],
    stdinScript: () => {
      const left = [...prompts];
      return (line) => {
        if (line !== undefined && !isResult(line)) return undefined;
        const content = left.shift();
        return content === undefined ? null : JSON.stringify({ type: 'user', message: { role: 'user', content } });
      };
    },
  }),
  withPermissionRules: { settings: () => settings(allowed.filter((tool) => tool !== 'Bash')) },
};
