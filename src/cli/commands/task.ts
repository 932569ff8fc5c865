import { type Command, Option } from 'commander';
import { callers } from '../../core/event.js';
import { taskStatuses } from '../../tools/tasks/task.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { cwdOption, jsonOption, trustOption } from '../lib/options.js';
import type {
  ListOptions,
  PruneOptions,
  RunOptions,
  SharedOptions,
  UpdateOptions,
  WantedOptions,
  Work,
} from './task-actions.js';

/** `anyhook task`: abilities as tasks, for people, jobs, pipelines and agents alike. */
export const addTask: Register = (program, context) => {
  const command = program
    .command('task')
    .summary('create, run and look at tasks')
    .description(
      'Does what the abilities in .system/registry offer, each as a task: checked, guarded by the hooks, run once and recorded, whoever asks.',
    )
    .helpCommand(false)
    .addHelpText('after', [codes, examples('anyhook task direct-run greet', 'anyhook task list')].join('\n'));
  for (const add of [addCreate, addRun, addDirectRun, addGet, addList, addUpdate, addDelete, addPrune])
    add(command, context);
};

const codes =
  '\nExit codes: 0 done, 1 it failed or the command line is wrong, 2 it is unavailable or denied, 3 it needs a person, 4 done in part.';

type Add = (task: Command, context: Context) => void;

/** Loads what works on tasks only when some work is to be done. */
const work = async (): Promise<Work> => (await import('./task-actions.js')).taskWork;

/** Options of every command that works on tasks. */
const shared = (command: Command): Command =>
  command.addOption(jsonOption()).addOption(cwdOption()).addOption(trustOption());

const wanted = (command: Command): Command =>
  command
    .option('--input <json>', 'a JSON object; "@file" reads it from a file, "-" from stdin')
    .option('--environment <name>', 'where it shall be done: dev, staging, prod, … (default: $ANYHOOK_ENVIRONMENT)')
    .option('--note <text>', 'a note, kept with the task');

const calling = (command: Command): Command =>
  command
    .option('--job <id>', 'the job that wants it, for hooks and the record')
    .option(
      '--triggered-by <who>',
      'who or what started that job; without it your user name, or what the pipeline says',
    );

const running = (command: Command): Command =>
  command.option('--wait <time>', 'wait so long for a person where one is needed, as in 5m or 90s');

const addCreate: Add = (task, context) =>
  shared(calling(wanted(task.command('create'))))
    .summary('create a task for an ability')
    .description('Checks input and environment, asks the task.create hooks, and keeps the task. Nothing runs yet.')
    .argument('<ability>', 'its operation key or ability id')
    .addHelpText(
      'after',
      examples(
        `anyhook task create db.migrate --environment staging --input '{"to":"v7"}'`,
        'anyhook task create report --input @report.json --job nightly-7 --json',
      ),
    )
    .action(async (ability: string, options: WantedOptions) => (await work()).create(context, ability, options));

const addRun: Add = (task, context) =>
  shared(calling(running(task.command('run'))))
    .summary('run a task')
    .description('Asks the guards, runs the task, and shows what came of it. A task runs once.')
    .argument('<key>', 'the task, as "create" and "list" name it')
    .addHelpText('after', examples('anyhook task run t_06d3stat80', 'anyhook task run t_06d3stat80 --wait 5m --json'))
    .action(async (key: string, options: RunOptions) => (await work()).run(context, key, options));

const addDirectRun: Add = (task, context) =>
  shared(calling(running(wanted(task.command('direct-run')))))
    .summary('create a task and run it at once')
    .description('Creates a task and runs it, with all checks and hooks of both.')
    .argument('<ability>', 'its operation key or ability id')
    .addHelpText(
      'after',
      examples(
        `anyhook task direct-run greet --input '{"name":"Ada"}'`,
        'echo \'{"name":"Ada"}\' | anyhook task direct-run greet --input -',
      ),
    )
    .action(async (ability: string, options: WantedOptions & RunOptions) =>
      (await work()).directRun(context, ability, options),
    );

const addGet: Add = (task, context) =>
  shared(task.command('get'))
    .summary('show one task')
    .description('Shows a task, whole: input, who wanted it, what the hooks said, and what came of it.')
    .argument('<key>', 'the task')
    .addHelpText('after', examples('anyhook task get t_06d3stat80', 'anyhook task get t_06d3stat80 --json'))
    .action(async (key: string, options: SharedOptions) => (await work()).get(context, key, options));

const addList: Add = (task, context) =>
  shared(task.command('list'))
    .summary('list tasks, the newest first')
    .description('Lists the tasks of this project, the newest first.')
    .addOption(new Option('--status <status>', 'only tasks in this state').choices(Object.keys(taskStatuses)))
    .option('--ability <name>', 'only tasks of this ability')
    .addOption(new Option('--caller <source>', 'only tasks of such callers').choices(callers))
    .option('--session <id>', 'only tasks of this session')
    .option('--parent <key>', 'only the steps of this task')
    .option('-n, --limit <n>', 'how many', '50')
    .option('--before <key>', 'only tasks older than this one')
    .addHelpText(
      'after',
      examples('anyhook task list --status waiting', 'anyhook task list --ability db.migrate --json'),
    )
    .action(async (options: ListOptions) => (await work()).list(context, options));

const addUpdate: Add = (task, context) =>
  shared(calling(task.command('update')))
    .summary('change a task that has not run')
    .description('Gives a task that has not run another input, which is checked as the first was, or another note.')
    .argument('<key>', 'the task')
    .option('--input <json>', 'a JSON object; "@file" reads it from a file, "-" from stdin')
    .option('--note <text>', 'a note, kept with the task')
    .addHelpText('after', examples(`anyhook task update t_06d3stat80 --input '{"to":"v8"}'`))
    .action(async (key: string, options: UpdateOptions) => (await work()).update(context, key, options));

const addDelete: Add = (task, context) =>
  shared(task.command('delete'))
    .summary('delete a task')
    .description('Deletes a task with its steps. One that runs is not deleted.')
    .argument('<key>', 'the task')
    .addHelpText('after', examples('anyhook task delete t_06d3stat80'))
    .action(async (key: string, options: SharedOptions) => (await work()).delete(context, key, options));

const addPrune: Add = (task, context) =>
  task
    .command('prune')
    .summary('let old tasks go')
    .description(
      'Lets tasks of this project go that ended longer ago than the config says, each with its steps, and so ended sessions of the agent runtime. What has not run, waits or runs stays. This happens by itself when tasks are created.',
    )
    .option('--days <n>', 'keep so many days instead; 0 lets all go that have ended')
    .option('--dry-run', 'only say how many would go')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examples('anyhook task prune --dry-run', 'anyhook task prune --days 7'))
    .action(async (options: PruneOptions) => (await work()).prune(context, options));
