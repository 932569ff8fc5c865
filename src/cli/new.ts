import { Option } from 'commander';
import type { EventName } from '../core/contract.js';
import type { DialectName } from '../core/hook.js';
import type { ToolKind } from '../core/tool.js';
import { dialects } from '../dialects/index.js';
import { whereIs } from '../project/where.js';
import { scaffold } from '../project/write/scaffold.js';
import { type Language, languages } from '../project/write/templates.js';
import { userPlaces } from '../state/places.js';
import { type Context, examples, type Register } from './context.js';
import { colorsFor, print, worldOf } from './io.js';
import { cwdOption, dialectOption, eventOption } from './options.js';
import { reader, writeFiles } from './write-files.js';

interface Options {
  readonly dialect: DialectName;
  readonly event: string;
  readonly matcher?: string;
  readonly lang?: Language;
  readonly force?: true;
  readonly cwd?: string;
}

/** `anyhook new`: a first hook that runs as it is. */
export const addNew: Register = (program, context) => {
  program
    .command('new')
    .summary('start a hook in a format of your choice')
    .description('Writes a hook with a script that runs as it is, at its place in this project.')
    .argument('<name>', 'lowercase letters, digits and hyphens')
    .addOption(dialectOption('--dialect <name>', 'the format').makeOptionMandatory())
    .addOption(eventOption('the event: canonical, or a name of any format').makeOptionMandatory())
    .option('--matcher <names>', "tools in the format's own names: Bash|Write, shell, run_command")
    .addOption(new Option('--lang <language>', 'language of the script (flow: js)').choices(languages))
    .option('--force', 'replace files that exist')
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook new no-force --dialect hook-md --event tool.before --matcher Shell'))
    .action((name: string, options: Options) => create(name, options, context));
};

function create(name: string, options: Options, { io }: Context): void {
  const { dialect, event, matcher, lang, force } = options;
  const world = worldOf(io, options.cwd);
  const { root } = whereIs(world.cwd, userPlaces(world.env, world.home));
  const wanted = {
    name,
    dialect,
    event,
    ...(matcher !== undefined && { matcher }),
    ...(lang !== undefined && { language: lang }),
  };
  const made = scaffold(wanted, reader(root), dialects);
  writeFiles(root, made.files, { force: force === true });
  const colors = colorsFor(io);
  for (const { path } of made.files) print(io, `${colors.green('wrote')} ${path}`);
  print(io, '\nNext:');
  print(io, '  anyhook trust');
  print(io, `  ${tryOut(made.event, made.tool)}`);
}

/** A command that makes the new hook run. */
function tryOut(event: EventName, tool: ToolKind = 'shell'): string {
  if (event === 'prompt.submit') return `anyhook fire ${event} --prompt "hello"`;
  if (!event.startsWith('tool.')) return `anyhook fire ${event}`;
  return `anyhook fire ${event} --tool ${tool} --input '${JSON.stringify(inputs[tool] ?? {})}'`;
}

const inputs: Readonly<Partial<Record<ToolKind, Readonly<Record<string, string>>>>> = {
  shell: { command: 'ls' },
  read: { path: 'README.md' },
  write: { path: 'notes.txt', content: 'hello' },
  edit: { path: 'notes.txt', oldText: 'hello', newText: 'goodbye' },
  fetch: { url: 'https://example.com' },
  search: { query: 'hello' },
  websearch: { query: 'hello' },
  task: { prompt: 'look around' },
};
