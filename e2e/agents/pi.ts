import type { Agent } from './agent.js';

const models = (port: number) => ({
  providers: {
    scripted: {
      baseUrl: `http://127.0.0.1:${port}`,
      api: 'anthropic-messages',
      apiKey: 'dummy',
      models: [{ id: 'scripted', contextWindow: 100_000, maxTokens: 4096 }],
    },
  },
});

const settings = {
  defaultProvider: 'scripted',
  defaultModel: 'scripted',
  enableInstallTelemetry: false,
  retry: { enabled: false },
};

export const pi: Agent = {
  host: 'pi',
  script: '@earendil-works/pi-coding-agent/dist/bundle/cli.js',
  settings: ({ port }) => ({
    '.pi/agent/models.json': JSON.stringify(models(port)),
    '.pi/agent/settings.json': JSON.stringify(settings),
  }),
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
  args: (prompt) => ['-p', prompt],
  shell: (command) => ({ tool: 'bash', input: { command } }),
  write: (path, content) => ({ tool: 'write', input: { path, content } }),
  // A file that cannot be written gives an error in pi's own words; a command is spelt so that only its output has them.
  failing: (word) => ({ tool: 'bash', input: { command: `printf '${word} exit %s 3' code; exit 3` } }),
  blockedPrompt: (reason) => reason,
};
