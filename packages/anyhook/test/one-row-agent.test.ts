import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { capabilitiesPage, quirksPage } from '../../../scripts/reference/agents.js';
import { declarationFiles } from '../../../scripts/reference/conformance.js';
import { readQuirks } from '../../../scripts/reference/documented-agents.js';
import { eventsPage } from '../../../scripts/reference/events.js';
import { toolsPage } from '../../../scripts/reference/tools.js';
import { marksOf, surroundingAgent } from '../src/agents/environment.js';
import { agentRows } from '../src/agents/index.js';
import { agentTable } from '../src/agents/table.js';
import { answerAgent } from '../src/answer/native-event.js';
import { loadProjectEngine } from '../src/answer/project-engine.js';
import { hookMatrix } from '../src/doctor/matrix.js';
import { expectedHooks } from '../src/doctor/project.js';
import { permissionsLookup } from '../src/engine/permissions.js';
import { formats } from '../src/formats/index.js';
import { createInitPlanner, problemsOf } from '../src/install/init-plan.js';
import { installWorld } from '../src/install/install-world.js';
import { ProjectWorld } from './project-world.js';
import { toy } from './support/toy-agent/agent.js';

/** The program's agents plus one row: nothing else in the program mentions the toy. */
const table = agentTable([...agentRows, { agent: toy, install: () => import('./support/toy-agent/install.js') }]);

const quirks = readQuirks('packages/anyhook/test/support/toy-agent');

/** A project whose hook refuses one shell command. */
const world = (t: TestContext): ProjectWorld =>
  new ProjectWorld(t, {
    '.agents/hooks/no-noise/HOOK.md':
      '---\nname: no-noise\ndescription: quiet\ntrigger: before_tool\nmatcher:\n  tool: Shell\n---\n',
    '.agents/hooks/no-noise/scripts/run.sh':
      '#!/bin/sh\ngrep -q loud || exit 0\necho "too loud for this house" >&2\nexit 2\n',
  });

const placeOf = ({ dir, env, home }: ProjectWorld) => ({ cwd: dir, env, home });

/** Answers a payload of the toy, with the function that answers every agent. */
async function answerTo(here: ProjectWorld, payload: object) {
  const agent = table.find('toy');
  const input = { bytes: Buffer.from(JSON.stringify({ shelf: here.dir, ...payload })), truncated: false };
  const call = { options: { agent, trust: 'project' as const }, input, world: placeOf(here) };
  return answerAgent(call, { project: loadProjectEngine });
}

const drum = (beat: string) => ({ moment: 'about_to_play', box: 'b1', toy: 'drum', with: { beat } });

test('the table finds the new agent and all others by name', () => {
  assert.equal(table.find('toy'), toy);
  assert.equal(table.agents.length, agentRows.length + 1);
  assert.throws(() => table.find('toi'), /did you mean "toy"/);
});

test("the new agent's payload is mapped to canonical fields, and its input back to its own", () => {
  const event = table.find('toy').decode(drum('loud'), { env: {}, cwd: '/p', now: '2030-01-02T03:04:05.000Z' });
  assert.ok(event.name === 'tool.before');
  assert.deepEqual(
    [event.host, event.nativeName, event.sessionId, event.call],
    ['toy', 'about_to_play', 'b1', { kind: 'shell', nativeName: 'drum', input: { command: 'loud' } }],
  );
  assert.deepEqual(toy.nativeInput(event, { command: 'soft' }), { beat: 'soft' });
});

test("a real hook refuses a call in the new agent's encoding", async (t) => {
  const here = world(t);
  const refused = await answerTo(here, drum('loud'));
  assert.equal(refused.exitCode, 0);
  assert.match(JSON.parse(refused.stdout).no, /too loud for this house/);
  assert.deepEqual(await answerTo(here, drum('soft')), { stdout: '', stderr: '', exitCode: 0 });
});

test("init plans entries in the new agent's file and form, for the events that hooks need", async (t) => {
  const here = world(t);
  const { plan } = await createInitPlanner(placeOf(here), { scope: 'project', client: 'node' }, table);
  const planned = plan(installWorld(placeOf(here)), {
    agent: ['toy'],
    scope: 'project',
  });
  const { agents, changes } = planned;
  assert.deepEqual(problemsOf(planned), []);
  assert.deepEqual(
    agents.map(({ agent }) => agent),
    [toy],
  );
  assert.deepEqual(
    agents[0]?.entries.events.map(({ event }) => event),
    ['about_to_play'],
  );
  const change = changes.find(({ path }) => path === here.path('.toy/hooks.json'));
  const { on } = JSON.parse(change?.after?.toString('utf8') ?? '{}');
  assert.match(on.about_to_play[0].run, /anyhook.*\btoy\b/);
  assert.equal(typeof on.about_to_play[0].patience, 'number');
});

test('init detects the new agent by its project files', async (t) => {
  const here = world(t);
  here.write({ '.toy/settings': '' });
  const { plan } = await createInitPlanner(placeOf(here), { scope: 'project', client: 'node' }, table);
  const { agents } = plan(installWorld(placeOf(here)), { scope: 'project' });
  assert.ok(agents.some(({ agent }) => agent === toy));
});

test('the matrix grades hooks on the new agent', async (t) => {
  const here = world(t);
  const [row] = hookMatrix(
    expectedHooks(await here.open('project')),
    [table.find('toy')],
    { permissionsOf: permissionsLookup(formats) },
    await table.loadInstalls(),
  );
  assert.deepEqual([row?.hook.id, row?.support['toy']?.effects.deny], ['no-noise', 'exact']);
});

test('a process started by the new agent recognizes it by its variable', () => {
  assert.deepEqual(surroundingAgent({ TOY_BOX: '1' }, marksOf(table.agents)), { agent: 'Toy', variable: 'TOY_BOX' });
  assert.equal(surroundingAgent({ TOY_BOX: '1' }), undefined);
});

test("the reference pages and conformance declaration are generated from the new agent's tables", async () => {
  assert.match(capabilitiesPage([toy]), /## Toy \(`toy`\)[\s\S]*\| `tool\.before` \| exact \|/);
  assert.match(await quirksPage([toy], async () => quirks), /## Toy[\s\S]*stops playing only if/);
  assert.match(eventsPage([toy]), /\| `tool\.before` \| `about_to_play` \|/);
  assert.match(toolsPage([toy]), /`command` is `beat`/);
  const [[file, text] = ['', '']] = await declarationFiles([toy], async () => quirks);
  assert.equal(file, 'packages/anyhook/conformance/toy.yaml');
  assert.match(text, /host: toy[\s\S]*host_versions: ">=1\.0\.0 <1\.1"/);
});
