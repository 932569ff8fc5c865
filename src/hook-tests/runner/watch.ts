import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { shortPath } from '../../cli/lib/describe.js';
import { colorsFor, type Io, print } from '../../cli/lib/io.js';
import { clean, count } from '../../cli/lib/text.js';
import { ticks } from '../../platform/clock.js';
import { affected, changedFiles, type Known, keyOf, type Look, look } from './changes.js';
import { filesBelow, newBudget, sourcesOf } from './copy.js';
import { type Plan, planTests } from './plan.js';
import type { Pool } from './pool.js';
import { type Asked, filtered, onlyCases, type Result, report, runPlan, withScratch } from './session.js';
import { removeAll } from './world.js';

const everyMs = 200;

/** What is known when a round ends. */
interface State {
  readonly plan: Plan;
  readonly seen: Look;
  readonly known: Map<string, Known>;
}

/** Runs tests until it is ended: all of them, then again and again those that a change touches. */
export function watchTests(asked: Asked): Promise<never> {
  return withScratch(asked.jobs, async (folder, pool) => {
    let state: State = { plan: { files: [], subjects: [] }, seen: new Map(), known: new Map() };
    for (let n = 0; ; n++) {
      const { plan, seen } = state;
      const changed = n === 0 ? [] : await nextChange(seen, () => watched(asked, plan));
      const scratch = join(folder, `round-${n}`);
      state = await runRound(asked, { state, changed, scratch, pool }).catch((error: Error) => {
        // A file that an editor is just replacing; the next look finds it.
        if (n === 0) throw error;
        print(asked.io, clean(error.message));
        return { ...state, seen: look(watched(asked, plan)) };
      });
      removeAll(scratch);
      print(asked.io, colorsFor(asked.io).dim('waiting for changes; Ctrl-C ends'));
    }
  });
}

interface Round {
  readonly state: State;
  readonly changed: readonly string[];
  readonly scratch: string;
  readonly pool: Pool;
}

async function runRound(asked: Asked, { state, changed, scratch, pool }: Round): Promise<State> {
  const { io, user } = asked;
  const { known } = state;
  const began = ticks();
  const early = look(watched(asked, state.plan));
  const plan = filtered(await planTests(testsOf(asked, state.plan), { scratch, env: io.env, user }), asked.filter);
  // What changes while the files are read must not be missed.
  const seen = new Map([...look(watched(asked, plan)), ...early]);
  const keys = affected(plan, state.plan, changed, known);
  const part = onlyCases(
    plan,
    (path, name) => keys.has(keyOf(path, name)),
    () => true,
  );
  if (changed.length > 0) print(io, `\n${said(changed, io)}: ${count(keys.size, 'case')} to run`);
  const results = await runPlan(part, { asked, pool, scratch });
  const others = rest(plan, keys, known);
  for (const [i, { file }] of part.files.entries())
    for (const [j, test] of file.cases.entries()) {
      const result = results[i]?.cases[j];
      if (result) known.set(keyOf(file.path, test.name), { test, result });
    }
  report({ plan, results, others, ms: ticks() - began }, asked);
  return { plan, seen, known };
}

/** The last results of the cases that are not run this time. */
const rest = ({ files }: Plan, keys: ReadonlySet<string>, known: State['known']): readonly Result[] =>
  files.map(({ file: { path, cases } }) => {
    const mine = cases.map(({ name }) => keyOf(path, name)).filter((key) => !keys.has(key));
    return { path, problems: [], cases: mine.flatMap((key) => known.get(key)?.result ?? []) };
  });

/** Waits for a change, and until the files rest. */
async function nextChange(seen: Look, paths: () => readonly string[]): Promise<readonly string[]> {
  let last = seen;
  for (;;) {
    await wait(everyMs);
    const now = look(paths());
    const rests = changedFiles(last, now).length === 0;
    const changed = changedFiles(seen, now);
    if (rests && changed.length > 0) return changed;
    last = now;
  }
}

/** Every file that a result hangs on: tests, what they read, and what their hooks are made of. */
function watched(asked: Asked, plan: Plan): readonly string[] {
  const sources = plan.subjects.flatMap(({ home, hooks }) => sourcesOf(home, hooks));
  const copied = plan.files.flatMap(({ file, subject }) =>
    file.cases.flatMap(({ copy }) => copy.flatMap((path) => filesBelow(join(subject.home.folder, path), newBudget()))),
  );
  const read = plan.files.flatMap(({ file }) => file.reads);
  return [...new Set([...testsOf(asked, plan), ...sources, ...copied, ...read])];
}

/** The test files; while an editor replaces one that was named, those from before. */
function testsOf(asked: Asked, { files }: Plan): readonly string[] {
  try {
    return asked.find();
  } catch (error) {
    if (files.length === 0) throw error;
    return files.map(({ file }) => file.path);
  }
}

function said(changed: readonly string[], io: Io): string {
  const [first = '', ...more] = changed;
  return `${clean(shortPath(first, io.cwd))}${more.length > 0 ? ` and ${more.length} more` : ''} changed`;
}
