import assert from 'node:assert/strict';
import { test } from 'node:test';
import { env } from './cli/init-fresh.js';
import { agentSession, alertsIn, messageOf } from './support/agent-session.js';
import { guarded, transcript } from './support/guarded-machine.js';

test('a session without any hook raises an alert only if a setting of its project switches hooks off', async (t) => {
  const here = await guarded(t);
  const write = (project: string, session: string, at = new Date()) => {
    const cwd = here.at(`~/${project}`);
    const lines = transcript(session, { at: at.toISOString() })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.stringify({ ...JSON.parse(line), cwd }));
    here.put(`~/.claude/projects/${project}/${session}.jsonl`, `${lines.join('\n')}\n`);
  };
  const switchOff = (project: string) => here.put(`~/${project}/.claude/settings.json`, '{"disableAllHooks": true}');
  // Without a switch it is unknown whether hooks should have run.
  here.put('~/plain/readme', '');
  write('plain', 'bare');
  // Its start was recorded, so hooks ran, whatever the setting is now.
  await agentSession(here, 'seen').start('clear');
  switchOff('later');
  write('later', 'seen');
  // It began before the entries were written.
  switchOff('before');
  write('before', 'old', new Date(Date.now() - 3_600_000));
  await here.run(['doctor', '--agent', 'claude-code'], { env });
  assert.deepEqual(alertsIn(here), []);
  switchOff('dark');
  write('dark', 'hidden-1');
  write('dark', 'hidden-2');
  const session = agentSession(here, 's');
  await session.start();
  assert.deepEqual(
    alertsIn(here).map(({ kind, root }) => [kind, root]),
    [['unseen', here.at('~/dark')]],
  );
  const told = messageOf(await session.send('UserPromptSubmit', { prompt: 'hello' }));
  assert.match(
    told,
    /ran Bash in .*\/dark without any of your hooks\. Cause: ~\/dark\/\.claude\/settings\.json: "disableAllHooks" is true/,
  );
  const doctor = await here.run(['doctor', '--agent', 'claude-code'], { env });
  assert.match(doctor.stdout, /\[call-unguarded\]/);
  assert.equal(alertsIn(here).length, 1);
});

test("an off switch in the session's start folder is found in every encoding that the agent reads", async (t) => {
  const here = await guarded(t);
  const off = '{"disableAllHooks": true}';
  const places: Readonly<Record<string, string | Buffer>> = {
    'below/sub': off,
    'marked/sub': `\uFEFF${off}`,
    wide: Buffer.from(`\uFEFF${off}`, 'utf16le'),
  };
  for (const [place, text] of Object.entries(places)) {
    const [project = ''] = place.split('/');
    here.put(`~/${project}/.git/HEAD`, 'ref: refs/heads/main\n');
    here.put(`~/${place}/.claude/settings.json`, text);
    const lines = transcript(project, { at: new Date().toISOString() })
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.stringify({ ...JSON.parse(line), cwd: here.at(`~/${place}`) }));
    here.put(`~/.claude/projects/${project}/${project}.jsonl`, `${lines.join('\n')}\n`);
    const doctor = await here.run(['doctor', '--agent', 'claude-code', '--cwd', here.at(`~/${place}`)], { env });
    assert.match(doctor.stdout, /"disableAllHooks" is true[\s\S]*\[hooks-switched-off\]/, place);
  }
  await agentSession(here, 's').start();
  assert.deepEqual(
    alertsIn(here)
      .map(({ kind, root }) => [kind, root])
      .sort(),
    ['below', 'marked', 'wide'].map((project) => ['unseen', here.at(`~/${project}`)]),
  );
});
