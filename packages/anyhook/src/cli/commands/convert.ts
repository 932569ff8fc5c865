import { resolve } from 'node:path';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { type Conversion, convertHook } from '../../hooks/convert/convert.js';
import { projectFileReader, writeFiles } from '../../hooks/convert/write-files.js';
import { hookNamed } from '../../hooks/list-hooks.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, type Io, print, printJson, terminalWidth, worldOf } from '../terminal/io.js';
import { showControls, wrap } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['hooks convert']>;

export const addConvert: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks convert']).action((id: string, options: Options) => run(id, options, context));
};

async function run(id: string, options: Options, context: CommandContext): Promise<void> {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const project = await openProject(io);
  const hook = hookNamed(id, project);
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const read = out === undefined ? () => undefined : projectFileReader(out);
  const conversion = await convertHook(hook, { to: options.to, root: project.root, read });
  if (out !== undefined) writeFiles(out, conversion.files, { force: options.force === true });
  const files = conversion.files.map(({ shared: _shared, ...file }) => file);
  if (options.json) return printJson(io, { id: hook.id, from: hook.dialect, to: options.to, ...conversion, files });
  printConversion(conversion, io, out);
}

function printConversion({ files, lost, attention, protocol }: Conversion, io: Io, out: string | undefined): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  for (const { path, text } of files) {
    if (out !== undefined) print(io, `${colors.green('wrote')} ${path}`);
    else print(io, `${colors.bold(`--- ${path}`)}\n${showControls(text.trimEnd())}\n`);
  }
  if (lost.length > 0) print(io, colors.yellow('lost:'));
  for (const line of lost) print(io, `  - ${wrap(showControls(line), width, 4)}`);
  if (attention.length > 0) print(io, colors.yellow('check this:'));
  for (const line of attention) print(io, `  - ${wrap(showControls(line), width, 4)}`);
  if (protocol.length > 0)
    print(io, colors.yellow('the script is not rewritten, but the new format has another protocol:'));
  for (const { what, was, now } of protocol) {
    print(io, `  ${what.padEnd(9)} ${colors.dim('was')} ${wrap(was, width, 16)}`);
    print(io, `  ${' '.repeat(9)} ${colors.dim('now')} ${wrap(now, width, 16)}`);
  }
  if (lost.length + attention.length + protocol.length === 0) print(io, colors.green('nothing is lost'));
}
