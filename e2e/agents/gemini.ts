import type { AgentDriver } from './agent.js';

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
};

const args = (approval: string, prompt: string) => [
  '--approval-mode',
  approval,
  ...['-m', 'gemini-2.5-flash', '-p', prompt],
];

export const geminiDriver: AgentDriver = {
  name: 'gemini',
  script: '@google/gemini-cli/bundle/gemini.js',
  settings: () => ({ '.gemini/settings.json': `${JSON.stringify(settings, null, 2)}\n` }),
  env: ({ port }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: `http://127.0.0.1:${port}`,
    GEMINI_CLI_NO_RELAUNCH: 'true',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
    GEMINI_TELEMETRY_ENABLED: 'false',
  }),
  args: (prompt) => args('yolo', prompt),
  shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt } }],
  subagentInfoForHooks: 'nothing',
  withPermissionRules: { args: (prompt) => args('default', prompt) },
};
