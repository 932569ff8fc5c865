import { delimiter, join } from 'node:path';
import { makeScratchFolder, pathVariable, readText, removeFolder, ticks, writeFileTree } from '@anyhook/core';
import type { Adapter } from './adapter.js';
import { compareOutcome } from './compare.js';
import { type Expected, type Fixture, type Level, levels, workspaceMark } from './fixture.js';
import { type LevelVerdict, levelVerdicts, reachedLevel } from './levels.js';
import { readTelemetryRecords } from './telemetry.js';

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
async function waitForRecords({ telemetryContains = [] }: Expected, scratch: string, failed: boolean) {
  const deadline = ticks() + (failed ? 0 : telemetryWaitMs);
  for (;;) {
    const records = readTelemetryRecords(scratch);
    if (telemetryContains.every((event) => records.events.has(event)) || ticks() > deadline) return records;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
