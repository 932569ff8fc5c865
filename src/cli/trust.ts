import { openProject } from '../app.js';
import type { LoadedHook } from '../core/hook.js';
import { isoNow } from '../io/clock.js';
import type { Project } from '../project/load.js';
import { forgetTrust, recordTrust, withTrust, writeLock } from '../project/trust.js';
import { userPlaces } from '../state/places.js';
import { type Context, examples, type Register } from './context.js';
import { handlerSummary, matchSummary, shortPath } from './describe.js';
import { type Colors, colorsFor, exitCodes, type Io, print, widthOf, worldOf } from './io.js';
import { cwdOption } from './options.js';
import { confirm, needPerson } from './terminal.js';
import { count, cut, oneLine } from './text.js';

interface Options {
  readonly list?: true;
  readonly lock?: true;
  readonly revoke?: true;
  readonly yes?: true;
  readonly cwd?: string;
}

const forCi = 'CI uses --trust-project, or ANYHOOK_TRUST=lock with a lock file made by "anyhook trust --lock"';

/** `anyhook trust`: a person looks at the project's hooks and lets them run. */
export const addTrust: Register = (program, context) => {
  program
    .command('trust')
    .summary("look at this project's hooks and let them run")
    .description("Shows what this project's hooks would run and asks. Needs a person at a terminal.")
    .option('--list', 'only show what is trusted')
    .option('--lock', 'write .agents/anyhook.lock.json, by which CI may trust')
    .option('--revoke', 'forget that this project was trusted')
    .option('--yes', 'do not ask (a terminal is needed all the same)')
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook trust', 'anyhook trust --lock && git add .agents/anyhook.lock.json'))
    .action((options: Options) => trust(options, context));
};

async function trust(options: Options, context: Context): Promise<void> {
  const io: Io = { ...context.io, cwd: worldOf(context.io, options.cwd).cwd };
  const user = userPlaces(io.env, io.home);
  if (options.revoke) needPerson(io, '"anyhook trust --revoke"', 'a guard must not be switched off by what it guards');
  else if (!options.list && !options.lock) needPerson(io, '"anyhook trust"', forCi);
  const project = await openProject(io);
  if (options.revoke) {
    const was = forgetTrust(project.root, user);
    return print(io, was ? `${project.root} is not trusted any more` : `${project.root} was not trusted`);
  }
  const hooks = withTrust(project.snapshot, user, 'ask').filter(({ hook }) => hook.scope === 'project');
  if (options.lock)
    return print(
      io,
      `wrote ${writeLock(project.snapshot)} (${count(project.snapshot.hooks.filter(({ scope }) => scope === 'project').length, 'hook')})`,
    );
  if (hooks.length === 0) return print(io, `${project.root} has no hooks of its own: there is nothing to trust`);
  show(hooks, project, io, options.list === true);
  if (options.list) return;
  if (hooks.every(({ state }) => state.kind === 'active')) return print(io, 'all of them are trusted already');
  if (!options.yes && !(await confirm(io, question(hooks)))) {
    context.exitCode = exitCodes.error;
    return print(io, 'nothing was trusted');
  }
  recordTrust(project.snapshot, user, isoNow());
  print(io, `trusted ${count(project.snapshot.hooks.filter(({ scope }) => scope === 'project').length, 'hook')}`);
}

const words = { untrusted: 'new', changed: 'changed', active: 'unchanged', disabled: 'unchanged' } as const;

const wordOf = ({ state }: LoadedHook): string =>
  state.kind === 'changed' && state.what.startsWith('it was deleted') ? 'deleted' : words[state.kind];

function show(hooks: readonly LoadedHook[], project: Project, io: Io, all: boolean): void {
  const colors = colorsFor(io);
  const { root } = project;
  print(io, `${colors.bold(oneLine(root))}\n`);
  const shown = hooks.filter(({ state }) => all || state.kind !== 'active');
  for (const one of shown) for (const line of linesOf(one, root, colors)) print(io, fitted(line, io));
  const quiet = hooks.length - shown.length;
  if (quiet > 0) print(io, colors.dim(`${count(quiet, 'hook')} unchanged\n`));
  const errors = project.problems.filter(({ severity }) => severity === 'error').length;
  if (errors > 0)
    print(io, colors.yellow(`${count(errors, 'error')} in hook files, which do not run: see "anyhook validate"`));
}

function linesOf(one: LoadedHook, root: string, colors: Colors): readonly string[] {
  const { hook, state } = one;
  const word = wordOf(one);
  const paint = word === 'new' ? colors.yellow : word === 'unchanged' ? colors.green : colors.red;
  const why =
    state.kind === 'changed' && word === 'changed'
      ? [`  why    ${oneLine(state.what.replaceAll(`${root}/`, ''))}`]
      : [];
  if (word === 'deleted')
    return [`${paint(word.padEnd(9))} ${colors.bold(oneLine(hook.id))}`, '  it is gone, and will be forgotten', ''];
  return [
    `${paint(word.padEnd(9))} ${colors.bold(oneLine(hook.id))}  ${hook.nativeEvent}  ${colors.dim(`${hook.dialect}, ${matchSummary(hook)}`)}`,
    ...why,
    `  runs   ${handlerSummary(hook.handler).replaceAll(`${root}/`, '')}`,
    `  files  ${hook.files.map((file) => shortPath(file, root)).join(', ')}`,
    '',
  ];
}

/** A command is never cut: what would run must be seen whole. */
const fitted = (line: string, io: Io): string =>
  line.startsWith('  files') ? cut(line, Math.max(widthOf(io) ?? 200, 200)) : line;

function question(hooks: readonly LoadedHook[]): string {
  const present = hooks.filter((one) => wordOf(one) !== 'deleted').length;
  return `Let ${present === 1 ? 'this hook' : `these ${present} hooks`} run with your rights whenever an agent works here?`;
}
