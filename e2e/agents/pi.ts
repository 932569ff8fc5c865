import { join } from 'node:path';
import { installedFolder } from '../install.js';
import type { AgentDriver } from './agent.js';

const name = '@earendil-works/pi-coding-agent';

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

// pi itself has no subagents, but its examples include an extension for them.
const settings = () => ({
  defaultProvider: 'scripted',
  defaultModel: 'scripted',
  enableInstallTelemetry: false,
  retry: { enabled: false },
  extensions: [join(installedFolder('pi') ?? '', 'node_modules', name, 'examples/extensions/subagent/index.ts')],
});

const helper = '---\nname: helper\ndescription: helps\ntools: bash\nmodel: scripted\n---\nYou help.\n';

export const piDriver: AgentDriver = {
  name: 'pi',
  script: `${name}/dist/bundle/cli.js`,
  settings: ({ port }) => ({
    '.pi/agent/models.json': JSON.stringify(models(port)),
    '.pi/agent/settings.json': JSON.stringify(settings()),
    '.pi/agent/agents/helper.md': helper,
  }),
  env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
  args: (prompt) => ['-p', prompt],
  shell: (command) => ({ tool: 'bash', input: { command } }),
  write: (path, content) => ({ tool: 'write', input: { path, content } }),
  // Cases look for "exit code 3", and pi reports a failed write in its own words: so run a command that prints it.
  failingCall: (word) => ({ tool: 'bash', input: { command: `printf '${word} exit %s 3' code; exit 3` } }),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [{ tool: 'subagent', input: { agent: 'helper', task: prompt, agentScope: 'user' } }],
};
