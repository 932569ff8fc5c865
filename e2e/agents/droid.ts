import type { Agent } from './agent.js';

const settings = (port: number) => ({
  customModels: [
    {
      model: 'scripted',
      displayName: 'scripted',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: 'dummy',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 1000,
    },
  ],
});

export const droid: Agent = {
  host: 'droid',
  script: 'droid/bin/droid',
  settings: ({ port }) => ({ '.factory/settings.json': `${JSON.stringify(settings(port), null, 2)}\n` }),
  env: () => ({
    FACTORY_AIRGAP_ENABLED: 'true',
    FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
    FACTORY_DISABLE_KEYRING: 'true',
    FACTORY_OTEL_ENABLED: 'false',
  }),
  args: (prompt) => ['exec', '--skip-permissions-unsafe', '-m', 'custom:scripted-0', prompt],
  shell: (command) => ({
    tool: 'Execute',
    input: { command, summary: 'a step', timeout: 60, riskLevel: 'low', riskLevelReason: 'a step of the test' },
  }),
  write: (path, content) => ({ tool: 'Create', input: { file_path: path, content } }),
  blockedPrompt: (reason) => reason,
};
