import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findAgent } from '../../agents/index.js';
import { AnyhookError } from '../../core/errors.js';
import { isoNow, ticks } from '../../platform/clock.js';
import { packageFile } from '../../platform/files/package-file.js';
import { removeFolder } from '../../platform/files/remove-folder.js';
import type { Project } from '../../project/load.js';
import { type Engine, openProject, type World, wireEngine } from '../../service/engine.js';
import { engineParts } from '../../service/engine-parts.js';
import { type DemoEvent, demoPrinter } from '../print/demo.js';
import { type DemoStep, demoTurn } from './demo-turn.js';
import { colorsFor, type Io, terminalWidth } from './io.js';

/** Plays a scripted agent turn through a copy of the sample project and prints what its hooks say. */
export async function runDemo(io: Io): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-demo-')));
  const clean = () => removeFolder(folder);
  process.once('exit', clean);
  try {
    await play(folder, io);
    return 0;
  } finally {
    clean();
    process.off('exit', clean);
  }
}

async function play(folder: string, io: Io): Promise<void> {
  const cwd = join(folder, 'shop');
  cpSync(sampleProject(), cwd, { recursive: true });
  const world = worldIn(folder, cwd, io.env);
  const project = await openProject(world, 'project');
  const engine = wireEngine(engineParts(project, world));
  const print = demoPrinter({
    write: (text) => io.stdout.write(text),
    colors: colorsFor(io),
    project: cwd,
    columns: terminalWidth(io),
  });
  print.opening(project.hooks.map(({ hook }) => hook));
  const began = ticks();
  const told: DemoEvent[] = [];
  for (const step of demoTurn(cwd)) {
    const one = await tell(step, engine, world);
    print.step(one, told.length + 1);
    told.push(one);
  }
  print.closing(told, ticks() - began, await auditLine(project));
}

/** Sends one event through the engine; the agent then acts, unless it was denied. */
async function tell(step: DemoStep, engine: Engine, world: World): Promise<DemoEvent> {
  const host = findAgent(step.host);
  const context = { env: world.env, cwd: world.cwd, now: isoNow() };
  const answer = await engine.decide(host, host.decode(step.payload, context), context, { env: world.env });
  const { decision } = answer.verdict;
  if (decision !== 'deny' && decision !== 'ask') step.then?.();
  const listening = engine.index.lists.get(answer.event.name)?.hooks ?? [];
  const matched = new Set(answer.verdict.hooks.map(({ hook }) => hook));
  return { ...answer, step, host, idle: listening.filter((hook) => !matched.has(hook)) };
}

/** The sample project in the package. */
function sampleProject(): string {
  const folder = packageFile('examples/sample-project');
  if (existsSync(folder)) return folder;
  throw new AnyhookError('BAD_STATE', `the sample project is missing: expected ${folder}; install anyhook again`);
}

/** A separate home and environment, so that the real ones are neither read nor written. */
function worldIn(folder: string, cwd: string, outer: Io['env']): World {
  const home = join(folder, 'home');
  mkdirSync(home);
  const kept = Object.fromEntries(['LANG', 'TZ', 'TMPDIR', 'SystemRoot'].map((name) => [name, outer[name]]));
  const env = {
    ...kept,
    // The hooks need `node` on PATH, even if this process was started by its full path.
    PATH: [outer['PATH'], dirname(process.execPath)].filter(Boolean).join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    ANYHOOK_MANAGED_CONFIG: join(folder, 'managed.yaml'),
  };
  return { cwd, env, home };
}

/** What the background hook of the last event wrote; waits because it may still be running. */
async function auditLine({ root }: Project): Promise<string | undefined> {
  const file = join(root, '.anyhook-demo', 'audit.jsonl');
  for (let tries = 0; tries < 100; tries++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('\n')) return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}
