import { join } from 'node:path';
import type { AgentDriver } from './agent.js';

const args = (prompt: string, ...rules: readonly string[]) => [
  ...rules,
  ...['--no-auto-update', '--disable-builtin-mcps', '-p', prompt],
];

export const copilotDriver: AgentDriver = {
  name: 'copilot',
  script: '@github/copilot/npm-loader.js',
  settings: () => ({}),
  env: ({ port, installFolder }) => ({
    // Otherwise it unpacks 235 MB into each fresh home.
    COPILOT_PKG_CACHE_HOME: join(installFolder, 'unpacked'),
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `http://127.0.0.1:${port}/v1`,
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'gpt-4.1',
  }),
  args: (prompt) => args(prompt, '--allow-all-tools'),
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a step of the test' } }),
  write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [
    { tool: 'task', input: { description: 'a helper', prompt, agent_type: 'general-purpose', name: 'helper' } },
  ],
  withPermissionRules: { args: (prompt) => args(prompt) },
};
