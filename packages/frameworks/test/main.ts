// Real frameworks with the adapters in them, against a scripted model: `npm run test:frameworks [-- name…]`.
// Packages come from npm into ~/.cache/anyhook-frameworks; one that cannot be installed is reported as not run.
import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isIsolated, runIsolated } from '../../../e2e/isolated-network.js';
import { installWorkspace, isInstalled, prepareSuite, type Workspace, workspacesOf } from './install.js';

const root = resolve(import.meta.dirname, '../../..');
const project = join(import.meta.dirname, 'project');
const known = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'project')
  .map(({ name }) => name);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`no such framework: ${unknown.join(', ')}; known: ${known.join(', ')}`);
  process.exit(2);
}
const workspaces = (asked.length > 0 ? asked : known).flatMap(workspacesOf);

if (!isIsolated()) {
  for (const workspace of workspaces) {
    const problem = await installWorkspace(workspace);
    if (problem) console.log(`not installed: ${said(workspace)}: ${problem}`);
  }
  process.exitCode = runIsolated() ?? (await runAll());
} else process.exitCode = await runAll();

/** Two at a time. */
async function runAll(): Promise<number> {
  const waiting = [...workspaces];
  let failures = 0;
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) if (!(await runOne(next))) failures += 1;
  };
  await Promise.all([lane(), lane()]);
  console.log(failures === 0 ? 'all passed' : `${failures} failed`);
  return failures === 0 ? 0 : 1;
}

interface CheckCommand {
  readonly args: readonly string[];
  readonly cwd: string;
  /** The expected output. */
  readonly says?: RegExp;
}

async function runOne(workspace: Workspace): Promise<boolean> {
  if (!isInstalled(workspace)) {
    console.log(`- ${said(workspace)}: not run`);
    return true;
  }
  const home = mkdtempSync(join(tmpdir(), 'anyhook-frameworks-home-'));
  const suite = prepareSuite(workspace);
  const began = performance.now();
  let text = '';
  try {
    for (const task of tasksOf(workspace, suite, home)) {
      const ended = await run(task.args, task.cwd, home);
      text += ended.text;
      if (ended.code === 0 && (!task.says || task.says.test(ended.text))) continue;
      console.log(
        `✗ ${said(workspace)}: ${task.args.at(-1)}${ended.code === 0 ? ` must say ${task.says}` : ''}\n${text}`,
      );
      return false;
    }
  } finally {
    for (const folder of [home, suite]) rmSync(folder, { recursive: true, force: true });
  }
  console.log(`✓ ${said(workspace)}: ${summary(text)} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  return true;
}

/** Runs the suite, and for the newest version also checks the types of the driver and the example. */
function tasksOf(workspace: Workspace, cwd: string, home: string): readonly CheckCommand[] {
  const tsx = join(root, 'node_modules', 'tsx', 'dist', 'loader.mjs');
  // Some frameworks keep their process alive; the examples show that the adapters do not.
  const suite = {
    args: ['--import', tsx, '--test-force-exit', '--test-reporter', 'tap', join(cwd, workspace.name, 'driver.ts')],
    cwd,
  };
  if (workspace.label !== 'newest') return [suite];
  const example = join(home, 'project');
  cpSync(project, example, { recursive: true });
  return [
    { args: [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', cwd], cwd },
    suite,
    // In the suite's project, because one of its hooks must stop the example.
    { args: [join(cwd, 'example.mjs')], cwd: example, says: /RM-REASON|is protected/ },
  ];
}

/** No keys, no telemetry, a separate home. */
function run(args: readonly string[], cwd: string, home: string): Promise<{ code: number | null; text: string }> {
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    NODE_ENV: 'production',
    ANYHOOK_SUITE_PROJECT: project,
    ANTHROPIC_API_KEY: 'none',
    OPENAI_API_KEY: 'none',
    DISABLE_TELEMETRY: '1',
    DO_NOT_TRACK: '1',
    MASTRA_TELEMETRY_DISABLED: '1',
    OPENAI_AGENTS_DISABLE_TRACING: '1',
    LANGSMITH_TRACING: 'false',
  };
  const child = spawn(process.execPath, [...args], { cwd, env, timeout: 300_000, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text = (text + chunk).slice(-200_000);
    });
  return new Promise((done) => {
    child.on('error', (error) => done({ code: 1, text: error.message }));
    child.on('close', (code) => done({ code, text }));
  });
}

function summary(text: string): string {
  const passed = /^# pass (\d+)$/m.exec(text)?.[1] ?? '0';
  const gaps = [...new Set([...text.matchAll(/# SKIP (.+)$/gm)].map(([, gap]) => gap))];
  return [`${passed} passed`, ...gaps.map((gap) => `gap: ${gap}`)].join('; ');
}

function said({ name, label, packages }: Workspace): string {
  const [[of, version] = []] = Object.entries(packages);
  return `${name} (${label}: ${of} ${version})`;
}
