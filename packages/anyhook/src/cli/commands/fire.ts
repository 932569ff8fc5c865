import { AnyhookError } from '@anyhook/core';
import { canonical } from '../../agents/canonical/agent.js';
import { findAgent } from '../../agents/index.js';
import { fireEvent } from '../../answer/fire.js';
import { eventToFire, type FireRequest } from '../../answer/fire-event.js';
import { projectProblems } from '../../doctor/start-problems.js';
import { printFired } from '../print/fire.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { colorsFor, exitCodes, type Io, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption, parseJsonOption, parseMsOption, trustOption } from '../terminal/options.js';
import { readPayloadFile } from '../terminal/payload.js';
import { oneLine } from '../terminal/text.js';

interface Options {
  readonly tool?: string;
  readonly input?: string;
  readonly prompt?: string;
  readonly data?: string;
  readonly agent?: string;
  readonly payload?: string;
  readonly event?: string;
  readonly session?: string;
  readonly timeout?: string;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** `anyhook fire`: sends an event without an agent. */
export const addFire: RegisterCommand = (program, context) => {
  program
    .command('fire')
    .summary('send an event to the hooks and show their verdict')
    .description(
      'Runs the hooks on one event as an agent would, and shows the verdict. Exits 2 if the verdict is deny.',
    )
    .argument('[event]', 'tool.before, PreToolUse, docker:stop, …; optional if the payload names it')
    .option('--tool <kind>', 'shell, read, write, edit, …, mcp.<server>.<tool>, or any tool name')
    .option('--input <json>', "the tool's input in canonical fields: command, path, content, …")
    .option('--prompt <text>', "the user's prompt")
    .option('--data <json>', 'further fields of the event')
    .option('--agent <agent>', 'show the answer that this agent would get')
    .option('--payload <file>', 'file with a native payload of that agent; "-" for stdin')
    .option('--event <name>', "the event's native name, if the payload does not name it")
    .option('--session <id>', 'session of the event')
    .option('--timeout <ms>', 'time limit for the answer')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText(
      'after',
      examplesText(
        `anyhook fire tool.before --tool shell --input '{"command":"git push --force"}'`,
        'anyhook fire prompt.submit --prompt "add a test" --json',
        'anyhook fire --agent claude-code --payload payload.json',
      ),
    )
    .action((event: string | undefined, options: Options) => fire(event, options, context));
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
