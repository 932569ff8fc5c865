import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { GuideReader, guideParts } from '../../anyhook/test/support/guide.js';
import { canPlayPerson, whyNoPerson } from '../../anyhook/test/support/play-terminal.js';
import { removeFolderAtLast } from '../../anyhook/test/support/remove-folder.js';

const page = 'docs/guides/abilities.md';

test('each command of the abilities guide prints what the guide shows', {
  skip: !canPlayPerson && whyNoPerson,
}, async (t) => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-guide-')));
  t.after(() => removeFolderAtLast(top));
  const reader = new GuideReader(top);
  const parts = guideParts(page);
  assert.ok(parts.filter(({ kind }) => kind === 'command').length > 15);
  for (const part of parts) {
    if (part.kind === 'file') {
      reader.save(part.path, part.text);
      continue;
    }
    const seen = reader.type(part.command);
    if (!reader.recognizes(seen, part.shows)) assert.equal(seen, part.shows, `$ ${part.command}`);
  }
  assert.deepEqual(JSON.parse(readFileSync(join(reader.cwd, 'prices.prod.json'), 'utf8')), { mug: 950 });
  const { status, task } = JSON.parse(readFileSync(join(reader.cwd, 'result.json'), 'utf8'));
  assert.deepEqual([status, task.caller.job_id], ['success', 'nightly-7']);
  await t.test('and the agent that it speaks of gets the same refusal', () => asAnAgent(reader));
});

/** Starts the server in `.mcp.json`, as an agent would. */
async function asAnAgent({ cwd, env }: GuideReader): Promise<void> {
  const { mcpServers } = JSON.parse(readFileSync(join(cwd, '.mcp.json'), 'utf8'));
  const client = new Client({ name: 'guide', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ ...mcpServers.anyhook, cwd, env }));
  try {
    const { tools } = await client.listTools();
    for (const name of ['price_set', 'create_task', 'run_task', 'list_tasks'])
      assert.ok(
        tools.some((tool) => tool.name === name),
        name,
      );
    const call = async (name: string, args: object) => {
      const answer = await client.callTool({ name, arguments: { ...args } });
      return answer['structuredContent'] as { status: string; message: string; task_key?: string };
    };
    const inProd = (cents: number) => ({ ability: 'price.set', environment: 'prod', input: { item: 'mug', cents } });
    const untried = await call('create_task', inProd(700));
    assert.match(untried.message, /This price was never tried in staging\..*Set it in staging first\./);
    assert.equal((await call('price_set', { item: 'mug', cents: 700 })).status, 'success');
    const { task_key } = await call('create_task', inProd(700));
    const waiting = await call('run_task', { task_key });
    assert.equal(waiting.status, 'needs_human');
    assert.match(waiting.message, /ai_session wants mug at 700 in prod/);
  } finally {
    await client.close();
  }
}
