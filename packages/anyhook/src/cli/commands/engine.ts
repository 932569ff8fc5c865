import { AnyhookError, exists, userPaths, version, writeAtomic } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { startResident } from '../../answer/start-resident.js';
import { controlEngine, type EngineReport } from '../../resident/control-engine.js';
import { unreachableReason } from '../../resident/engine-client.js';
import { engineFiles } from '../../resident/instance.js';
import { msText } from '../print/journal-rows.js';
import { addCommand, addGroup } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand, RuntimeSessionCounts } from '../terminal/context.js';
import { defaultIdle, parseDurationMs } from '../terminal/duration.js';
import { hooksOffLine } from '../terminal/hooks-off-line.js';
import { requireHuman } from '../terminal/human.js';
import { colorsFor, exitCodes, print, printJson, terminalWidth } from '../terminal/io.js';
import { countNoun, tableLines, wrap } from '../terminal/text.js';

const addStart: RegisterCommand = (program, { io }) => {
  addCommand(program, commands['engine start'], { idle: defaultIdle })
    // The binary handles --foreground before this file is loaded.
    .action(async ({ idle }: { readonly idle: string }) => {
      parseDurationMs(idle, '--idle');
      const { state } = userPaths(io.env, io.home);
      const { report, isNew, problem } = await startResident({ state, env: io.env, idle });
      if (!report)
        throw new AnyhookError(
          'BAD_STATE',
          `the engine did not start${problem ? `: ${problem}` : ''}; "anyhook engine start --foreground" shows why. Events are still answered, but more slowly`,
        );
      if (!isNew) return print(io, `the engine is already running (process ${report.pid})`);
      print(io, `the engine is up (process ${report.pid})`);
    });
};

const addStop: RegisterCommand = (program, context) => {
  const { io } = context;
  addCommand(program, commands['engine stop']).action(async ({ stay }: { readonly stay?: true }) => {
    const person = requireHuman(io, {
      action: '"anyhook engine stop"',
      advice: 'an agent does not need to stop the engine',
    });
    const { state } = userPaths(io.env, io.home);
    if (!stay && !(await controlEngine(state, 'status', 2_000))) return print(io, 'the engine was not running');
    if (!(await person.confirm({ action: 'stop the engine' }))) {
      context.exitCode = exitCodes.error;
      return print(io, 'the engine was not stopped');
    }
    if (stay) writeAtomic(`${state}/${engineFiles.staysDown}`, '');
    const report = await controlEngine(state, 'quit', 2_000);
    const restartNote = stay ? '; events do not start it again until "anyhook engine start"' : '';
    print(io, `${report ? `stopping the engine (pid ${report.pid})` : 'the engine was not running'}${restartNote}`);
  });
};

const addStatus: RegisterCommand = (program, context) => {
  const { io } = context;
  addCommand(program, commands['engine status']).action(async ({ json }: { readonly json?: true }) => {
    const { state } = userPaths(io.env, io.home);
    const runtime = context.features.find(({ countSessions }) => countSessions)?.countSessions;
    const [report, sessions] = await Promise.all([controlEngine(state, 'status', 2_000), runtime?.(state)]);
    context.exitCode = report ? 0 : 1;
    const sessionFields = sessions && { sessions: sessions.open, idleSessions: sessions.idle };
    const offLine = hooksOffLine(io);
    const inCharge = await statusOfFeatures(context);
    const unreachable = report && unreachableReason(state, report.pid);
    const extraFields = {
      ...sessionFields,
      ...(unreachable !== undefined && { unreachable }),
      ...(offLine !== undefined && { off: offLine }),
      ...inCharge,
    };
    if (json) return printJson(io, report ? { ...report, ...extraFields } : { running: false, ...extraFields });
    if (offLine !== undefined) print(io, colorsFor(io).yellow(offLine));
    for (const line of Object.values(inCharge)) print(io, line);
    if (unreachable !== undefined)
      print(io, colorsFor(io).yellow(wrap(unreachableText(unreachable), terminalWidth(io), 0)));
    if (report) for (const line of tableLines(statusRows(report, runtime && sessionsText(sessions)))) print(io, line);
    else print(io, `the engine is not running; ${restartHint(state)}`);
    if (!report && sessions) for (const line of openSessionLines(sessions)) print(io, line);
  });
};

/** Status lines of features, such as a fleet that manages this machine. */
async function statusOfFeatures({ features, io }: CommandContext): Promise<Readonly<Record<string, string>>> {
  return Object.assign({}, ...(await Promise.all(features.map(({ status }) => status?.(io)))));
}

const unreachableText = (why: string): string =>
  `events from here do not reach this engine, and each starts a process: ${why}; "anyhook engine stop" ends it, and the next event starts one that can be reached`;

const restartHint = (state: string): string =>
  exists(`${state}/${engineFiles.staysDown}`)
    ? 'it was stopped with "anyhook engine stop --stay": "anyhook engine start" starts it'
    : 'the next event of an agent starts it';

function statusRows(
  report: EngineReport,
  sessions: string | undefined,
): readonly (readonly { readonly text: string }[])[] {
  const { programs, latency } = report;
  const versionNote = report.version === version ? '' : `; this program is ${version}`;
  const rows: readonly (readonly [string, string])[] = [
    ['engine', `process ${report.pid}, up since ${new Date(report.startedAt).toLocaleString('sv')}`],
    ['version', `${report.version}${versionNote}`],
    ['events', `${report.events} answered, ${report.open} open`],
    ...(report.events === 0 ? [] : [['latency', latencyText(latency)] as const]),
    ['programs', `${programs.running} running, ${programs.waiting} waiting, ${programs.most} may start at once`],
    ['spares', sparesText(report.spares)],
    ['projects', `${report.projects} loaded`],
    ...(sessions === undefined ? [] : [['sessions', `${sessions}, ${report.runtime?.working ?? 0} at work`] as const]),
    ['journal', journalText(report.journal)],
    ['memory', `${Math.round(report.memoryBytes / 1024 / 1024)} MB`],
    ['idle', `for ${seconds(report.idleForMs)}, ends after ${seconds(report.idleMs)}`],
  ];
  return rows.map((row) => row.map((text) => ({ text })));
}

function sessionsText(sessions: RuntimeSessionCounts | undefined): string {
  if (!sessions) return 'number of open sessions in the agent runtime is unknown';
  const idle =
    sessions.idle > 0 ? `, ${sessions.idle} of them unused for ${sessions.idleDuration}, will be closed` : '';
  return `${sessions.open} open in the agent runtime${idle}`;
}

/** The sessions that wait for the engine to run again. */
function openSessionLines({ open, idle, idleDuration }: RuntimeSessionCounts): readonly string[] {
  const sessionLine = (count: number, predicate: (isOne: boolean) => string) =>
    count === 0 ? [] : [`${countNoun(count, 'session')} of the agent runtime ${predicate(count === 1)}`];
  return [
    ...sessionLine(
      open - idle,
      (isOne) => `${isOne ? 'is' : 'are'} open: "anyhook engine start" resumes ${isOne ? 'it' : 'them'}`,
    ),
    ...sessionLine(
      idle,
      (isOne) =>
        `${isOne ? 'was' : 'were'} unused for ${idleDuration}: the next use of the runtime closes ${isOne ? 'it' : 'them'}`,
    ),
  ];
}

/** Prestarted interpreters; an engine of another version may not report them. */
function sparesText(spares: EngineReport['spares']): string {
  if (!spares) return 'not reported by this engine';
  if (spares.off !== undefined) return `none: ${spares.off}`;
  const waiting = Object.entries(spares.waiting).map(([name, count]) => `${count} of ${name}`);
  const memory = `${Math.round(spares.memoryBytes / 1024 / 1024)} MB`;
  const lost = spares.lost > 0 ? `, ${spares.lost} did not start` : '';
  return `${waiting.length > 0 ? `${waiting.join(', ')} waiting (${memory})` : 'none waiting'}, ${spares.used} used${lost}`;
}

const latencyText = ({ p50, p95, p99 }: EngineReport['latency']): string =>
  `p50 ${msText(p50)}, p95 ${msText(p95)}, p99 ${msText(p99)} (last 1,024 events, in the engine)`;

/** An engine of another version may not report it. */
function journalText(journal: EngineReport['journal'] | undefined): string {
  if (!journal) return 'not reported by this engine';
  const { trouble, waiting, lost, withoutDetails } = journal;
  const missing = [
    ...(waiting > 0 ? [`${waiting} decisions not yet written to disk`] : []),
    ...(lost > 0 ? [`${lost} decisions are lost`] : []),
    ...(withoutDetails > 0 ? [`${withoutDetails} have no details`] : []),
  ];
  return [trouble ?? 'everything is written', ...missing].join('; ');
}

const seconds = (ms: number): string =>
  ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;

export const addEngine: RegisterCommand = (program, context) =>
  addGroup(program, commands.engine, [addStart, addStop, addStatus], context);
