import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { onExitKillGroups } from '../io/groups.js';
import { version } from '../version.js';
import { addAbility } from './ability.js';
import { addApprovals, addApprove, addRefuse } from './approvals.js';
import { addBench } from './bench.js';
import { addCompletion } from './completion.js';
import { addConformance } from './conformance.js';
import type { Context, Register } from './context.js';
import { addConvert } from './convert.js';
import { addDemo } from './demo-command.js';
import { addDoctor } from './doctor.js';
import { addDown } from './down.js';
import { tellFailure } from './failure.js';
import { addFire } from './fire.js';
import { addInit } from './init.js';
import { exitCodes, type Io } from './io.js';
import { addLog } from './journal/log.js';
import { addWhy } from './journal/why.js';
import { addList } from './list.js';
import { addMatrix } from './matrix.js';
import { addMcp } from './mcp.js';
import { addNew } from './new.js';
import { addOff, addOn } from './off.js';
import { addPrompt } from './prompt.js';
import { addRecord } from './record.js';
import { addReplay } from './replay.js';
import { addRun } from './run.js';
import { addRunHook } from './run-hook.js';
import { addServe } from './serve.js';
import { addSnapshot } from './snapshot.js';
import { addStatus } from './status.js';
import { addTask } from './task.js';
import { addTelemetry } from './telemetry.js';
import { addTest } from './test.js';
import { addTrust } from './trust.js';
import { addUninstall } from './uninstall.js';
import { addUp } from './up.js';
import { addValidate } from './validate.js';

const commands: readonly Register[] = [
  addInit,
  addUninstall,
  addDoctor,
  addMatrix,
  addList,
  addValidate,
  addAbility,
  addTask,
  addFire,
  addWhy,
  addLog,
  addRecord,
  addReplay,
  addTest,
  addTrust,
  addApprovals,
  addApprove,
  addRefuse,
  addOff,
  addOn,
  addUp,
  addDown,
  addStatus,
  addBench,
  addNew,
  addConvert,
  addPrompt,
  addSnapshot,
  addRun,
  addRunHook,
  addServe,
  addMcp,
  addConformance,
  addTelemetry,
  addDemo,
  addCompletion,
];

/** One invocation of the command line: arguments in, exit code out. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  const context: Context = { io, exitCode: exitCodes.ok };
  const program = programFor(context);
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : [...argv], { from: 'user' });
    return context.exitCode;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    tellFailure(error, { program, argv, io });
    return context.exitCode === exitCodes.ok ? exitCodes.error : context.exitCode;
  }
}

/** Entry of the bundle: the process around `main`. */
export async function start(argv: readonly string[]): Promise<void> {
  onExitKillGroups();
  // A reader that went away (`anyhook list | head`) is no error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => process.exit());
  const code = await main(argv, {
    env: process.env,
    cwd: workingDirectory(),
    home: homedir(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
  });
  for (const stream of [process.stdout, process.stderr]) await new Promise((written) => stream.write('', written));
  process.exit(code);
}

/** All commands, ready to parse; completion reads them too. */
function programFor(context: Context): Command {
  const { io } = context;
  const program = new Command('anyhook')
    .description('One hook engine for every AI agent.')
    .version(version.split('+')[0] ?? version, '-V, --version')
    .helpCommand(false)
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortOptions: false })
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => io.stdout.columns ?? 80,
      getErrHelpWidth: () => io.stderr.columns ?? 80,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      'after',
      [
        '',
        'Exit codes: 0 fine, 1 an error (of the command line, or found by validate, test or doctor), 2 the verdict is deny (fire). `task` and `replay` have their own.',
        '`run` answers with the exit code that its host expects.',
        '',
        'Example:',
        `  $ anyhook fire tool.before --tool shell --input '{"command":"rm -rf /"}'`,
      ].join('\n'),
    );
  for (const register of commands) register(program, context);
  return program;
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // The folder was deleted under us.
    return '/';
  }
}
