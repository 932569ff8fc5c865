import { createHash } from 'node:crypto';
import { isAbsolute, join } from 'node:path';
import {
  deny,
  type Event,
  findSafeProgram,
  hasFolder,
  homeIn,
  isObject,
  parseObject,
  pass,
  type Result,
  readText,
  runProcess,
  sha256,
  timeLeft,
  userPaths,
  workBaseline,
  writeAtomic,
} from '@anyhook/core';
import type { Builtin, BuiltinContext } from './builtin.js';
import { countParam, param, textsParam } from './kit/args.js';
import { type CompletionCheck, detectTests, detectTypeChecks } from './kit/checks.js';
import { countUp } from './kit/counts.js';
import { isInTrustedProject } from './kit/programs.js';
import { type DetectedProject, detectProject } from './kit/project-kind.js';
import { flattenText, withoutAnsi } from './kit/text.js';

const defaultMaxLines = 30;
const maxLineLength = 500;
// Test suites print a lot, but more than this is a runaway program.
const maxOutputBytes = 32 * 1024 * 1024;

/** Runs the project's tests and type check before the agent may stop; failures are its next task. */
export const verifyCompletion: Builtin = {
  name: 'verify-completion',
  summary: 'keeps the agent working while the tests or the type check fail',
  events: ['session.start', 'agent.stop'],
  dependsOnState: true,
  params: {
    commands: {
      kind: 'texts',
      description: 'shell commands that must succeed, instead of the tests that are detected',
    },
    typecheck: {
      kind: 'boolean',
      description: 'also run the detected type check; default true, false with `commands`',
    },
    onlyChanges: {
      kind: 'boolean',
      description:
        'run only if a file changed since the session started (a hook on `session.start` remembers that), and once for each state of the files; default false',
    },
    maxLines: { kind: 'count', description: 'lines of a failed command that the agent gets; default 30' },
  },
  timeoutMs: 60_000,
  async run(event, args, context): Promise<Result> {
    const isOnlyChanges = param(args, 'onlyChanges') === true;
    if (event.name === 'session.start' && isOnlyChanges) return rememberStart(event, context);
    if (event.name !== 'agent.stop') return pass();
    const runCheck = createCheckRunner(context);
    const project = detectProject(event.cwd);
    const root = project?.root ?? event.cwd;
    if (!isTrusted(root, event.cwd, context)) {
      const isSaid = isOnlyChanges && countUp(context, `verify-completion:untrusted:${event.sessionId}:${root}`) > 1;
      const isSilent = isSaid || (!project && textsParam(args, 'commands').length === 0);
      return isSilent ? pass() : pass({ messages: [untrustedMessage(root)] });
    }
    const verify = async (): Promise<Verification> =>
      runChecks(await checksFor(project, args, runCheck), { root, args, event, context, runCheck });
    return isOnlyChanges ? verifyOnce(root, event.sessionId, context, verify) : (await verify()).result;
  },
};

interface Verification {
  readonly result: Result;
  /** There are checks, and none could be started: then a pass proves nothing. */
  readonly isUntested: boolean;
}

type StopEvent = Extract<Event, { name: 'agent.stop' }>;

const isTrusted = (root: string, cwd: string, { env, trustedRoot }: BuiltinContext): boolean =>
  isInTrustedProject({ path: join(root, 'tests'), cwd, env, trustedRoot });

/** Remembers the files at session start. After a compaction the agent is already working, so that is not a start. */
async function rememberStart(
  { cwd, sessionId, source }: Extract<Event, { name: 'session.start' }>,
  context: BuiltinContext,
): Promise<Result> {
  const root = detectProject(cwd)?.root ?? cwd;
  if (source === 'compact' || !isTrusted(root, cwd, context)) return pass();
  const state = await workState(root, context.env);
  const known = openKnownStates(root, context.env);
  // A state whose tests failed keeps that result.
  if (state !== undefined && isStart(known.factOf(state))) known.remember(state, `start ${sessionId}`);
  return pass();
}

const isStart = (fact: StateFact | undefined): boolean => fact === undefined || fact.startsWith('start ');

/** Runs the checks unless the files are unchanged since the start, or were already tested. */
async function verifyOnce(
  root: string,
  sessionId: string,
  { env }: BuiltinContext,
  verify: () => Promise<Verification>,
): Promise<Result> {
  const state = await workState(root, env);
  if (state === undefined) return (await verify()).result;
  const known = openKnownStates(root, env);
  const fact = known.factOf(state);
  if (fact === 'passed' || fact === `start ${sessionId}`) return pass();
  if (fact === 'failed' || fact === 'unfinished')
    return pass({ messages: [`verify-completion: not run again: ${factTexts[fact]}, and no file changed since`] });
  known.remember(state, 'unfinished');
  const { result, isUntested } = await verify();
  if (isUntested && result.decision !== 'deny') {
    known.forget(state);
    return result;
  }
  const outcome = result.decision === 'deny' ? 'failed' : 'passed';
  known.remember(state, outcome);
  // Tests may write files themselves.
  const after = await workState(root, env);
  if (after !== undefined && after !== state) known.remember(after, outcome);
  return result;
}

const factTexts = { failed: 'it failed', unfinished: 'it did not end in time' } as const;

interface CheckSetup {
  readonly root: string;
  readonly args: unknown;
  readonly event: StopEvent;
  readonly context: BuiltinContext;
  readonly runCheck: RunCheck;
}

async function runChecks(
  checks: readonly CompletionCheck[],
  { root, args, event, context, runCheck }: CheckSetup,
): Promise<Verification> {
  let missing = 0;
  const messages: string[] = [];
  const failures: string[] = [];
  const signatures: string[] = [];
  for (const check of checks) {
    context.progress?.(`verify-completion: running ${check.label}`);
    const end: CheckEnd = check.missing ? { kind: 'missing', why: check.missing } : await runCheck(check, root);
    if (end.kind === 'missing') {
      missing++;
      messages.push(`verify-completion: ${check.label} was not run: ${end.why}`);
    } else if (end.exitCode === 0 || check.acceptedExitCodes?.includes(end.exitCode))
      messages.push(`verify-completion: ${check.label} passed`);
    else {
      failures.push(describe(check, end, countParam(param(args, 'maxLines'), '') ?? defaultMaxLines));
      signatures.push(`${check.label} ${signature(end.output)}`);
    }
  }
  const isUntested = checks.length > 0 && missing === checks.length;
  if (failures.length === 0) return { result: messages.length === 0 ? pass() : pass({ messages }), isUntested };
  const repeated = countUp(context, failureKey(event.sessionId, context.hook.id, signatures)) > 1;
  // The agent was already sent back for this failure and could not fix it: repeating that would never end.
  if (event.stopHookActive && repeated)
    return { result: pass({ messages: [...messages, ...failures.map(gaveUpMessage)] }), isUntested };
  return { result: deny(failures.join('\n\n'), messages.length === 0 ? {} : { messages }), isUntested };
}

type CheckEnd =
  | { readonly kind: 'end'; readonly exitCode: number; readonly output: string }
  | { readonly kind: 'missing'; readonly why: string };

type RunCheck = (check: Omit<CompletionCheck, 'label'> & { readonly label?: string }, cwd: string) => Promise<CheckEnd>;

// Tests are programs of the project itself.
const untrustedMessage = (root: string): string =>
  `verify-completion: nothing was run, because ${flattenText(root)} is not trusted: see "anyhook trust"`;

async function checksFor(
  project: DetectedProject | undefined,
  args: unknown,
  runCheck: RunCheck,
): Promise<readonly CompletionCheck[]> {
  const commands = textsParam(args, 'commands');
  const configured = commands.map((command) => ({ label: command, file: '/bin/sh', args: ['-c', command] }));
  if (!project) return configured;
  const probe = async (file: string, probeArgs: readonly string[]) => {
    const end = await runCheck({ file, args: probeArgs }, project.root);
    return end.kind === 'end' && end.exitCode === 0;
  };
  const typecheck = param(args, 'typecheck') ?? configured.length === 0;
  return [
    ...(configured.length > 0 ? configured : await detectTests(project, probe)),
    ...(typecheck === true ? await detectTypeChecks(project, probe) : []),
  ];
}

/** Runs commands within the hook's time. Throws if one does not end: then the hook's failure rule decides. */
function createCheckRunner(context: BuiltinContext): RunCheck {
  const remainingMs = timeLeft(context.timeoutMs);
  // Test runners that would otherwise stay and watch for changes.
  const env = { CI: '1', ...context.env };
  return async (check, cwd) => {
    const file = checkProgram(check.file, context.env);
    if (typeof file !== 'string') return file;
    const end = await runProcess({
      file,
      args: check.args,
      cwd,
      env: { ...env, ...check.env },
      stdin: '',
      timeoutMs: remainingMs(),
      maxBytes: maxOutputBytes,
      ...(context.signal ? { signal: context.signal } : {}),
    });
    if (end.kind === 'spawn') return { kind: 'missing', why: end.error };
    const output = withoutAnsi(`${end.stdout}\n${end.stderr}`);
    if (end.kind === 'exit') return { kind: 'end', exitCode: end.exitCode, output };
    throw new Error(`${check.label ?? check.file} was not finished (${end.kind} after ${context.timeoutMs} ms)`);
  };
}

/** A tool by its path, or on PATH: the project is trusted, and so are the tools that it adds there. */
function checkProgram(name: string, env: BuiltinContext['env']): string | Extract<CheckEnd, { kind: 'missing' }> {
  if (hasFolder(name)) return name;
  const result = findSafeProgram(name, env, []);
  if (result.kind === 'found') return result.file;
  return { kind: 'missing', why: result.kind === 'refused' ? result.why : `cannot start ${name}: no such program` };
}

function describe(
  check: CompletionCheck,
  end: { readonly exitCode: number; readonly output: string },
  maxLines: number,
): string {
  const lines = failingLines(end.output, maxLines).join('\n');
  return `verify-completion: ${check.label} failed with exit code ${end.exitCode}. Fix this before you finish:\n${lines}`;
}

const failurePattern = /\bnot ok\b|\bFAIL|\bERROR\b|\b\w*Error:|[✖✗✘✕×]|error TS\d+|\bpanicked at\b/;

/** The last lines of an output, after earlier lines that name a failure. */
function failingLines(output: string, max: number): readonly string[] {
  const lines = output
    .split('\n')
    .map((line) => line.trimEnd().slice(0, maxLineLength))
    .filter((line) => line !== '');
  const tail = lines.slice(-max);
  const earlierFailures = lines.slice(0, -max).filter((line) => failurePattern.test(line));
  if (earlierFailures.length === 0) return tail;
  const shownFailures = earlierFailures.slice(0, Math.ceil(max / 3));
  return [...shownFailures, '…', ...tail.slice(shownFailures.length)];
}

// Times, addresses and thread ids differ between runs with the same failure.
const changingParts = /\d+\.\d+|\d+ ?m?s\b|duration_ms:? \d+|0x[0-9a-f]+|\d\d:\d\d:\d\d|\(\d+\)/gi;

// Lines in which test runners print the actual value; another value is another failure.
const valueLine = /^\W*(?:error|expected|received|actual|left|right|got|want)\b/i;

/** The part that two runs with the same failure share: the lines that name it. Even stack traces vary. */
function signature(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  const failureLines = lines.filter((line) => failurePattern.test(line) || valueLine.test(line));
  return (failureLines.length > 0 ? failureLines : lines).join('\n').replace(changingParts, '#');
}

function failureKey(sessionId: string, hookId: string, signatures: readonly string[]): string {
  const hash = createHash('sha256').update(signatures.join('\n')).digest('hex');
  return `verify-completion:${hookId}:${sessionId}:${hash.slice(0, 16)}`;
}

const gaveUpMessage = (failure: string): string =>
  `${failure}\nThe agent was sent back for the same failure already; this time it may stop.`;

/** The test result of one state of a project's files. `unfinished`: its tests started and did not end in time. */
type StateFact = 'passed' | 'failed' | 'unfinished' | `start ${string}`;

/** A short text that changes with any of the project's files; undefined if git cannot determine it. */
async function workState(root: string, env: BuiltinContext['env']): Promise<string | undefined> {
  const baseline = await workBaseline({ cwd: root, env });
  return baseline && sha256(JSON.stringify([baseline.head ?? '', baseline.files])).slice(0, 32);
}

/** The states of one project that need no test. */
interface KnownStates {
  factOf(state: string): StateFact | undefined;
  remember(state: string, fact: StateFact): void;
  forget(state: string): void;
}

const maxStates = 100;

function openKnownStates(root: string, env: BuiltinContext['env']): KnownStates {
  const file = statesFile(root, env);
  const read = (): ReadonlyMap<string, StateFact> => {
    const found = file === undefined ? undefined : parseObject(readText(file));
    const states = isObject(found?.['states']) ? found['states'] : {};
    return new Map(Object.entries(states) as [string, StateFact][]);
  };
  const replace = (state: string, facts: readonly StateFact[]): void => {
    if (file === undefined) return;
    const others = [...read()].filter(([known]) => known !== state);
    const states = Object.fromEntries([...others, ...facts.map((fact) => [state, fact])].slice(-maxStates));
    writeAtomic(file, `${JSON.stringify({ states })}\n`);
  };
  return {
    factOf: (state) => read().get(state),
    remember: (state, fact) => replace(state, [fact]),
    forget: (state) => replace(state, []),
  };
}

/** In the user's state folder, by the path of the project. */
function statesFile(root: string, env: BuiltinContext['env']): string | undefined {
  const home = homeIn(env);
  if (home === undefined && !isAbsolute(env['XDG_STATE_HOME'] ?? '')) return undefined;
  const { state } = userPaths(env, home ?? '/');
  return join(state, 'tested', `${sha256(root).slice(0, 32)}.json`);
}
