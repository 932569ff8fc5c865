import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { AnyhookError, isoNow, packageFile, pathVariable, removeFolder, ticks } from '@anyhook/core';
import { demoTurn } from '../../../.cache/demo-turn.js';
import { findAgent } from '../../agents/index.js';
import { type Engine, openProject, type World, wireEngine } from '../../answer/engine.js';
import { engineParts } from '../../answer/project-engine.js';
import type { Project } from '../../hooks/load.js';
import { type DemoEvent, demoPrinter } from '../print/demo.js';
import { colorsFor, type Io, terminalWidth } from './io.js';

/** Plays a scripted agent turn through a copy of the sample project and prints what its hooks say. */
export async function runDemo(io: Io): Promise<number> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-demo-')));
  const removeCopy = () => removeFolder(folder);
  process.once('exit', removeCopy);
  try {
    await playDemo(folder, io);
    return 0;
  } finally {
    removeCopy();
    process.off('exit', removeCopy);
  }
}

async function playDemo(folder: string, io: Io): Promise<void> {
  const cwd = join(folder, 'shop');
  cpSync(sampleProject(), cwd, { recursive: true });
  const world = demoWorld(folder, cwd, io.env);
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
  const events: DemoEvent[] = [];
  for (const step of stepsIn(cwd)) {
    const event = await playStep(step, engine, world);
    print.step(event, events.length + 1);
    events.push(event);
  }
  print.closing(events, ticks() - began, await auditLine(project));
}

/** One step of the scripted turn: a native payload, and what the agent does if no hook objects. */
export type DemoStep = (typeof demoTurn.steps)[number];

function stepsIn(project: string): readonly DemoStep[] {
  const inProject = (value: unknown) => {
    if (typeof value !== 'string' || !value.startsWith('{project}')) return value;
    return join(project, value.slice('{project}'.length));
  };
  return JSON.parse(JSON.stringify(demoTurn.steps), (_, value) => inProject(value));
}

type Edit = Readonly<Record<'file_path' | 'old_string' | 'new_string', string>>;

function applyEdit({ file_path: path, old_string: before, new_string: after }: Edit): void {
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(before, () => after),
  );
}

/** Sends one event through the engine; the agent then acts, unless it was denied. */
async function playStep(step: DemoStep, engine: Engine, world: World): Promise<DemoEvent> {
  const agent = findAgent(step.agent);
  const context = { env: world.env, cwd: world.cwd, now: isoNow() };
  const answer = await engine.decide(agent, agent.decode(step.payload, context), context, { env: world.env });
  const { decision } = answer.verdict;
  if ('acts' in step && decision !== 'deny' && decision !== 'ask') applyEdit(step.payload.tool_input);
  const registered = engine.index.lists.get(answer.event.name)?.hooks ?? [];
  const matched = new Set(answer.verdict.hooks.map(({ hook }) => hook));
  return { ...answer, step, agent, idle: registered.filter((hook) => !matched.has(hook)) };
}

function sampleProject(): string {
  const folder = packageFile('dist/examples/sample-project');
  if (existsSync(folder)) return folder;
  throw new AnyhookError('BAD_STATE', `the sample project is missing: expected ${folder}; install anyhook again`);
}

/** A separate home and environment, so that the real ones are neither read nor written. */
function demoWorld(folder: string, cwd: string, outer: Io['env']): World {
  const home = join(folder, 'home');
  mkdirSync(home);
  const kept = Object.fromEntries(['LANG', 'TZ', 'TMPDIR', 'SystemRoot'].map((name) => [name, outer[name]]));
  const env = {
    ...kept,
    // The hooks need `node` on PATH, even if this process was started by its full path.
    PATH: [pathVariable(outer), dirname(process.execPath)].filter(Boolean).join(delimiter),
    HOME: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local', 'state'),
    ANYHOOK_MANAGED_CONFIG: join(folder, 'managed.yaml'),
  };
  return { cwd, env, home };
}

/** The log of the last event's background hook; waits because it may still be running. */
async function auditLine({ root }: Project): Promise<string | undefined> {
  const file = join(root, '.anyhook-demo', 'audit.jsonl');
  for (let tries = 0; tries < 100; tries++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    if (text.endsWith('\n')) return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}
