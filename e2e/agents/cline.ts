import type { AgentDriver } from './agent.js';

const providers = (port: number) => ({
  version: 1,
  lastUsedProvider: 'openai-compatible',
  modes: {},
  providers: {
    'openai-compatible': {
      settings: {
        provider: 'openai-compatible',
        apiKey: 'dummy',
        model: 'scripted',
        baseUrl: `http://127.0.0.1:${port}/v1`,
      },
      updatedAt: '2026-01-01T00:00:00.000Z',
      tokenSource: 'manual',
    },
  },
});

const args = (approve: boolean, prompt: string) => [
  ...['--auto-approve', String(approve), '-P', 'openai-compatible'],
  ...['-m', 'scripted', '-t', '60', prompt],
];

export const clineDriver: AgentDriver = {
  name: 'cline',
  script: 'cline/bin/cline',
  settings: ({ port }) => ({ '.cline/data/settings/providers.json': `${JSON.stringify(providers(port), null, 2)}\n` }),
  env: () => ({
    // Otherwise a daemon handles the run and stays alive after it.
    CLINE_SESSION_BACKEND_MODE: 'local',
    CLINE_TELEMETRY_DISABLED: '1',
    CLINE_NO_AUTO_UPDATE: '1',
  }),
  args: (prompt) => args(true, prompt),
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
  // Its own message does not contain "exit code".
  failingCall: (word) => clineDriver.shell(`echo ${word}; printf '%s code 3' exit; exit 3`),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [{ tool: 'spawn_agent', input: { systemPrompt: 'You help.', task: prompt } }],
  withPermissionRules: { args: (prompt) => args(false, prompt) },
};
