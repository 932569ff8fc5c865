import { dirname } from 'node:path';
import type { Event, ProcessEnd, ProcessJob, Result } from '@anyhook/core';
import { homeIn, isFile, pass, runProcess, runProcessSync, timeLeft } from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { flagParam } from './kit/args.js';
import { type Formatter, type FormatterRun, formatterFor, formatterRuns } from './kit/formatters.js';
import type { ProgramSearch, RunnableProgram } from './kit/programs.js';
import { findInProject, findProgram, isInTrustedProject } from './kit/programs.js';
import { absolutePath, projectRoot } from './kit/project-root.js';
import { cutAtLine, flattenText, withoutAnsi } from './kit/text.js';
import { possibleWriteTargets } from './kit/write-targets.js';

/** Work that runs programs: it yields what to run and receives the results. */
type ProcessSteps<T> = Generator<ProcessJob, T, ProcessEnd>;

async function runProcessSteps<T>(steps: ProcessSteps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) step = steps.next(await runProcess(step.value));
  return step.value;
}

function runProcessStepsSync<T>(steps: ProcessSteps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(runProcessSync(step.value));
  return step.value;
}

const maxFiles = 20;
const maxFindings = 2000;

/** Checks the format of each file just written, with the project's own formatter. Never blocks. */
export const qualityGate: Builtin = {
  name: 'quality-gate',
  summary: 'checks (or fixes) the format of written files with the formatter of the project',
  events: ['tool.after'],
  decides: false,
  params: {
    fix: { kind: 'boolean', description: 'write the fixed file; default `SA_QUALITY_GATE_FIX`' },
    strict: { kind: 'boolean', description: 'warn the user and the model; default `SA_QUALITY_GATE_STRICT`' },
  },
  run: (event, args, context) => runProcessSteps(checkWrittenFiles(event, args, context)),
};

/** The same policy for synchronous callers. */
export const qualityGateSync = (...args: Parameters<typeof checkWrittenFiles>): Result =>
  runProcessStepsSync(checkWrittenFiles(...args));

function* checkWrittenFiles(event: Event, args: unknown, context: BuiltinContext): ProcessSteps<Result> {
  if (event.name !== 'tool.after') return pass();
  const { env, trustedRoot } = context;
  const mode = flagParam(args, 'fix', env['SA_QUALITY_GATE_FIX']) ? 'fix' : 'check';
  // The strict profile may imply strict behaviour.
  const strict = flagParam(
    args,
    'strict',
    env['SA_QUALITY_GATE_STRICT'] ?? String(env['SA_HOOK_PROFILE']?.trim().toLowerCase() === 'strict'),
  );
  const files = possibleWriteTargets(event.call).map((path) => absolutePath(path, event.cwd, homeIn(env)));
  const remainingMs = timeLeft(context.timeoutMs);
  const warnings: string[] = [];
  // In every mode the user is told if a check they rely on did not run.
  const skipped: string[] = [];
  for (const path of [...new Set(files)].slice(0, maxFiles)) {
    const formatter = isFile(path) ? formatterFor(path) : undefined;
    if (!formatter) continue;
    const search = { path, cwd: event.cwd, env, trustedRoot };
    const program = programFor(formatter, search);
    if (typeof program === 'string') skipped.push(program);
    else if (program) warnings.push(...(yield* checkFile(path, formatter, program, { mode, context, remainingMs })));
  }
  const messages = [...(strict ? warnings : []), ...skipped];
  return pass({
    ...(messages.length > 0 && { messages }),
    ...(warnings.length > 0 && (strict ? { context: warnings } : { logs: warnings })),
  });
}

/** The program to start, undefined if it is not installed, or why it must not be started. */
function programFor(formatter: Formatter, search: ProgramSearch): RunnableProgram | string | undefined {
  const { name, root, configIsCode } = formatter;
  const skippedMessage = (why: string) => `Quality gate: ${name} did not check ${flattenText(search.path)}: ${why}`;
  const untrustedMessage = (why: string) =>
    skippedMessage(`${why} of a project that is not trusted; see "anyhook trust"`);
  const isTrusted = isInTrustedProject(search);
  if (!isTrusted && configIsCode) return untrustedMessage('its configuration is code');
  const choice = findProgram(name, root, search);
  if (choice.kind === 'found') return choice;
  if (!isTrusted && isInstalledIn(name, root, search)) return untrustedMessage('it is a program');
  return choice.kind === 'refused' ? skippedMessage(flattenText(choice.why)) : undefined;
}

const isInstalledIn = (name: string, root: string, search: ProgramSearch): boolean =>
  findInProject(name, root, { ...search, trustedRoot: projectRoot(dirname(search.path)) }) !== undefined;

interface World {
  readonly mode: 'check' | 'fix';
  readonly context: BuiltinContext;
  readonly remainingMs: () => number;
}

function* checkFile(
  path: string,
  formatter: Formatter,
  program: RunnableProgram,
  world: World,
): ProcessSteps<readonly string[]> {
  const warnings: string[] = [];
  for (const run of formatterRuns(formatter, path, world.mode)) {
    const findings = yield* findingsOf(program, run, formatter.root, world);
    if (findings !== undefined) warnings.push(warningText(path, run, world.mode, findings));
  }
  return warnings;
}

/** The findings of a formatter in a file; undefined if it found nothing, is not installed or did not finish. */
function* findingsOf(
  { file, env }: RunnableProgram,
  run: FormatterRun,
  cwd: string,
  { context, remainingMs }: World,
): ProcessSteps<string | undefined> {
  const end = yield {
    file,
    args: run.args,
    cwd,
    env,
    stdin: '',
    timeoutMs: remainingMs(),
    ...(context.signal ? { signal: context.signal } : {}),
  };
  if (end.kind !== 'exit') return undefined;
  const output = withoutAnsi(`${end.stdout}\n${end.stderr}`).trim();
  return end.exitCode !== 0 || (run.printsFindings && output !== '') ? output : undefined;
}

function warningText(path: string, run: FormatterRun, mode: 'check' | 'fix', findings: string): string {
  const what = mode === 'fix' ? 'could not fix everything in' : 'found something to correct in';
  return `Quality gate: ${run.label} ${what} ${flattenText(path)}${findings ? `\n${cutAtLine(findings, maxFindings)}` : ''}`;
}
