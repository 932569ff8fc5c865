import { AnyhookError, nearestWord } from '@anyhook/core';
import type { Format } from '../formats/kit/format.js';
import type { Agent, AgentCodec, AgentFacts, DecodeContext } from './agent.js';
import type { AgentInstall, InstallSpec } from './kit/install.js';
import type { ModSpec } from './kit/mods.js';

/** One agent in the table. */
export interface AgentRow {
  readonly agent: Agent;
  /** The format of its hook files, if anyhook reads them. */
  readonly format?: Format;
  /** What `anyhook init` writes, loaded on demand. `init` cannot connect an agent without it. */
  readonly install?: () => Promise<{ readonly install: InstallSpec }>;
  /** Where the agent loads code that runs before the hooks in its settings. Loaded on demand, like `install`. */
  readonly mods?: () => Promise<{ readonly mods: ModSpec }>;
}

/** The known agents, and functions that search them. */
export interface AgentTable {
  readonly agents: readonly Agent[];
  /** The agents that `init` can connect. */
  readonly installable: readonly Agent[];
  /** The agent of that name, or undefined. */
  named(name: string): Agent | undefined;
  /** The agent of that name, or an error that lists the known ones. */
  find(name: string): Agent;
  /** The agent that really calls an entry; it may differ from the agent that the entry was written for. */
  callerOf(agent: Agent, payload: unknown, env: DecodeContext['env']): Agent;
  /** How each agent of `installable` is connected, in the same order. */
  loadInstalls(): Promise<readonly AgentInstall[]>;
  /** How the agent's mods are found; undefined if it has none. */
  loadMods(name: string): Promise<ModSpec | undefined>;
}

export function agentTable(rows: readonly AgentRow[]): AgentTable {
  const agents = rows.map(({ agent }) => agent);
  const byName = new Map(agents.map((agent) => [agent.name, agent]));
  const foreignRunners = agents.filter(({ runsEntriesOf: foreign }) => foreign);
  return {
    agents,
    installable: rows.flatMap(({ agent, install }) => (install ? [agent] : [])),
    named: (name) => byName.get(name),
    find: (name) => byName.get(name) ?? unknownAgent(name, [...byName.keys()]),
    callerOf: (agent, payload, env) =>
      foreignRunners.find(
        ({ runsEntriesOf: foreign }) => foreign?.from === agent.name && foreign.isCaller(payload, env),
      ) ?? agent,
    loadInstalls: async () => {
      const loading = rows.flatMap(({ agent, install }) => (install ? [loadInstall(agent, install())] : []));
      return Promise.all(loading);
    },
    loadMods: async (name) => (await rows.find(({ agent }) => agent.name === name)?.mods?.())?.mods,
  };
}

async function loadInstall(agent: Agent, module: Promise<{ readonly install: InstallSpec }>): Promise<AgentInstall> {
  const { install } = await module;
  const defaultEvents = Object.keys(agent.events).filter((event) => install.registersByDefault?.(event) ?? true);
  return { ...install, agent: agent.name, programs: agent.programs?.names ?? [], defaultEvents };
}

function unknownAgent(name: string, known: readonly string[]): never {
  const near = nearestWord(name, known);
  const hint = near ? `did you mean "${near}"?` : `known agents: ${known.join(', ')}`;
  throw new AnyhookError('UNKNOWN_HOST', `unknown agent "${name}"; ${hint}`);
}

/** An agent whose codec is loaded when one of its fields is first read: an event needs only one agent's codec. */
export const agentOf = (facts: AgentFacts, codec: () => AgentCodec): Agent => ({
  ...facts,
  get events() {
    return codec().events;
  },
  get tools() {
    return codec().tools;
  },
  get capabilities() {
    return codec().capabilities;
  },
  decode: (payload, context) => codec().decode(payload, context),
  encode: (event, verdict, context) => codec().encode(event, verdict, context),
  nativeInput: (event, input) => codec().nativeInput(event, input),
});
