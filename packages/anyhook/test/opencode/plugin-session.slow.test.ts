import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  answerScript,
  opencodeCall,
  opencodePrompt,
  opencodeStep,
  opencodeWorld,
  until,
  type World,
} from './plugin-world.js';

const namesOf = ({ asked }: World): readonly unknown[] => asked().map(({ hook }) => hook);
const sentBy = ({ sent }: World, name: string) => sent.flatMap((one) => (one.name === name ? [one.options] : []));

async function system({ hook }: World, sessionID: string): Promise<readonly string[]> {
  const output = { system: ['own'] };
  await hook('experimental.chat.system.transform')({ sessionID }, output);
  return output.system;
}

describe('the start of a session', () => {
  const answers = { 'event.session.created': answerScript({ context: ['remember'] }) };

  test('is sent once, before the first prompt, and its context is in every system prompt', async (t) => {
    const here = await opencodeWorld(t, { answers });
    const info = { id: 's1', directory: here.dir };
    const created = here.event('session.created', { sessionID: 's1', info });
    await here.hook('chat.message')(opencodePrompt('a').input, opencodePrompt('a').output);
    await created;
    assert.deepEqual(namesOf(here), ['event.session.created', 'chat.message']);
    assert.deepEqual(await system(here, 's1'), ['own', 'remember']);
    assert.deepEqual(await system(here, 's1'), ['own', 'remember']);
    assert.deepEqual(namesOf(here).length, 2);
  });

  test('is sent as resumed at the first prompt of an earlier session', async (t) => {
    const here = await opencodeWorld(t, { answers, info: { s1: { id: 's1', time: { created: 1_000 } } } });
    await here.hook('chat.message')(opencodePrompt('a').input, opencodePrompt('a').output);
    assert.equal(here.asked()[0]?.['hook'], 'event.session.created');
    assert.equal(here.asked()[0]?.['resumed'], true);
  });

  test("is refused by refusing the session's prompts", async (t) => {
    const here = await opencodeWorld(t, { answers: { 'event.session.created': answerScript({ deny: 'not here' }) } });
    const { input, output } = opencodePrompt('a');
    await assert.rejects(here.hook('chat.message')(input, output), { message: 'not here' });
    await assert.rejects(here.hook('chat.message')(input, output), { message: 'not here' });
    assert.deepEqual(here.told(), ['not here', 'not here']);
  });
});

test("a subagent's calls name its parent session, and its prompt is not a user prompt", async (t) => {
  const here = await opencodeWorld(t, { info: { s2: { id: 's2', parentID: 's1' } } });
  await here.hook('chat.message')(opencodePrompt('a', 's2').input, opencodePrompt('a', 's2').output);
  const { input, output } = opencodeCall();
  await here.hook('tool.execute.before')({ ...input, sessionID: 's2' }, output);
  assert.deepEqual(namesOf(here), ['event.session.created', 'tool.execute.before']);
  assert.equal(here.asked()[1]?.['parentID'], 's1');
});

describe('the end of a turn', () => {
  const answers = { 'experimental.text.complete': answerScript({ continue: 'go on' }) };
  const say = ({ hook }: World, messageID: string, text: string) =>
    hook('experimental.text.complete')({ sessionID: 's1', messageID, partID: 'p' }, { text });

  for (const isRun of [true, false]) {
    const where = isRun ? 'opencode run' : 'the server';
    test(`is blocked in ${where} by a prompt with the same agent and model, which is not sent to hooks`, async (t) => {
      const here = await opencodeWorld(t, { answers, isRun });
      await here.hook('chat.message')(opencodePrompt('a').input, opencodePrompt('a').output);
      await say(here, 'm2', 'all done');
      await here.event('message.part.updated', opencodeStep('m2'));
      await until(() => sentBy(here, 'promptAsync').length > 0);
      const body = {
        agent: 'plan',
        model: { providerID: 'p', modelID: 'm' },
        parts: [{ type: 'text', text: 'go on' }],
      };
      assert.deepEqual(sentBy(here, 'promptAsync'), [{ path: { id: 's1' }, body }]);
      const [stop] = here.asked().filter(({ hook }) => hook === 'experimental.text.complete');
      assert.deepEqual([stop?.['output'], stop?.['stopHookActive']], [{ text: 'all done' }, false]);
      await here.hook('chat.message')(opencodePrompt('go on').input, opencodePrompt('go on').output);
      assert.deepEqual(namesOf(here), ['event.session.created', 'chat.message', 'experimental.text.complete']);
      await here.event('message.part.updated', opencodeStep('m3'));
      await until(() => sentBy(here, 'promptAsync').length > 1);
      assert.equal(here.asked().at(-1)?.['stopHookActive'], true);
    });
  }

  test('is handled before opencode run continues', async (t) => {
    const here = await opencodeWorld(t, { answers, isRun: true });
    void here.event('message.part.updated', opencodeStep());
    assert.equal(sentBy(here, 'promptAsync').length, 1, 'in the same tick');
  });

  test("is not assumed after a tool call, a summary or a subagent's last step", async (t) => {
    const here = await opencodeWorld(t, { answers, isRun: true, info: { s2: { id: 's2', parentID: 's1' } } });
    const part = { type: 'tool', sessionID: 's1', messageID: 'm2', callID: 'c1', state: { status: 'running' } };
    await here.event('message.part.updated', { part });
    await here.event('message.part.updated', opencodeStep('m2'));
    await here.event('message.part.updated', opencodeStep('m3', 'tool-calls'));
    await here.event('message.updated', { info: { id: 'm4', sessionID: 's1', summary: true } });
    await here.event('message.part.updated', opencodeStep('m4'));
    await system(here, 's2');
    await here.event('message.part.updated', opencodeStep('m5', 'stop', 's2'));
    assert.deepEqual(sentBy(here, 'promptAsync'), []);
    assert.equal(namesOf(here).includes('experimental.text.complete'), false);
  });

  test('is allowed after a hundred blocks in a row', async (t) => {
    const here = await opencodeWorld(t, { answers, isRun: true });
    for (let i = 0; i < 105; i++) await here.event('message.part.updated', opencodeStep(`m${i}`));
    assert.equal(sentBy(here, 'promptAsync').length, 100);
    await here.hook('chat.message')(opencodePrompt('again').input, opencodePrompt('again').output);
    await here.event('message.part.updated', opencodeStep('last'));
    assert.equal(sentBy(here, 'promptAsync').length, 101, 'a prompt of the user counts anew');
  });

  test('sends session.idle only if the end was not blocked', async (t) => {
    const blocked = await opencodeWorld(t, { answers });
    void blocked.event('message.part.updated', opencodeStep());
    await blocked.event('session.idle', { sessionID: 's1' });
    assert.equal(namesOf(blocked).includes('event.session.idle'), false);
    const free = await opencodeWorld(t);
    void free.event('message.part.updated', opencodeStep());
    await free.event('session.idle', { sessionID: 's1' });
    assert.ok(namesOf(free).includes('event.session.idle'));
  });
});

describe('a permission question', () => {
  const asked = { id: 'per_1', sessionID: 's1', permission: 'bash', patterns: ['ls'], tool: { callID: 'c1' } };
  const ask = async (t: Parameters<typeof opencodeWorld>[0], before: object, answer: object): Promise<World> => {
    const answers = { 'tool.execute.before': answerScript(before), 'event.permission.asked': answerScript(answer) };
    const here = await opencodeWorld(t, { answers, isRun: true });
    const { input, output } = opencodeCall();
    await here.hook('tool.execute.before')(input, output);
    await here.event('permission.asked', asked);
    return here;
  };
  const granted = [{ path: { id: 's1', permissionID: 'per_1' }, body: { response: 'once' } }];
  const cases: readonly (readonly [
    what: string,
    before: object,
    answer: object,
    replies: readonly [number, number],
  ])[] = [
    ['is left to the user if no hook has an opinion', {}, {}, [0, 0]],
    ['is granted', {}, { allow: true }, [1, 0]],
    ['is granted if a hook allowed the call', { allow: true }, {}, [1, 0]],
    ['is rejected with the reason', {}, { deny: 'no' }, [0, 1]],
    ['is rejected although another hook allowed the call before', { allow: true }, { deny: 'no' }, [0, 1]],
  ];
  for (const [what, before, answer, [grants, rejects]] of cases)
    test(what, async (t) => {
      const here = await ask(t, before, answer);
      assert.deepEqual(sentBy(here, 'permission'), granted.slice(0, grants));
      const body = { reply: 'reject', message: 'no' };
      const headers = { 'content-type': 'application/json' };
      assert.deepEqual(sentBy(here, 'post'), [{ url: '/permission/per_1/reply', body, headers }].slice(0, rejects));
      assert.deepEqual(here.asked().at(-1)?.['call'], { tool: 'bash', args: { command: 'ls' } });
    });
});

test('the end of the program is sent for each user session', async (t) => {
  const here = await opencodeWorld(t, { info: { s3: { id: 's3', parentID: 's1' } } });
  for (const id of ['s1', 's2', 's3']) await system(here, id);
  await here.hook('dispose')(undefined);
  const ends = here.asked().filter(({ hook }) => hook === 'dispose');
  assert.deepEqual(ends.map(({ sessionID }) => sessionID).sort(), ['s1', 's2']);
});
