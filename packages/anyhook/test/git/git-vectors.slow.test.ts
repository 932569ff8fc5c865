import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedSince, gitChangedFiles, workBaseline } from '../../../core/src/platform/git/git-work.js';
import { addEnvironmentInfo } from '../../src/handlers/builtins/add-environment-info.js';
import { addGitDiff } from '../../src/handlers/builtins/add-git-diff.js';
import { addGitStatus } from '../../src/handlers/builtins/add-git-status.js';
import { addRecentCommits } from '../../src/handlers/builtins/add-recent-commits.js';
import { snapshot } from '../../src/handlers/builtins/snapshot/index.js';
import { withRevision } from '../../src/replay/git-revision.js';
import { contextWith, eventAt } from '../builtin-world.js';
import { PlantedRepository } from './planted-repository.js';
import { gitVectors } from './vectors.js';

interface GitAnswers {
  readonly status: string;
  readonly diff: string;
  readonly commits: string;
  readonly environment: string;
  readonly changed: readonly string[];
}

/** Every question that anyhook asks git. */
async function askEverything({ cwd, dir, env }: PlantedRepository): Promise<GitAnswers> {
  const context = contextWith(env);
  const event = eventAt('session.start', cwd);
  const [status, diff, commits, environment] = await Promise.all(
    [addGitStatus, addGitDiff, addRecentCommits, addEnvironmentInfo].map(
      async (builtin) =>
        (await builtin.run(event, builtin === addGitDiff ? ['full'] : undefined, context)).context?.join('\n') ?? '',
    ),
  );
  await Promise.resolve(snapshot.run(event, undefined, context)).catch(() => undefined);
  const baseline = await workBaseline({ cwd, env });
  if (baseline) await changedSince({ ...baseline, head: undefined as never }, { cwd, env });
  const { files: changed } = await gitChangedFiles({ cwd, env });
  const onSkippedFiles = () => {};
  await withRevision('HEAD', { project: dir, env, onSkippedFiles }, async () => undefined).catch(() => undefined);
  return { status: status ?? '', diff: diff ?? '', commits: commits ?? '', environment: environment ?? '', changed };
}

test('in a clean repository git is asked, and the model gets its answer', async () => {
  using at = new PlantedRepository();
  const { status, diff, commits, environment, changed } = await askEverything(at);
  assert.equal(status, 'Git status:\n## main\n M a.txt\n M sub/b.txt\n?? new.txt');
  assert.match(diff, /^Git diff:\n[\s\S]*-one\n\+two/);
  assert.match(commits, /^Recent commits:\n[0-9a-f]{7,} \d{4}-\d\d-\d\d first commit$/);
  assert.match(environment, /Git repository: yes, on main, 3 changed$/);
  assert.deepEqual(changed, ['a.txt', 'sub/b.txt', 'new.txt']);
});

for (const { name, plant, works, isPartial, refused } of gitVectors) {
  test(`${name}: no program runs, and ${refused ? 'the model hears why' : 'git is still asked'}`, async () => {
    using at = new PlantedRepository();
    plant(at);
    at.askCarelessly();
    if (works) assert.notDeepEqual(at.ran(), [], 'a careless question starts the program');
    at.forget();
    const { status, diff, commits, environment } = await askEverything(at);
    assert.deepEqual(at.ran(), []);
    for (const text of refused ? [status, diff, commits, environment] : []) assert.match(text, refused as RegExp);
    if (refused) return;
    assert.match(status, /^Git status:\n## (?:main|other)/);
    assert.match(diff, isPartial ? /^Git diff: git cannot be asked: this is a partial clone/ : /^Git diff:\n/);
    assert.match(commits, /^Recent commits:\n/);
    assert.match(environment, /Git repository: yes, on (?:main|other)/);
  });
}

test('there are at least 60 vectors, and at least 35 of them work against an unprotected git call', () => {
  assert.ok(gitVectors.length >= 60, String(gitVectors.length));
  assert.ok(gitVectors.filter(({ works }) => works).length >= 35);
});
