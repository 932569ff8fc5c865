import { commands } from '../../../.cache/commands.js';
import { defaultCheckTimeoutMs, examineHooks } from '../../doctor/examine.js';
import { hasDeadHooks } from '../../doctor/finding.js';
import { printSections } from '../print/doctor.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { exitCodes, printJson, worldOf } from '../terminal/io.js';
import { parseMsOption } from '../terminal/options.js';

type Options = OptionsOf<typeof commands.doctor>;

export const addDoctor: RegisterCommand = (program, context) => {
  addCommand(program, commands.doctor, { timeout: defaultCheckTimeoutMs }).action((options: Options) =>
    doctor(options, context),
  );
};

async function doctor(options: Options, context: CommandContext): Promise<void> {
  const timeoutMs = parseMsOption('--timeout', options.timeout) ?? defaultCheckTimeoutMs;
  const world = worldOf(context.io, options.cwd);
  const sections = await examineHooks(world, { agents: options.agent, timeoutMs });
  if (sections.some(hasDeadHooks)) context.exitCode = exitCodes.error;
  if (options.json) printJson(context.io, sections);
  else printSections(sections, context.io);
}
