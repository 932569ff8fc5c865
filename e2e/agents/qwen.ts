import { projectPlaceholder } from '../model/step.js';
import type { AgentDriver } from './agent.js';

const settings = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  // Otherwise it asks the model after each session what to remember.
  memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false, enableAutoSkill: false },
};

const args = (approval: string, prompt: string) => [
  ...['--auth-type', 'openai', '--approval-mode', approval],
  ...['-m', 'scripted', '-p', prompt],
];

export const qwenDriver: AgentDriver = {
  name: 'qwen',
  script: '@qwen-code/qwen-code/cli-entry.js',
  settings: () => ({ '.qwen/settings.json': `${JSON.stringify(settings, null, 2)}\n` }),
  env: ({ port }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: 'scripted',
    QWEN_CODE_NO_RELAUNCH: 'true',
    QWEN_TELEMETRY_ENABLED: 'false',
  }),
  args: (prompt) => args('yolo', prompt),
  shell: (command) => ({
    tool: 'run_shell_command',
    input: { command, is_background: false, description: 'a step of the test' },
  }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: `${projectPlaceholder}/${path}`, content } }),
  // An unwritable file is rejected before it counts as a call.
  failingCall: (word) => qwenDriver.shell(`echo ${word}; exit 3`),
  // Without a terminal it prints nothing.
  blockedPromptOutput: () => '',
  subagentCalls: (prompt) => [
    {
      tool: 'agent',
      input: { description: 'a helper', prompt, subagent_type: 'general-purpose', run_in_background: false },
    },
  ],
  withPermissionRules: { args: (prompt) => args('default', prompt) },
};
