import type { AgentDriver, StdinScript } from './agent.js';

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

const request = (method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', type: 'request', factoryApiVersion: '1.0.0', id: method, method, params });

interface DroidMessage {
  readonly id?: string;
  readonly params?: { readonly notification?: { readonly type?: string; readonly reason?: string } };
}

/** One prompt in a session, as clients of droid send it: `droid exec "prompt"` has no event for prompts (quirk 9). */
function session(prompt: string, rules: object): StdinScript {
  const start = { machineId: 'scripted', cwd: '.', modelId: 'custom:scripted-0', ...rules };
  return (line) => {
    if (line === undefined) return request('droid.initialize_session', start);
    const { id, params } = JSON.parse(line) as DroidMessage;
    if (id === 'droid.initialize_session') return request('droid.add_user_message', { text: prompt });
    const { type, reason } = params?.notification ?? {};
    if (type !== 'agent_turn_completed') return undefined;
    // A call that its own rules deny ends the turn.
    return reason === 'permission_rejected' ? request('droid.add_user_message', { text: 'go on' }) : null;
  };
}

export const droidDriver: AgentDriver = {
  name: 'droid',
  script: 'droid/bin/droid',
  settings: ({ port }) => ({ '.factory/settings.json': `${JSON.stringify(settings(port), null, 2)}\n` }),
  env: () => ({
    FACTORY_AIRGAP_ENABLED: 'true',
    FACTORY_DROID_AUTO_UPDATE_ENABLED: 'false',
    FACTORY_DISABLE_KEYRING: 'true',
    FACTORY_OTEL_ENABLED: 'false',
  }),
  args: () => ['exec', '--input-format', 'stream-jsonrpc', '--output-format', 'stream-jsonrpc'],
  stdinScript: (prompt) => session(prompt, { skipPermissionsUnsafe: true }),
  shell: (command) => ({
    tool: 'Execute',
    input: { command, summary: 'a step', timeout: 60, riskLevel: 'low', riskLevelReason: 'a step of the test' },
  }),
  write: (path, content) => ({ tool: 'Create', input: { file_path: path, content } }),
  blockedPromptOutput: (reason) => reason,
  subagentCalls: (prompt) => [
    { tool: 'Task', input: { subagent_type: 'worker', description: 'a helper', prompt, await: true } },
  ],
  withPermissionRules: {
    stdinScript: (prompt) => session(prompt, { autonomyLevel: 'off', autoRejectPermissionRequests: true }),
  },
};
