import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ticks } from '../../io/clock.js';
import { remove } from '../../io/files.js';
import { shortPath } from '../describe.js';
import { colorsFor, type Io, print } from '../io.js';
import { clean, count } from '../text.js';
import { affected, changedFiles, type Known, keyOf, type Look, look } from './changes.js';
import { filesBelow, newBudget, sourcesOf } from './copy.js';
import { type Plan, planTests } from './plan.js';
import { type Asked, filtered, onlyCases, report, runPlan, withScratch } from './session.js';

const everyMs = 200;

/** Runs tests until it is ended: all of them, then again and again those that a change touches. */
export function watchTests(asked: Asked): Promise<never> {
  const { io } = asked;
  return withScratch(asked.jobs, async (folder, pool) => {
    const known = new Map<string, Known>();
    let old: Plan = { files: [], subjects: [] };
    let seen: Look = new Map();
    for (let round = 0; ; round++) {
      const changed = round === 0 ? [] : await nextChange(seen, () => watched(asked, old));
      const scratch = join(folder, `round-${round}`);
      const began = ticks();
      const early = look(watched(asked, old));
      const plan = filtered(
        await planTests(testsOf(asked, old), { scratch, env: io.env, user: asked.user }),
        asked.filter,
      );
      // What changes while the files are read must not be missed.
      seen = new Map([...look(watched(asked, plan)), ...early]);
      const keys = affected(plan, old, changed, known);
      const part = onlyCases(plan, (path, name) => keys.has(keyOf(path, name)), { withErrors: true });
      if (round > 0) print(io, `\n${said(changed, io)}: ${count(keys.size, 'case')} to run`);
      const results = await runPlan(part, { asked, pool, scratch });
      for (const [i, { file }] of part.files.entries())
        for (const [j, test] of file.cases.entries()) {
          const result = results[i]?.cases[j];
          if (result) known.set(keyOf(file.path, test.name), { test, result });
        }
      report(plan, results, ticks() - began, asked);
      print(io, colorsFor(io).dim('waiting for changes; Ctrl-C ends'));
      remove(scratch);
      old = plan;
    }
  });
}

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
