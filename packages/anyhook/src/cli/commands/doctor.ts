import { defaultCheckTimeoutMs, examineHooks } from '../../doctor/examine.js';
import { hasDeadHooks } from '../../doctor/finding.js';
import { printSections } from '../print/doctor.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { exitCodes, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption, parseMsOption } from '../terminal/options.js';

interface Options {
  readonly agent?: readonly string[];
  readonly timeout?: string;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook doctor`: proves that hooks work, or says why they do not. */
export const addDoctor: RegisterCommand = (program, context) => {
  program
    .command('doctor')
    .summary('check that hooks work in every connected agent')
    .description(
      'Checks hooks, entries, launcher and the settings of each connected agent, and proves that a call is denied ' +
        'through the exact command of the entries: in the project, a subfolder, its work trees and outside. No hook ' +
        'runs. Exits 1 if hooks cannot run somewhere, and says how to fix it.',
    )
    .option('--agent <agents...>', 'only these agents, whether they are found or not')
    .option('--timeout <ms>', 'time limit for each canary and program', String(defaultCheckTimeoutMs))
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook doctor', 'anyhook doctor --agent codex --json'))
    .action((options: Options) => doctor(options, context));
};

async function doctor(options: Options, context: CommandContext): Promise<void> {
  const timeoutMs = parseMsOption('--timeout', options.timeout) ?? defaultCheckTimeoutMs;
  const world = worldOf(context.io, options.cwd);
  const sections = await examineHooks(world, { agents: options.agent, timeoutMs });
  if (sections.some(hasDeadHooks)) context.exitCode = exitCodes.error;
  if (options.json) printJson(context.io, sections);
  else printSections(sections, context.io);
}
