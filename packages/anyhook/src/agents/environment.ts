import type { Agent } from './agent.js';
import { agentNamed, agents } from './index.js';
import { callerName } from './kit/caller-name.js';

type Env = Readonly<Record<string, string | undefined>>;

/** A variable that shows what started a process: a whole name, or a prefix that ends in `*`. */
interface AgentMark {
  readonly name: string;
  /** The agent or hook that sets it, as named in a message. */
  readonly title: string;
}

/** The variables of these agents, and the one that anyhook sets for hooks. */
export const marksOf = (known: readonly Agent[]): readonly AgentMark[] => [
  ...known.flatMap(({ title, variables }) => {
    const names = [...(variables?.marks ?? []), ...(variables?.session === undefined ? [] : [variables.session])];
    return names.map((name) => ({ name, title }));
  }),
  { name: 'ANYHOOK_HOOK_ID', title: 'a hook' },
];

export const agentMarks = marksOf(agents);

/** The agent (or hook) that started the process with this environment, and the variable that shows it. */
export function surroundingAgent(
  env: Env,
  marks: readonly AgentMark[] = agentMarks,
): { readonly agent: string; readonly variable: string } | undefined {
  for (const { name, title } of marks) {
    const variable = name.endsWith('*')
      ? Object.keys(env).find((key) => key.startsWith(name.slice(0, -1)) && env[key])
      : name;
    if (variable !== undefined && env[variable]) return { agent: title, variable };
  }
  return undefined;
}

/** The id of the agent's session, if the agent passes it to the programs that it starts. */
export function detectAgentSession(env: Env): string | undefined {
  for (const { variables } of agents) {
    const id = variables?.session === undefined ? undefined : env[variables.session];
    if (id) return id;
  }
  return undefined;
}

/** The name that the program behind an event gives itself. An agent missing in the table keeps its own name. */
export function callerNamesOf(agentName: string, env: Env): { readonly hook: string; readonly telemetry: string } {
  const agent = agentNamed(agentName);
  if (!agent?.callerVariables) return { hook: agentName, telemetry: agentName };
  return { hook: callerName(agent, env, 'hook'), telemetry: callerName(agent, env, 'telemetry') };
}
