import type { Agent } from '../../agents/agent.js';
import { agents, findAgent, loadInstalls } from '../../agents/index.js';
import { type AgentInstall, isWrittenByInit, scopesOf, targetsOf } from '../../agents/kit/install.js';
import type { Graded, HookGrade } from '../../doctor/grades.js';
import { type MatrixRow, matrixOf } from '../../doctor/matrix.js';
import { wantedHooks } from '../../doctor/project.js';
import { rowsOf } from '../../engine/permissions.js';
import { formats } from '../../formats/index.js';
import { detectAgent } from '../../install/find.js';
import { type InstallWorld, installWorld } from '../../install/install-world.js';
import { readText } from '../../platform/files/files.js';
import { openProject } from '../../service/engine.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { type Colors, colorsFor, type Io, print, printJson, widthOf, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption } from '../lib/options.js';
import { type Cell, oneLine, table, wrap } from '../lib/text.js';

interface Options {
  readonly host?: readonly string[];
  readonly all?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook matrix`: how well each agent serves each hook of this project. */
export const addMatrix: Register = (program, context) => {
  program
    .command('matrix')
    .summary('show how well each agent serves each hook')
    .description(
      'Shows each hook times each agent that is installed or connected: exact, emulated, degraded or impossible, which is ' +
        'the worst of what the hook may wish at its event; native where the agent runs the hook by itself.',
    )
    .option('--host <hosts...>', 'these agents, installed or not')
    .option('--all', 'every agent that anyhook knows')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examples('anyhook matrix', 'anyhook matrix --host codex gemini', 'anyhook matrix --all --json'),
    )
    .action((options: Options) => matrix(options, context));
};

async function matrix(options: Options, { io }: Context): Promise<void> {
  const world = worldOf(io, options.cwd);
  const project = await openProject(world);
  const installs = await loadInstalls();
  const hosts = hostsFor(options, installs, installWorld(world));
  const rows = matrixOf(wantedHooks(project), hosts, rowsOf(formats), installs);
  if (options.json) return printJson(io, { hosts: hosts.map(hostEntry), hooks: rows.map(rowEntry) });
  if (hosts.length === 0) return print(io, 'no agent was found on this machine: name one with --host, or use --all');
  if (rows.length === 0) return print(io, 'no hooks here; make one with "anyhook new"');
  printMatrix(rows, hosts, io);
}

function hostsFor({ host, all }: Options, installs: readonly AgentInstall[], here: InstallWorld): readonly Agent[] {
  if (host) return host.map(findAgent);
  if (all) return agents.filter(({ isProtocol }) => !isProtocol);
  return installs.filter((install) => isHere(install, here)).map((install) => findAgent(install.host));
}

/** Is the agent on this machine, or connected in this project? */
function isHere(install: AgentInstall, { place }: InstallWorld): boolean {
  if (detectAgent(install, place).machine.length > 0) return true;
  return scopesOf(install).some((scope) =>
    targetsOf(install, { ...place, scope }).some((target) => {
      const files = target.kind === 'files' ? install.safe.map(target.file) : [target.file];
      return files.some((file) => isWrittenByInit(readText(file)));
    }),
  );
}

const hostEntry = ({ name, title, documentedOnly }: Agent) => ({ name, title, documentedOnly });
const rowEntry = ({ hook: { id, events, nativeEvent, dialect }, hosts }: MatrixRow) => ({
  id,
  events,
  nativeEvent,
  dialect,
  hosts,
});

const paints: Readonly<Record<HookGrade, (colors: Colors) => (text: string) => string>> = {
  native: ({ green }) => green,
  exact: ({ green }) => green,
  emulated: ({ cyan }) => cyan,
  degraded: ({ yellow }) => yellow,
  impossible: ({ red }) => red,
};

const columnWidth = 12;

/** A table for as many agents as fit beside each other, then the next ones below. */
function printMatrix(rows: readonly MatrixRow[], hosts: readonly Agent[], io: Io): void {
  const colors = colorsFor(io);
  const width = widthOf(io) ?? 80;
  const longest = Math.max(4, ...rows.map(({ hook }) => [...oneLine(hook.id)].length));
  const first = Math.min(longest, Math.max(16, width - 4 * columnWidth));
  const fitting = Math.max(1, Math.floor((width - first) / columnWidth));
  for (let from = 0; from < hosts.length; from += fitting) {
    const some = hosts.slice(from, from + fitting);
    const head = [
      { text: 'hook' },
      ...some.map(({ name, documentedOnly }) => ({ text: documentedOnly ? `${name}*` : name })),
    ];
    const body = rows.map(({ hook, hosts: graded }): readonly Cell[] => [
      { text: shortened(oneLine(hook.id), first) },
      ...some.map(({ name }) => gradeCell(graded[name], colors)),
    ]);
    const cells = [head.map((cell) => ({ ...cell, paint: colors.bold })), ...body];
    print(io, table(cells).join('\n'));
    print(io, '');
  }
  for (const line of reasons(rows, hosts)) print(io, colors.dim(wrap(line, widthOf(io), 2)));
  if (hosts.some(({ documentedOnly }) => documentedOnly))
    print(io, colors.dim('* from its documentation only; nobody ran it'));
}

const gradeCell = (graded: Graded | undefined, colors: Colors): Cell => ({
  text: graded?.grade ?? '',
  ...(graded && { paint: paints[graded.grade](colors) }),
});

/** The end of an id says more than its beginning. */
const shortened = (id: string, width: number): string => {
  const chars = [...id];
  return chars.length <= width ? id : `…${chars.slice(chars.length - width + 1).join('')}`;
};

/** Why a grade is not exact: once for all hooks and agents that share the reason. */
function reasons(rows: readonly MatrixRow[], hosts: readonly Agent[]): readonly string[] {
  return hosts.flatMap(({ name, title }) => {
    const own = new Map<string, string[]>();
    for (const { hook, hosts: graded } of rows) {
      const { why, grade } = graded[name] ?? {};
      if (why === undefined || grade === 'native') continue;
      own.set(why, [...(own.get(why) ?? []), hook.id]);
    }
    return [...own].map(([why, ids]) => `${title}: ${why} (${idsText(ids)})`);
  });
}

const idsText = (ids: readonly string[]): string =>
  ids.length <= 3 ? ids.map(oneLine).join(', ') : `${ids.length} hooks`;
