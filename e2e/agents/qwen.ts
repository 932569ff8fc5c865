import type { Agent } from './agent.js';

const settings = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

export const qwen: Agent = {
  host: 'qwen',
  script: '@qwen-code/qwen-code/cli-entry.js',
  settings: () => ({ '.qwen/settings.json': `${JSON.stringify(settings, null, 2)}\n` }),
  env: ({ port }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    OPENAI_MODEL: 'scripted',
    QWEN_CODE_NO_RELAUNCH: 'true',
    QWEN_TELEMETRY_ENABLED: 'false',
  }),
  args: (prompt) => ['--auth-type', 'openai', '--approval-mode', 'yolo', '-m', 'scripted', '-p', prompt],
  shell: (command) => ({
    tool: 'run_shell_command',
    input: { command, is_background: false, description: 'a step of the test' },
  }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  blockedPrompt: (reason) => reason,
};
