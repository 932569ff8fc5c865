import type { CommandContext, RegisterCommand } from '@anyhook/anyhook';
import { cwdOption, examplesText, jsonOption, trustOption } from '@anyhook/anyhook';
import { callers } from '@anyhook/core';
import { type Command, Option } from 'commander';
import { taskStatuses } from '../tasks/task.js';
import type {
  TaskActions,
  TaskCreateOptions,
  TaskListOptions,
  TaskOptions,
  TaskPruneOptions,
  TaskRunOptions,
  TaskUpdateOptions,
} from './task-actions.js';

/** `anyhook task`: abilities as tasks, for people, jobs, pipelines and agents. */
export const addTask: RegisterCommand = (program, context) => {
  const command = program
    .command('task')
    .summary('create, run and show tasks')
    .description(
      'Runs the abilities in .system/registry as tasks: each is validated, guarded by hooks, run once and recorded, for every caller.',
    )
    .helpCommand(false)
    .addHelpText(
      'after',
      [exitCodesText, examplesText('anyhook task direct-run greet', 'anyhook task list')].join('\n'),
    );
  for (const add of [addCreate, addRun, addDirectRun, addGet, addList, addUpdate, addDelete, addPrune])
    add(command, context);
};

const exitCodesText =
  '\nExit codes: 0 done, 1 failed or bad arguments, 2 unavailable or denied, 3 needs approval, 4 partly done.';

type AddSubcommand = (task: Command, context: CommandContext) => void;

/** Loads the tool runner only when a command needs it. */
const loadActions = async (): Promise<TaskActions> => (await import('./task-actions.js')).taskActions;

const withSharedOptions = (command: Command): Command =>
  command.addOption(jsonOption()).addOption(cwdOption()).addOption(trustOption());

const withInputOptions = (command: Command): Command =>
  command
    .option('--input <json>', 'a JSON object; "@file" reads it from a file, "-" from stdin')
    .option('--environment <name>', 'where to run it: dev, staging, prod, … (default: $ANYHOOK_ENVIRONMENT)')
    .option('--note <text>', 'a note to store with the task');

const withCallerOptions = (command: Command): Command =>
  command
    .option('--job <id>', 'id of the calling job, for hooks and the journal')
    .option(
      '--triggered-by <who>',
      'who or what started that job (default: your user name, or the one of the pipeline)',
    );

const withWaitOption = (command: Command): Command =>
  command.option('--wait <time>', 'how long to wait for an approval, e.g. 5m or 90s');

const addCreate: AddSubcommand = (task, context) =>
  withSharedOptions(withCallerOptions(withInputOptions(task.command('create'))))
    .summary('create a task for an ability')
    .description('Checks input and environment, runs the task.create hooks, and stores the task. Nothing runs yet.')
    .argument('<ability>', 'its operation key or ability id')
    .addHelpText(
      'after',
      examplesText(
        `anyhook task create db.migrate --environment staging --input '{"to":"v7"}'`,
        'anyhook task create report --input @report.json --job nightly-7 --json',
      ),
    )
    .action(async (ability: string, options: TaskCreateOptions) =>
      (await loadActions()).create(context, ability, options),
    );

const addRun: AddSubcommand = (task, context) =>
  withSharedOptions(withCallerOptions(withWaitOption(task.command('run'))))
    .summary('run a task')
    .description('Runs the guards, then the task, and shows the result. A task runs once.')
    .argument('<key>', 'key of the task, as in "create" and "list"')
    .addHelpText(
      'after',
      examplesText('anyhook task run t_06d3stat80', 'anyhook task run t_06d3stat80 --wait 5m --json'),
    )
    .action(async (key: string, options: TaskRunOptions) => (await loadActions()).run(context, key, options));

const addDirectRun: AddSubcommand = (task, context) =>
  withSharedOptions(withCallerOptions(withWaitOption(withInputOptions(task.command('direct-run')))))
    .summary('create a task and run it at once')
    .description('Creates a task and runs it, with all checks and hooks of both.')
    .argument('<ability>', 'its operation key or ability id')
    .addHelpText(
      'after',
      examplesText(
        `anyhook task direct-run greet --input '{"name":"Ada"}'`,
        'echo \'{"name":"Ada"}\' | anyhook task direct-run greet --input -',
      ),
    )
    .action(async (ability: string, options: TaskCreateOptions & TaskRunOptions) =>
      (await loadActions()).directRun(context, ability, options),
    );

const addGet: AddSubcommand = (task, context) =>
  withSharedOptions(task.command('get'))
    .summary('show one task')
    .description('Shows a task: input, caller, hook decisions, result.')
    .argument('<key>', 'key of the task')
    .addHelpText('after', examplesText('anyhook task get t_06d3stat80', 'anyhook task get t_06d3stat80 --json'))
    .action(async (key: string, options: TaskOptions) => (await loadActions()).get(context, key, options));

const addList: AddSubcommand = (task, context) =>
  withSharedOptions(task.command('list'))
    .summary('list tasks, newest first')
    .description('Lists the tasks of this project, newest first.')
    .addOption(new Option('--status <status>', 'only tasks in this state').choices(Object.keys(taskStatuses)))
    .option('--ability <name>', 'only tasks of this ability')
    .addOption(new Option('--caller <source>', 'only tasks of this kind of caller').choices(callers))
    .option('--session <id>', 'only tasks of this session')
    .option('--parent <key>', 'only the steps of this task')
    .option('-n, --limit <n>', 'number of tasks', '50')
    .option('--before <key>', 'only tasks older than this one')
    .addHelpText(
      'after',
      examplesText('anyhook task list --status waiting', 'anyhook task list --ability db.migrate --json'),
    )
    .action(async (options: TaskListOptions) => (await loadActions()).list(context, options));

const addUpdate: AddSubcommand = (task, context) =>
  withSharedOptions(withCallerOptions(task.command('update')))
    .summary('change a task that has not run')
    .description('Changes the input or note of a task that has not run; new input is validated.')
    .argument('<key>', 'key of the task')
    .option('--input <json>', 'a JSON object; "@file" reads it from a file, "-" from stdin')
    .option('--note <text>', 'a note to store with the task')
    .addHelpText('after', examplesText(`anyhook task update t_06d3stat80 --input '{"to":"v8"}'`))
    .action(async (key: string, options: TaskUpdateOptions) => (await loadActions()).update(context, key, options));

const addDelete: AddSubcommand = (task, context) =>
  withSharedOptions(task.command('delete'))
    .summary('delete a task')
    .description('Deletes a task and its steps. A running task is not deleted.')
    .argument('<key>', 'key of the task')
    .addHelpText('after', examplesText('anyhook task delete t_06d3stat80'))
    .action(async (key: string, options: TaskOptions) => (await loadActions()).delete(context, key, options));

const addPrune: AddSubcommand = (task, context) =>
  task
    .command('prune')
    .summary('delete old tasks')
    .description(
      'Deletes finished tasks of this project that are older than the config allows, with their steps, and old finished sessions of the agent runtime. Tasks that are ready, waiting or running stay. This also happens automatically when tasks are created.',
    )
    .option('--days <n>', 'keep this many days instead; 0: delete all finished tasks')
    .option('--dry-run', 'show how many would be deleted')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText('after', examplesText('anyhook task prune --dry-run', 'anyhook task prune --days 7'))
    .action(async (options: TaskPruneOptions) => (await loadActions()).prune(context, options));
