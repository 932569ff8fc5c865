import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dockerCodec } from '../../../anyhook/src/formats/docker/codec.js';
import { dockerOnlyEvents } from '../../../anyhook/src/formats/docker/events.js';
import { triggers } from '../../../anyhook/src/formats/hook-md/events.js';
import type { Planner } from '../../../anyhook/src/library.js';
import { EventWorld } from './event-world.js';

/** Events that only docker-agent has do not apply to the runtime. */
const dockerEvents = Object.keys(dockerCodec().events).filter((name) => !dockerOnlyEvents.has(name));
const silent = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, '']));

/** Works once, starts a subagent, asks for a person, then ends; fails or never ends if the prompt says so. */
const scripted: Planner = async ({ turnContext: { prompt }, round, results, subagent }) => {
  if (prompt === 'throw') throw new Error('no model');
  if (prompt === 'never end') return [{ action: 'LIST_ABILITIES' }];
  if (prompt === 'part') return { text: 'part done' };
  const create = (ability: string) => [{ action: 'CREATE_TASK', ability, input: { text: prompt } }] as const;
  const [last] = results;
  const key = last?.ok ? String(last.result['task_key']) : '';
  if (round === 1) return { text: 'I echo.', actions: create('text.echo') };
  if (round === 2) return [{ action: 'RUN_TASK', task_key: key }];
  if (round === 3) return create('shop.fail');
  if (round === 4) return [{ action: 'RUN_TASK', task_key: key }];
  if (round === 5) await subagent({ task: 'part', name: 'helper', type: 'coder' });
  return { text: 'All done.' };
};

test('every event of docker hooks and every trigger of HOOK.md fires in the runtime', async (t) => {
  const world = new EventWorld(t, {
    docker: {
      ...silent(dockerEvents),
      // A person would be asked about the call; the hook for permissions answers.
      pre_tool_use: `echo '{"hook_specific_output":{"permission_decision":"ask"}}'`,
      permission_request: `echo '{"hook_specific_output":{"permission_decision":"allow"}}'`,
    },
    hookMd: silent(triggers),
  });
  const runtime = world.runtime(t, { planner: scripted, maxRounds: 6, summarize: () => 'what was said' });
  const session = await runtime.session();
  const statuses = [];
  for (const prompt of ['work', 'throw', 'never end']) statuses.push((await session.prompt(prompt)).status);
  assert.deepEqual(statuses, ['done', 'failed', 'failed']);
  assert.equal((await session.compact()).status, 'done');
  await session.stop();
  const missing = [
    ...dockerEvents.filter((name) => world.seen(name).length === 0).map((name) => `docker ${name}`),
    ...triggers.filter((name) => world.seen(name, 'hook-md').length === 0).map((name) => `hook-md ${name}`),
  ];
  assert.deepEqual(missing, []);
});
