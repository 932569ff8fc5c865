import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Result } from '@anyhook/core';
import { contextWith, eventAt, tempFolder } from '../../../test/builtin-world.js';
import { hasSection, stopGoalFit, uncheckedIn } from './stop-goal-fit.js';

const stop = (cwd: string, env: Record<string, string> = {}, args?: unknown): Result =>
  stopGoalFit.run(eventAt('agent.stop', cwd), args, contextWith(env)) as Result;

const work = '.flow-agents/my-task';
const artifact = `${work}/my-task--deliver.md`;
const header = '# My Task\n\nbranch: main\nstatus: executing\ntype: deliver\n';
const gates = '\n## Definition Of Done\n- [x] done\n\n## Goal Fit Gate\n- [x] fits\n';
const finished = header.replace('executing', 'accepted') + gates;
const strict = { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' };

test('an active delivery with missing sections is a warning by default', () => {
  using folder = tempFolder({ 'AGENTS.md': '', [artifact]: `${header}\n## Plan\n` });
  const result = stop(folder.path);
  assert.equal(result.decision, 'pass');
  const text = result.messages?.join('\n') ?? '';
  for (const part of ['status:executing', 'Definition Of Done', 'Goal Fit Gate']) assert.ok(text.includes(part), part);
});

test('strict mode, by variable or parameter, denies the stop for the same gaps', () => {
  using folder = tempFolder({ [artifact]: header });
  for (const result of [stop(folder.path, strict), stop(folder.path, {}, { strict: true })]) {
    assert.equal(result.decision, 'deny');
    assert.match(result.reason ?? '', /status:executing/);
  }
});

test('the work is found from a folder inside the project', () => {
  using folder = tempFolder({ [artifact]: header, 'src/deep/a.ts': '' });
  assert.equal(stop(join(folder.path, 'src/deep'), strict).decision, 'deny');
});

test('a project without work, finished work and other artifacts do not affect the stop', () => {
  const idea = { [`${work}/my-task--idea.md`]: 'status: executing\ntype: idea-to-backlog\n' };
  for (const files of [{}, { [artifact]: finished }, idea, { '.flow-agents': 'a file' }]) {
    using folder = tempFolder({ 'AGENTS.md': '', ...files });
    assert.deepEqual(stop(folder.path, strict), { decision: 'pass' });
  }
});

test('only the newest work is checked', () => {
  using folder = tempFolder({
    [artifact]: finished.replace('accepted', 'delivered'),
    '.flow-agents/old/old--deliver.md': header,
  });
  const past = new Date('2020-01-01T00:00:00Z');
  utimesSync(join(folder.path, '.flow-agents/old/old--deliver.md'), past, past);
  assert.deepEqual(stop(folder.path, strict), { decision: 'pass' });
});

const gapRows: readonly (readonly [string, Record<string, string>, RegExp, Record<string, string>?])[] = [
  [
    'an unchecked goal',
    { [artifact]: header + gates.replace('[x] fits', '[ ] fits') },
    /Goal Fit Gate, not checked: fits/,
  ],
  [
    'an unchecked item of the definition of done',
    { [artifact]: header + gates.replace('[x] done', '[ ] done') },
    /Done, not checked: done/,
  ],
  [
    'a state with a next action',
    { [`${work}/state.json`]: '{"status":"blocked","phase":"execution","next_action":{"summary":"ask Ann"}}' },
    /state\.json: blocked, phase execution; next: ask Ann/,
  ],
  ['a broken state', { [artifact]: header + gates, [`${work}/state.json`]: '[' }, /state\.json is not a JSON object/],
  [
    'failed evidence',
    {
      [artifact]: header + gates,
      [`${work}/evidence.json`]:
        '{"verdict":"fail","checks":[{"id":"unit","status":"fail","summary":"3 red"}],"not_verified_gaps":["load test"]}',
    },
    /verdict is fail[\s\S]*check unit is fail: 3 red[\s\S]*NOT_VERIFIED: load test/,
  ],
  [
    'an open finding',
    {
      [artifact]: header + gates,
      [`${work}/critique.json`]:
        '{"status":"pass","critiques":[{"findings":[{"status":"open","severity":"high","description":"leak"},{"status":"fixed","description":"typo"}]}]}',
    },
    /critique\.json: open finding: high: leak/,
  ],
  [
    'required sidecars',
    { [artifact]: header + gates },
    /state\.json is missing/,
    { FLOW_AGENTS_REQUIRE_SIDECARS: 'true' },
  ],
  [
    'a required critique',
    { [artifact]: header + gates },
    /critique\.json is missing/,
    { FLOW_AGENTS_REQUIRE_CRITIQUE: 'true' },
  ],
  [
    'an open final acceptance after delivery',
    { [artifact]: `${header.replace('executing', 'delivered')}${gates}\n## Final Acceptance\n- [ ] CI is green\n` },
    /Final Acceptance, not checked: CI is green/,
  ],
];
for (const [what, files, expected, env] of gapRows) {
  test(`${what} is reported`, () => {
    using folder = tempFolder(files);
    assert.match(stop(folder.path, env).messages?.[0] ?? '', expected);
  });
}

test('sidecars and critiques are not reported as missing unless required', () => {
  using folder = tempFolder({ [artifact]: header + gates });
  assert.doesNotMatch(stop(folder.path).messages?.[0] ?? '', /missing/);
});

test('a section ends at the next heading of its level, and headings in code are ignored', () => {
  const text = '# A\n## Gate\n```\n## Not this\n```\n### Sub\n- [ ] one\n## Next\n- [ ] two\n';
  assert.deepEqual(uncheckedIn(text, 'gate'), ['one']);
  assert.equal(hasSection(text, 'Not this'), false);
  assert.equal(hasSection(text, 'Next'), true);
});
