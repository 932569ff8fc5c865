import type { AgentDriver } from './agent.js';

// A model that Codex knows: only those get apply_patch. Plugins would be fetched from the network.
const config = (port: number, sandbox = 'danger-full-access') => `model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
approval_policy = "never"
sandbox_mode = "${sandbox}"

[analytics]
enabled = false

[model_providers.scripted]
name = "scripted"
base_url = "http://127.0.0.1:${port}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0
supports_websockets = false

[features]
plugins = false
apps = false
remote_plugin = false
daemon_auto_start = false
`;

const server = ([command, ...args]: readonly string[]) => `
[mcp_servers.anyhook]
command = ${JSON.stringify(command)}
args = ${JSON.stringify(args)}
default_tools_approval_mode = "approve"
`;

export const codexDriver: AgentDriver = {
  name: 'codex',
  script: '@openai/codex/bin/codex.js',
  settings: ({ port }) => ({ '.codex/config.toml': config(port) }),
  env: () => ({ SCRIPTED_KEY: 'dummy' }),
  args: (prompt) => ['exec', '--skip-git-repo-check', prompt],
  shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  write: (path, content) => ({
    tool: 'apply_patch',
    input: `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/^/gm, '+')}\n*** End Patch\n`,
  }),
  // `codex exec` does not print the reason.
  blockedPromptOutput: () => 'UserPromptSubmit Blocked',
  // The subagent works in parallel with its parent, which would end before it.
  subagentCalls: (prompt) => [
    { tool: 'spawn_agent', namespace: 'multi_agent_v1', input: { message: prompt } },
    codexDriver.shell(
      'for i in $(seq 40); do [ $(grep -c \'"subagent.stop"\' trace.jsonl) -lt 2 ] || break; sleep 0.2; done',
    ),
  ],
  mcp: {
    settings: ({ port, mcpServer }) => ({ '.codex/config.toml': `${config(port)}${server(mcpServer)}` }),
    call: (tool, input) => ({ tool, namespace: 'mcp__anyhook', input }),
  },
  withPermissionRules: { settings: ({ port }) => ({ '.codex/config.toml': config(port, 'read-only') }) },
};
