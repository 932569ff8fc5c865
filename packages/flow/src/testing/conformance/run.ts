import { delimiter, join } from 'node:path';
import {
  AnyhookError,
  isFolder,
  listFolder,
  makeScratchFolder,
  packageFile,
  pathVariable,
  readText,
  removeFolder,
  ticks,
  writeFileTree,
} from '@anyhook/core';
import type { Adapter, AdapterAnswer } from './adapter.js';

import { type Expected, type Fixture, type Level, levels, parseFixture, workspaceMark } from './fixture.js';
import { type LevelVerdict, levelVerdicts, reachedLevel } from './levels.js';
import { readTelemetryRecords, type TelemetryRecords } from './telemetry.js';

/** The result of one fixture; a gap is a fixture that fails and is not required. */
export interface FixtureResult {
  readonly name: string;
  readonly description: string;
  readonly level: Level;
  readonly policyClass: string;
  readonly canonicalEvent: string;
  readonly status: 'passed' | 'failed' | 'gap';
  readonly failures: readonly string[];
  readonly ms: number;
}

/** The level that an adapter reaches, and why not a higher one. */
export interface ConformanceReport {
  readonly reached: Level | 'none';
  readonly levels: readonly LevelVerdict[];
  readonly results: readonly FixtureResult[];
}

export interface ConformanceOptions {
  readonly adapter: Adapter;
  readonly fixtures: readonly Fixture[];
  /** Only the fixtures up to this level. Default: all. */
  readonly level?: Level;
  /** The base environment of adapters; variables that control hooks are removed. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  /** Number of fixtures that run at the same time. */
  readonly parallel?: number;
  /** Called with each result. */
  readonly onResult?: (result: FixtureResult) => void;
}

/** Runs every fixture against an adapter and returns the level that it reaches. */
export async function runConformance(options: ConformanceOptions): Promise<ConformanceReport> {
  const lastLevel = levels.indexOf(options.level ?? 'L2');
  const fixtures = options.fixtures.filter(({ level }) => levels.indexOf(level) <= lastLevel);
  const results: FixtureResult[] = [];
  let next = 0;
  const runNext = async () => {
    for (let index = next++; index < fixtures.length; index = next++) {
      const result = await runFixture(fixtures[index] as Fixture, options);
      results[index] = result;
      options.onResult?.(result);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.parallel ?? 2) }, runNext));
  const verdicts = levelVerdicts(results).slice(0, lastLevel + 1);
  return { reached: reachedLevel(verdicts) ?? 'none', levels: verdicts, results };
}

const defaultTimeoutMs = 15_000;

/** Runs one fixture in its own scratch folder. */
export async function runFixture(fixture: Fixture, options: ConformanceOptions): Promise<FixtureResult> {
  const scratch = makeScratchFolder('anyhook-conformance-');
  const workspace = join(scratch, 'workspace');
  const startedAt = ticks();
  try {
    const resolved = withWorkspacePath(fixture, workspace);
    writeFileTree(workspace, { '.git/HEAD': '', ...filesOf(resolved) });
    for (const folder of ['home', 'state', 'telemetry']) writeFileTree(join(scratch, folder), {});
    writeFileTree(join(scratch, 'tools'), resolved.toolsSetup);
    const input = inputText(resolved);
    const env = environmentFor(resolved, scratch, options.env);
    const answer = await options.adapter({ input, env, workspace, timeoutMs: options.timeoutMs ?? defaultTimeoutMs });
    const records = await waitForRecords(resolved.expected, scratch, 'failed' in answer);
    const fileText = (path: string) => readText(join(workspace, path));
    const failures = compareOutcome(resolved.expected, { input, answer, records, fileText });
    return resultOf(fixture, failures, Math.round(ticks() - startedAt));
  } finally {
    removeFolder(scratch);
  }
}

function resultOf(fixture: Fixture, failures: readonly string[], ms: number): FixtureResult {
  const { name, description, level, policyClass, canonicalEvent, required } = fixture;
  const status = failures.length === 0 ? 'passed' : required ? 'failed' : 'gap';
  return { name, description, level, policyClass, canonicalEvent, status, failures, ms };
}

/** Replaces the placeholder for the workspace by its path. */
function withWorkspacePath(fixture: Fixture, workspace: string): Fixture {
  const escapedPath = JSON.stringify(workspace).slice(1, -1);
  return JSON.parse(JSON.stringify(fixture).replaceAll(workspaceMark, () => escapedPath)) as Fixture;
}

/** Values other than strings are written as JSON. */
const filesOf = ({ workspaceSetup }: Fixture): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(workspaceSetup).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    ]),
  );

function inputText({ payload, padToBytes = 0 }: Fixture): string {
  const input = JSON.stringify(payload);
  const missingBytes = padToBytes - Buffer.byteLength(input);
  return missingBytes > 0 ? JSON.stringify({ ...payload, padding: 'x'.repeat(missingBytes) }) : input;
}

const controlVariables = /^(?:SA_|FLOW_AGENTS_|TELEMETRY_|ANYHOOK|XDG_)/;

function environmentFor(fixture: Fixture, scratch: string, env: ConformanceOptions['env']) {
  const base = Object.fromEntries(Object.entries(env).filter(([name]) => !controlVariables.test(name)));
  return {
    ...base,
    PATH: [join(scratch, 'tools'), pathVariable(base) ?? ''].join(delimiter),
    HOME: join(scratch, 'home'),
    XDG_CONFIG_HOME: join(scratch, 'home', '.config'),
    XDG_STATE_HOME: join(scratch, 'state'),
    ANYHOOK_MANAGED_CONFIG: join(scratch, 'managed.yaml'),
    TELEMETRY_DIR: join(scratch, 'telemetry'),
    ANYHOOK_CONFORMANCE_TELEMETRY: join(scratch, 'telemetry', 'records.jsonl'),
    ...fixture.env,
  };
}

const telemetryWaitMs = 2_000;

/** Telemetry must not delay an agent, so a record may arrive shortly after the answer. */
async function waitForRecords(
  { telemetryContains = [] }: Expected,
  scratch: string,
  failed: boolean,
): Promise<TelemetryRecords> {
  const deadline = ticks() + (failed ? 0 : telemetryWaitMs);
  for (;;) {
    const records = readTelemetryRecords(scratch);
    if (telemetryContains.every((event) => records.events.has(event)) || ticks() > deadline) return records;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** The fixtures of a folder, sorted by name; default: those of anyhook. */
export function loadFixtures(folder: string = packageFile('fixtures/conformance')): readonly Fixture[] {
  const entries = listFolder(folder);
  if (typeof entries === 'string' || !isFolder(folder))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder with conformance fixtures, got ${folder}`);
  const names = entries.filter(({ name, kind }) => kind === 'file' && name.endsWith('.json')).map(({ name }) => name);
  if (names.length === 0)
    throw new AnyhookError('BAD_ARGUMENT', `expected conformance fixtures (*.json) in ${folder}, got none`);
  return names.map((name) => parseFixture(readText(join(folder, name)) ?? '', name.replace(/\.json$/, '')));
}

/** All output of an adapter. */
export interface AdapterOutcome {
  readonly input: string;
  readonly answer: AdapterAnswer;
  readonly records: TelemetryRecords;
  /** Text of a file of the workspace. */
  readonly fileText: (path: string) => string | undefined;
}

/** All differences from the expectation, one line each. */
export function compareOutcome(
  expected: Expected,
  { input, answer, records, fileText }: AdapterOutcome,
): readonly string[] {
  if ('failed' in answer) return [answer.failed];
  const { exitCode, stdout, stderr } = answer;
  const differences: string[] = [];
  const check = (ok: boolean, difference: string) => void (ok || differences.push(difference));
  if (expected.exitCode !== undefined)
    check(
      exitCode === expected.exitCode,
      `expected exit code ${expected.exitCode}, got ${exitCode}${stderrNote(stderr)}`,
    );
  if (expected.stdoutEchoesInput)
    check(stdout.includes(input), `expected the input on stdout, got ${quoteShort(stdout)}`);
  if (expected.stdoutIsEmpty) check(stdout === '', `expected nothing on stdout, got ${quoteShort(stdout)}`);
  if (expected.stderrIsEmpty) check(stderr === '', `expected nothing on stderr, got ${quoteShort(stderr)}`);
  for (const text of expected.stdoutContains ?? [])
    check(stdout.includes(text), `expected ${quoteShort(text)} on stdout, got ${quoteShort(stdout)}`);
  for (const text of expected.stdoutLacks ?? [])
    check(
      !stdout.replace(input, '').includes(text),
      `expected no ${quoteShort(text)} on stdout, got ${quoteShort(stdout)}`,
    );
  for (const text of expected.stderrContains ?? [])
    check(stderr.includes(text), `expected ${quoteShort(text)} on stderr, got ${quoteShort(stderr)}`);
  for (const event of expected.telemetryContains ?? [])
    check(records.events.has(event), `expected a telemetry record of ${event}, got ${eventList(records)}`);
  for (const text of expected.telemetryLacks ?? [])
    check(!records.text.includes(text), `expected no ${quoteShort(text)} in telemetry, got it there`);
  for (const [path, text] of Object.entries(expected.workspaceFiles ?? {}))
    check(
      fileText(path) === text,
      `expected ${path} to hold ${quoteShort(text)}, got ${quoteShort(fileText(path) ?? 'no file')}`,
    );
  return differences;
}

const stderrNote = (stderr: string): string => (stderr.trim() === '' ? '' : ` (${quoteShort(stderr.trim())})`);

const eventList = ({ events }: TelemetryRecords): string => (events.size === 0 ? 'none' : [...events].join(', '));

const quoteShort = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 199)}…` : text);
