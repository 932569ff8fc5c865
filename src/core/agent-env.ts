/** Variables that agents set for what they start: a whole name, or a prefix that ends in `*`. */
export const agentVariables: Readonly<Record<string, string>> = {
  CLAUDECODE: 'Claude Code',
  CLAUDE_CODE_SESSION_ID: 'Claude Code',
  CODEX_SANDBOX: 'Codex',
  CODEX_SANDBOX_NETWORK_DISABLED: 'Codex',
  CODEX_THREAD_ID: 'Codex',
  GEMINI_CLI: 'Gemini CLI',
  GEMINI_SESSION_ID: 'Gemini CLI',
  COPILOT_CLI: 'GitHub Copilot CLI',
  QWEN_CODE: 'Qwen Code',
  QWEN_CODE_SESSION_ID: 'Qwen Code',
  FACTORY_PROJECT_DIR: 'Factory Droid',
  DROID_PROJECT_DIR: 'Factory Droid',
  OPENCODE: 'opencode',
  CURSOR_AGENT: 'Cursor',
  CLINE_ACTIVE: 'Cline',
  'KIRO_*': 'Kiro',
  ANYHOOK_HOOK_ID: 'a hook',
};

/** The agent inside whose tools this environment is, with the variable that says so. */
export function agentAround(
  env: Readonly<Record<string, string | undefined>>,
): { readonly agent: string; readonly variable: string } | undefined {
  for (const [name, agent] of Object.entries(agentVariables)) {
    const variable = name.endsWith('*')
      ? Object.keys(env).find((key) => key.startsWith(name.slice(0, -1)) && env[key])
      : name;
    if (variable !== undefined && env[variable]) return { agent, variable };
  }
  return undefined;
}

const sessionVariables = Object.keys(agentVariables).filter((name) => /_(?:SESSION|THREAD)_ID$/.test(name));

/** The id of the agent's session, where it tells it to what it starts. */
export const sessionAround = (env: Readonly<Record<string, string | undefined>>): string | undefined =>
  sessionVariables.map((name) => env[name]).find((id) => id);

/** Variables by which a person switches guards off. */
const switchVariables = ['ANYHOOK', 'SA_DISABLED_HOOKS'];

/** The environment without the switches: what an agent asks for is guarded, whatever it puts before a command. */
export const withoutSwitches = (
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !switchVariables.includes(name)));
