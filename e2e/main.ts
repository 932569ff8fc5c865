// Runs real agents against a scripted model: `npm run e2e`, or `npm run e2e -- codex gemini --client perl`.
import { parseArgs } from 'node:util';
import { type ClientKind, clientKinds } from '../packages/anyhook/src/install/hook-client.js';
import { withoutUndefined } from '../packages/core/src/defined.js';
import type { AgentDriver } from './agents/agent.js';
import { agentDrivers } from './agents/index.js';
import { installAgent, installedFolder, pinnedName } from './install.js';
import { hasLoopbackOnly, isIsolated, runIsolated } from './isolated-network.js';
import { addMeasured, type MeasuredAgents, outdatedCells, readMeasured, writeMeasured } from './measured.js';
import { type AgentReport, printTotals, runAgentCases } from './report.js';

process.exitCode = await main(process.argv.slice(2));

interface Options {
  readonly chosen: readonly AgentDriver[];
  /** How many agents run at the same time. */
  readonly jobs: number;
  readonly minutes: number;
  /** Writes the observations to e2e/measured.json. */
  readonly write: boolean;
  /** Installs the agents and runs nothing. */
  readonly installOnly: boolean;
  /** Only runs that have a case with these words in its name. */
  readonly only?: string;
  /** Which third of the agents does the rotating runs; without it, all agents do. */
  readonly rotation?: number;
}

async function main(args: readonly string[]): Promise<number> {
  const options = optionsOf(args);
  if (typeof options === 'string') {
    console.error(options);
    return 1;
  }
  if (!isIsolated()) {
    for (const { name: agent } of options.chosen) {
      const problem = installAgent(agent);
      if (problem) console.log(`${pinnedName(agent)} could not be installed: ${problem}`);
    }
    if (options.installOnly) return 0;
    const code = runIsolated();
    if (code !== undefined) return code;
  }
  console.log(
    hasLoopbackOnly()
      ? 'network: loopback only'
      : 'network: not cut off (no network namespace on this machine); agents get dummy keys and a model on loopback',
  );
  const reports = await runAll(options);
  const kept = readMeasured();
  const ran = Object.fromEntries(
    [...reports].flatMap(([{ name: agent }, { measured }]) =>
      measured ? [[agent, options.only === undefined ? measured : addMeasured(measured, kept[agent])]] : [],
    ),
  );
  const code = printTotals([...reports.values()].flatMap(({ results }) => results));
  if (!options.write) return Math.max(code, compare(ran));
  writeMeasured(ran);
  return code;
}

function isClient(name: string): name is ClientKind {
  return (clientKinds as readonly string[]).includes(name);
}

function optionsOf(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        jobs: { type: 'string', default: '2' },
        minutes: { type: 'string', default: '20' },
        write: { type: 'boolean', default: false },
        client: { type: 'string' },
        only: { type: 'string' },
        install: { type: 'boolean', default: false },
        rotate: { type: 'string' },
      },
    });
    const unknown = positionals.filter((name) => !agentDrivers.some(({ name: agent }) => agent === name));
    const known = agentDrivers.map(({ name: agent }) => agent).join(', ');
    if (unknown.length > 0) return `unknown agent: ${unknown.join(', ')}; known: ${known}`;
    const { client } = values;
    if (client !== undefined && !isClient(client))
      return `--client must be one of ${clientKinds.join(', ')}, got "${client}"`;
    const chosen = agentDrivers
      .filter(({ name: agent }) => positionals.length === 0 || positionals.includes(agent))
      .map((agent) => (client === undefined ? agent : { ...agent, client }));
    const [jobs, minutes] = [Number(values.jobs), Number(values.minutes)];
    if (!(jobs >= 1)) return `--jobs must be a number of agents, got "${values.jobs}"`;
    if (!(minutes > 0)) return `--minutes must be a number of minutes, got "${values.minutes}"`;
    const rotation = values.rotate === undefined ? undefined : Number(values.rotate);
    if (rotation !== undefined && !(Number.isSafeInteger(rotation) && rotation >= 0))
      return `--rotate must be a whole number from 0 on, got "${values.rotate}"`;
    const { write, install: installOnly } = values;
    return { chosen, jobs, minutes, write, installOnly, ...withoutUndefined({ only: values.only, rotation }) };
  } catch (error) {
    return (error as Error).message;
  }
}

async function runAll({
  chosen,
  jobs,
  minutes,
  only,
  rotation,
}: Options): Promise<ReadonlyMap<AgentDriver, AgentReport>> {
  const reports = new Map<AgentDriver, AgentReport>();
  const waiting = [...chosen];
  const about = withoutUndefined({ only, rotation });
  const isLate = () => performance.now() > minutes * 60_000;
  const work = async () => {
    for (let agent = waiting.shift(); agent; agent = waiting.shift())
      reports.set(agent, await runAgentCases(agent, { folder: installedFolder(agent.name), isLate, ...about }));
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return reports;
}

/** The observations must equal e2e/measured.json, because docs/reference/capabilities.md is generated from it. */
function compare(ran: MeasuredAgents): number {
  const kept = readMeasured();
  const old = Object.entries(ran).flatMap(([agent, measured]) =>
    outdatedCells(measured, kept[agent]).map((cell) => `${agent}: ${cell}`),
  );
  if (old.length === 0) return 0;
  console.log(`e2e/measured.json says otherwise, or nothing, about ${old.join('; ')}`);
  console.log('run "npm run e2e -- --write" and "npm run generate", and commit the result');
  return 1;
}
