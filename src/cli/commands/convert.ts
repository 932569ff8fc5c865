import { resolve } from 'node:path';
import { AnyhookError, nearest } from '../../core/errors.js';
import type { FormatName } from '../../core/hook.js';
import { type Conversion, convert } from '../../project/convert/convert.js';
import type { Project } from '../../project/load.js';
import { openProject } from '../../service/engine.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { colorsFor, type Io, print, printJson, widthOf, worldOf } from '../lib/io.js';
import { cwdOption, formatOption, jsonOption } from '../lib/options.js';
import { clean, wrap } from '../lib/text.js';
import { reader, writeFiles } from '../lib/write-files.js';

interface Options {
  readonly to: FormatName;
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook convert`: one hook in another format, with what that costs. */
export const addConvert: Register = (program, context) => {
  program
    .command('convert')
    .summary('write one hook in another format')
    .description(
      'Shows (or writes) one hook in another format, and lists what would be lost. Scripts are not rewritten.',
    )
    .argument('<id>', 'the hook, as "anyhook list" names it')
    .addOption(formatOption('--to <dialect>', 'the format').makeOptionMandatory())
    .option('--out <dir>', 'write the files below this folder')
    .option('--force', 'replace files that exist')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examples('anyhook convert no-force --to docker', 'anyhook convert no-force --to claude --out .'),
    )
    .action((id: string, options: Options) => run(id, options, context));
};

async function run(id: string, options: Options, context: Context): Promise<void> {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const project = await openProject(io);
  const hook = find(id, project);
  const out = options.out === undefined ? undefined : resolve(io.cwd, options.out);
  const read = out === undefined ? () => undefined : reader(out);
  const conversion = await convert(hook, { to: options.to, root: project.root, read });
  if (out !== undefined) writeFiles(out, conversion.files, { force: options.force === true });
  const files = conversion.files.map(({ shared: _shared, ...file }) => file);
  if (options.json) return printJson(io, { id: hook.id, from: hook.dialect, to: options.to, ...conversion, files });
  printConversion(conversion, io, out);
}

function find(id: string, { hooks }: Project) {
  const found = hooks.find(({ hook }) => hook.id === id)?.hook;
  if (found) return found;
  const near = nearest(
    id,
    hooks.map(({ hook }) => hook.id),
  );
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `no hook here is called "${id}"; ${near ? `did you mean "${near}"?` : 'see "anyhook list"'}`,
  );
}

function printConversion({ files, lost, attention, protocol }: Conversion, io: Io, out: string | undefined): void {
  const colors = colorsFor(io);
  const width = widthOf(io);
  for (const { path, text } of files) {
    if (out !== undefined) print(io, `${colors.green('wrote')} ${path}`);
    else print(io, `${colors.bold(`--- ${path}`)}\n${clean(text.trimEnd())}\n`);
  }
  if (lost.length > 0) print(io, colors.yellow('lost:'));
  for (const line of lost) print(io, `  - ${wrap(clean(line), width, 4)}`);
  if (attention.length > 0) print(io, colors.yellow('look at this:'));
  for (const line of attention) print(io, `  - ${wrap(clean(line), width, 4)}`);
  if (protocol.length > 0)
    print(io, colors.yellow('the script is not rewritten, and its new format speaks otherwise:'));
  for (const { what, was, now } of protocol) {
    print(io, `  ${what.padEnd(9)} ${colors.dim('was')} ${wrap(was, width, 16)}`);
    print(io, `  ${' '.repeat(9)} ${colors.dim('now')} ${wrap(now, width, 16)}`);
  }
  if (lost.length + attention.length + protocol.length === 0) print(io, colors.green('nothing is lost'));
}
