import type { AgentDriver, RunPlace } from './agent.js';

const settings = ({ port }: RunPlace, more: object = {}) => ({
  '.config/opencode/opencode.json': `${JSON.stringify({
    autoupdate: false,
    share: 'disabled',
    model: 'scripted/scripted',
    small_model: 'scripted/scripted',
    enabled_providers: ['scripted'],
    provider: {
      scripted: {
        npm: '@ai-sdk/anthropic',
        name: 'Scripted',
        options: { baseURL: `http://127.0.0.1:${port}/v1`, apiKey: 'dummy' },
        models: { scripted: { name: 'Scripted', limit: { context: 100000, output: 4096 } } },
      },
    },
    ...more,
  })}\n`,
  // opencode installs this package next to plugins, over a minute without a network. These files make it seem done.
  '.config/opencode/package-lock.json': `${JSON.stringify({
    lockfileVersion: 3,
    packages: { '': { dependencies: { '@opencode-ai/plugin': '*' } } },
  })}\n`,
  '.config/opencode/node_modules/.keep': '',
});

// An install script would copy the program for this machine, but install scripts do not run here.
const program = `opencode-${process.platform}-${process.arch}${process.arch === 'x64' ? '-baseline' : ''}/bin/opencode`;

export const opencodeDriver: AgentDriver = {
  name: 'opencode',
  script: program,
  isNativeBinary: true,
  settings,
  env: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  args: (prompt) => ['run', '--print-logs', '--log-level', 'ERROR', prompt],
  shell: (command) => ({ tool: 'bash', input: { command, description: 'a step of the test' } }),
  write: (path, content) => ({ tool: 'write', input: { filePath: path, content } }),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [{ tool: 'task', input: { description: 'a step', prompt, subagent_type: 'general' } }],
  // Without the second setting, the first command that is held back ends the turn.
  withPermissionRules: {
    settings: (place) =>
      settings(place, { permission: { bash: 'ask' }, experimental: { continue_loop_on_deny: true } }),
  },
};
