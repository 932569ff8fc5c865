import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { GuideReader, guideParts } from './support/guide.js';
import { canPlayPerson, whyNoPerson } from './support/play-terminal.js';
import { removeFolderAtLast } from './support/remove-folder.js';

const page = 'docs/guides/fleet.md';

/** The commands below each heading of the guide, one line each. */
const commands = new Map(
  readFileSync(page, 'utf8')
    .split(/^## /m)
    .slice(1)
    .map((section): readonly [string, readonly string[]] => {
      const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
      return [section.split('\n', 1)[0] ?? '', blocks.flatMap((text) => text.trim().split('\n'))];
    }),
);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Two people with separate homes, and a web server for the first one's files. */
async function team(t: TestContext) {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-guide-')));
  t.after(() => removeFolderAtLast(top));
  const person = (name: string) => {
    mkdirSync(join(top, name));
    return new GuideReader(join(top, name));
  };
  const [publisher, member] = [person('publisher'), person('member')];
  const port = await freePort();
  mkdirSync(join(top, 'reports'));
  mkdirSync(join(top, 'publisher', 'public'));
  symlinkSync(join(top, 'publisher', 'public'), join(top, 'www'));
  const args = ['-m', 'http.server', '--bind', '127.0.0.1', '--directory', join(top, 'www'), String(port)];
  const server = spawn('python3', args, { stdio: 'ignore' });
  t.after(() => server.kill());
  while (spawnSync('python3', ['-c', `import socket; socket.create_connection(("127.0.0.1", ${port}))`]).status !== 0)
    await wait(50);
  /** Follows a part of the guide; returns what the terminal shows. */
  const follow = (reader: GuideReader, heading: string): string => {
    const lines = commands.get(heading);
    assert.ok(lines && lines.length > 0, `the guide has no commands below "${heading}"`);
    return lines.map((line) => type(reader, line)).join('\n');
  };
  const type = (reader: GuideReader, line: string): string => {
    const here = line
      .replaceAll('https://policy.acme.example', `http://127.0.0.1:${port}`)
      .replaceAll('/mnt/team', top);
    const shown = reader.type(`${here}; echo "ended with $?"`);
    assert.match(shown, /ended with 0$/, `${line}\n${shown}`);
    return shown;
  };
  return { publisher, member, follow, type };
}

/** An event of Claude Code on a machine; returns the answer. */
function push({ env, cwd }: GuideReader): string {
  const input = {
    ...{ hook_event_name: 'PreToolUse', session_id: 's', cwd, tool_name: 'Bash' },
    tool_input: { command: 'git push --force' },
  };
  return spawnSync('anyhook', ['run', '--host', 'claude-code'], {
    cwd,
    env,
    input: JSON.stringify(input),
    encoding: 'utf8',
  }).stdout;
}

test('the team guide works as printed: sign, publish, shadow, flips, enforce, roll back, new keys', {
  skip: !canPlayPerson && whyNoPerson,
}, async (t) => {
  const { publisher, member, follow, type } = await team(t);
  follow(publisher, 'Make the keys');
  for (const part of guideParts(page)) if (part.kind === 'file') publisher.save(part.path, part.text);
  assert.ok(existsSync(join(publisher.cwd, 'policy/.agents/anyhook.yaml')));
  assert.match(follow(publisher, 'Publish it, shadow first'), /shadow +serial 1 on all devices/);

  const joined = follow(member, 'Join');
  assert.match(joined, /took serial 1/);
  assert.match(joined, /no bundle decides, serial 1 runs in shadow mode/);
  assert.doesNotMatch(push(member), /deny/, 'shadow mode changes nothing');
  assert.match(type(member, 'anyhook log --shadow'), /no-force-push/);
  const own = follow(member, 'See what it would change');
  assert.match(own, /serial 1 flips 1 of 1 decision/);
  const added = follow(publisher, 'Combine the reports');
  assert.match(added, /serial 1 flips 1 of 1 decision[^\n]* on 1 device/);
  assert.match(added, /no-force-push: pass → deny, 1 times/);

  const began = Date.now();
  follow(publisher, 'Enforce it');
  type(member, 'anyhook fleet fetch');
  assert.match(push(member), /acme: push to a branch of your own/);
  assert.ok(Date.now() - began < 60_000, 'live within a minute');

  // Another rule, so that there is something to roll back.
  publisher.save('policy/scripts/deny.sh', 'echo "acme: another text" >&2\nexit 2\n');
  follow(publisher, 'Publish it, shadow first');
  type(publisher, commands.get('Enforce it')?.at(-1) ?? '');
  type(member, 'anyhook fleet fetch');
  assert.match(push(member), /acme: another text/);
  assert.match(follow(publisher, 'Go back'), /enforced +serial 1 on all devices/);
  type(member, 'anyhook fleet fetch');
  assert.match(push(member), /acme: push to a branch of your own/);

  follow(publisher, 'Replace keys');
  assert.match(type(member, 'anyhook fleet fetch'), /serial \d+ is in force now/);
  assert.match(push(member), /acme: push to a branch of your own/);
});
