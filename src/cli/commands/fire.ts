import { canonical } from '../../agents/canonical/index.js';
import { findHost } from '../../agents/index.js';
import type { Hook, LoadedHook } from '../../core/hook.js';
import { now } from '../../platform/clock.js';
import { createEngineFrom, openProject } from '../../service/engine.js';
import { partsOf } from '../../service/engine-parts.js';
import { type FireOptions, firedEvent } from '../../service/fire-event.js';
import { reportOf } from '../../service/fire-report.js';
import { selfProtectionId } from '../../service/self-protection.js';
import { offReason } from '../../state/off.js';
import { memorySessionStore } from '../../state/session-store.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { colorsFor, exitCodes, printJson, widthOf, worldOf } from '../lib/io.js';
import { cwdOption, jsonOption, milliseconds, trustOption } from '../lib/options.js';
import { oneLine } from '../lib/text.js';
import { printFired } from '../print/fire.js';

/** `anyhook fire`: an event without an agent. */
export const addFire: Register = (program, context) => {
  program
    .command('fire')
    .summary('fire an event at the hooks and show the verdict')
    .description('Runs the hooks on one event as an agent would, and shows the verdict. Exits 2 when it is deny.')
    .argument('[event]', 'tool.before, PreToolUse, docker:stop, …; not needed with a payload that says it')
    .option('--tool <kind>', 'shell, read, write, edit, …, mcp.<server>.<tool>, or any tool name')
    .option('--input <json>', "the tool's input in canonical fields: command, path, content, …")
    .option('--prompt <text>', "the user's prompt")
    .option('--data <json>', 'further fields of the event')
    .option('--host <host>', 'answer as this agent would get it')
    .option('--payload <file>', 'a native payload of that agent; "-" for stdin')
    .option('--event <name>', "the event's native name, where the payload does not say it")
    .option('--session <id>', 'session to which the event belongs')
    .option('--timeout <ms>', 'time in which the answer must be there')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addOption(trustOption())
    .addHelpText(
      'after',
      examples(
        `anyhook fire tool.before --tool shell --input '{"command":"git push --force"}'`,
        'anyhook fire prompt.submit --prompt "add a test" --json',
        'anyhook fire --host claude-code --payload payload.json',
      ),
    )
    .action((event: string | undefined, options: FireOptions) => fire(event, options, context));
};

async function fire(name: string | undefined, options: FireOptions, context: Context): Promise<void> {
  const { io } = context;
  const budgetMs = milliseconds('--timeout', options.timeout);
  const world = worldOf(io, options.cwd);
  const host = options.host === undefined ? canonical : findHost(options.host);
  const fired = await firedEvent(name, options, { host, io, world });
  const project = await openProject({ ...world, cwd: fired.projectDir }, options.trustProject && 'project');
  const off = offReason(world, now());
  const hooks = off === undefined ? project.hooks : project.hooks.map(switchedOff(off));
  // A try must not ask a person for anything.
  const { approve: _approve, ...parts } = partsOf({ ...project, hooks }, world, { host });
  const engine = createEngineFrom({
    ...parts,
    // What nobody gave a name is no session: counts of one try must not reach the next.
    ...(!fired.namedSession && { store: memorySessionStore() }),
    ...(off !== undefined && { hooks: [] }),
  });
  const answer = await engine.decide(host, fired.event, fired.context, {
    env: fired.context.env,
    ...(budgetMs !== undefined && { budgetMs }),
    // Only for a person who waits: a program that reads stderr wants our errors there.
    ...(io.stderr.isTTY === true && { progress: (line: string) => void io.stderr.write(`${oneLine(line)} …\n`) }),
  });
  const given = options.host !== undefined;
  const spoke = new Set(answer.verdict.hooks.map(({ hook }) => hook.id));
  const isShown = ({ id }: Hook) =>
    !hooks.some(({ hook }) => hook.id === id) && (id !== selfProtectionId || spoke.has(id));
  const loaded = [...hooks, ...parts.hooks.filter(isShown).map(active)];
  const { problems } = project;
  const report = await reportOf({ answer, host, loaded, index: engine.index, problems, withWire: given });
  if (answer.verdict.decision === 'deny') context.exitCode = exitCodes.denied;
  if (options.json) printJson(io, report);
  else printFired(report, fired.event, { io, colors: colorsFor(io), width: widthOf(io) });
}

const active = (hook: Hook): LoadedHook => ({ hook, state: { kind: 'active' } });
const switchedOff =
  (why: string) =>
  ({ hook }: LoadedHook): LoadedHook => ({ hook, state: { kind: 'disabled', why } });
