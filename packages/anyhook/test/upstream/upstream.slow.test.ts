import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { agentFlow } from './agent-flow.js';
import { agentHooks } from './agent-hooks.js';
import { dockerAgent } from './docker-agent.js';
import { dockerAgentLater } from './docker-agent-later.js';
import { flowAgents } from './flow-agents.js';
import { differencesFile, isAboutRow, type ReviewedDifference, reviewedDifferences } from './reviewed-differences.js';
import type { Upstream, UpstreamRow } from './upstream-row.js';

/**
 * Published tests and tables of upstream projects, run through our engine. An unreviewed difference fails, and so does
 * a reviewed one that no longer exists.
 */

const upstreams: readonly Upstream[] = [flowAgents, agentHooks, dockerAgent, dockerAgentLater, agentFlow];
const reviewed = reviewedDifferences();

for (const { name, rows } of upstreams)
  describe(name, { concurrency: 2 }, () => {
    const lines = reviewed.filter(({ of }) => of === name);
    for (const row of rows) test(row.id, async (t) => check(row, await row.ours(t), lines));
  });

function check({ id, upstream }: UpstreamRow, ours: string, lines: readonly ReviewedDifference[]): void {
  const found = lines.filter((line) => isAboutRow(line, id));
  assert.ok(found.length < 2, `${differencesFile} speaks of it ${found.length} times`);
  const [line] = found;
  if (ours === upstream)
    assert.equal(line, undefined, `it does not differ (${ours}): delete it from ${differencesFile}`);
  else
    assert.deepEqual(
      { upstream: line?.upstream, anyhook: line?.anyhook },
      { upstream, anyhook: ours },
      `it differs: do as upstream does, or say why in ${differencesFile}`,
    );
}

test('every row has a unique id', () => {
  for (const { name, rows } of upstreams) {
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      [],
      name,
    );
  }
});

test('every reviewed difference refers to a row and has a reason', () => {
  for (const line of reviewed) {
    const { rows = [] } = upstreams.find(({ name }) => name === line.of) ?? {};
    assert.ok(
      rows.some(({ id }) => isAboutRow(line, id)),
      `no row of ${line.of}: ${line.row}`,
    );
    assert.ok(line.why.length > 10, `why: ${line.row}`);
  }
});
