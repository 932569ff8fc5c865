import type { Agent } from './agent.js';

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

export const cline: Agent = {
  host: 'cline',
  script: 'cline/bin/cline',
  settings: ({ port }) => ({ '.cline/data/settings/providers.json': `${JSON.stringify(providers(port), null, 2)}\n` }),
  env: () => ({
    // Otherwise a daemon serves the run, and stays when it ends.
    CLINE_SESSION_BACKEND_MODE: 'local',
    CLINE_TELEMETRY_DISABLED: '1',
    CLINE_NO_AUTO_UPDATE: '1',
  }),
  args: (prompt) => ['--auto-approve', 'true', '-P', 'openai-compatible', '-m', 'scripted', '-t', '60', prompt],
  shell: (command) => ({ tool: 'run_commands', input: { commands: [command] } }),
  write: (path, content) => ({ tool: 'editor', input: { path, new_text: content } }),
  blockedPrompt: (reason) => reason,
};
