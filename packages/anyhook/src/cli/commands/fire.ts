import { resolve } from 'node:path';
import { AnyhookError, isFile, maxPayloadBytes, readText } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { canonical } from '../../agents/canonical/agent.js';
import { findAgent } from '../../agents/index.js';
import { fireEvent } from '../../answer/fire.js';
import { eventToFire, type FireRequest } from '../../answer/fire-event.js';
import { badPayload, type NativePayload, parsePayload } from '../../answer/native-payload.js';
import { projectProblems } from '../../doctor/start-problems.js';
import { printFired } from '../print/fire.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, exitCodes, type Io, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { parseJsonOption, parseMsOption } from '../terminal/options.js';
import { readAllStdin } from '../terminal/read-stdin.js';
import { oneLine } from '../terminal/text.js';

type Options = OptionsOf<typeof commands.fire>;

export const addFire: RegisterCommand = (program, context) => {
  addCommand(program, commands.fire).action((event: string | undefined, options: Options) =>
    fire(event, options, context),
  );
};

async function fire(name: string | undefined, options: Options, context: CommandContext): Promise<void> {
  const { io } = context;
  const budgetMs = parseMsOption('--timeout', options.timeout);
  const world = worldOf(io, options.cwd);
  const agent = options.agent === undefined ? canonical : findAgent(options.agent);
  const fired = await eventToFire(fireRequestFrom(name, options, io), { agent, world });
  const report = await fireEvent(fired, {
    agent,
    world,
    trust: options.trustProject && 'project',
    withWire: options.agent !== undefined,
    budgetMs,
    findProblems: (project) => projectProblems(project, world.env),
    // Only for a person at a terminal: a program expects only errors on stderr.
    ...(io.stderr.isTTY === true && { progress: (line: string) => void io.stderr.write(`${oneLine(line)} …\n`) }),
  });
  if (report.decision === 'deny') context.exitCode = exitCodes.denied;
  if (options.json) printJson(io, report);
  else printFired(report, fired.event, { io, colors: colorsFor(io), width: terminalWidth(io) });
}

/** The event from the options; with an agent but no event, reads the payload from stdin. */
function fireRequestFrom(eventArgument: string | undefined, options: Options, io: Io): FireRequest {
  const { agent, event, payload, tool, prompt, session, cwd } = options;
  const name = eventArgument ?? (agent === undefined ? event : undefined);
  const common = { tool, prompt, session, input: parseJsonOption('--input', options.input) };
  const request = { ...common, data: parseJsonOption('--data', options.data), keepFolder: cwd !== undefined };
  if (payload === undefined && (agent === undefined || name !== undefined)) return { ...request, name };
  if (agent === undefined)
    throw new AnyhookError('BAD_ARGUMENT', '--payload needs --agent: which agent sends this payload?');
  return {
    ...request,
    name: eventArgument,
    nativeEvent: event,
    readPayload: () => readPayloadFile(payload ?? '-', io),
  };
}

/** Reads a payload from a file or, for `-`, from stdin. */
async function readPayloadFile(file: string, io: Io): Promise<NativePayload> {
  if (file !== '-') return parsePayload(readPayloadText(file, io), file);
  return parsePayload(await readAllStdin(io, maxPayloadBytes, () => tooLargeError('stdin')), 'stdin');
}

const tooLargeError = (where: string): AnyhookError => badPayload(where, `got more than ${maxPayloadBytes} bytes`);

function readPayloadText(file: string, io: Io): string {
  const path = resolve(io.cwd, file);
  const text = readText(path, maxPayloadBytes);
  if (text !== undefined) return text;
  if (isFile(path)) throw badPayload(file, `got a file that cannot be read or has more than ${maxPayloadBytes} bytes`);
  throw new AnyhookError('BAD_ARGUMENT', `--payload: ${path} does not exist`);
}
