import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TestProject, testProject } from '../cli/harness.js';
import { decision } from './package-world.js';

const guard = "grep -q forbidden && { echo 'no forbidden things' >&2; exit 2; }; exit 0";
const codexText = `{
  "hooks": {
    "PreToolUse": [
      { "matcher": "^Bash$", "hooks": [{ "type": "command", "command": ${JSON.stringify(guard)} }] }
    ],
    "Stop":   [ { "hooks": [ { "type": "command", "command": "npx -y cc-safety-net --codex" } ] } ]
  }
}
`;

interface ImportWorld extends TestProject {
  readonly codexFile: string;
  codex(): string;
}

/** A user with hooks in the settings of Codex, which no other agent runs yet. */
function importWorld(t: TestContext, config = 'share: false\n'): ImportWorld {
  const project = testProject(t, {
    '../home/.codex/hooks.json': codexText,
    '../home/.config/anyhook/config.yaml': config,
  });
  const codexFile = join(project.dir, '../home/.codex/hooks.json');
  return { ...project, codexFile, codex: () => readFileSync(codexFile, 'utf8') };
}

const line = (text: string) => text.replace(/\s+/g, ' ');

test('import says of each hook whether it runs in all agents, can, or stays', async (t) => {
  const world = importWorld(t);
  world.write({
    '../home/.gemini/settings.json': JSON.stringify({
      hooks: {
        BeforeToolSelection: [{ hooks: [{ type: 'command', command: 'node ~/x.js' }] }],
        BeforeTool: [{ matcher: 'x', hooks: [{ type: 'command', command: guard }] }],
      },
    }),
  });
  const possible = line((await world.run(['import', '--list'])).stdout);
  assert.match(
    possible,
    /Codex CLI ~\/\.codex\/hooks\.json \+ PreToolUse \^Bash\$ .*can run in all agents; the same in Gemini CLI/,
  );
  assert.match(possible, /= Stop cc-safety-net shell-guard does this too; both may stay/);
  assert.match(possible, /✗ BeforeToolSelection node ~\/x\.js only Gemini CLI has it; it stays there/);
  const shared = importWorld(t, '');
  assert.match(line((await shared.run(['import', '--list'])).stdout), /✓ PreToolUse \^Bash\$ .*runs in all agents/);
});

test('a hook that is taken over moves, runs in all agents, and import --undo puts it back to the byte', async (t) => {
  const world = importWorld(t);
  assert.equal(await decision(world, 'forbidden'), 'pass');
  const { code, stdout } = await world.run(['import'], { columns: 80, env: { NO_COLOR: '1' }, stdin: 'y\n' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Take over 1 hook\? It moves to ~\/\.config\/anyhook; uninstall moves it back\. y, N:/);
  assert.doesNotMatch(world.codex(), /forbidden/);
  assert.match(world.codex(), /cc-safety-net/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.match(
    (await world.run(['remove', 'imported-codex', '--yes'])).stderr,
    /"anyhook import --undo" moves them back/,
  );
  assert.equal((await world.run(['import', '--undo', '--yes'])).code, 0);
  assert.equal(world.codex(), codexText);
  assert.equal(existsSync(join(world.dir, '../home/.config/anyhook/packages')), false);
  assert.equal(await decision(world, 'forbidden'), 'pass');
});

test('uninstall moves hooks back, and into a file that changed since it adds them', async (t) => {
  const world = importWorld(t);
  await world.run(['import', '--yes']);
  const changed = world.codex().replace('"Stop":   [', '"SessionStart": [], "Stop":   [');
  writeFileSync(world.codexFile, changed);
  const { code, stdout } = await world.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(code, 0, stdout);
  const hooks = JSON.parse(world.codex()).hooks;
  assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'SessionStart', 'Stop']);
  assert.deepEqual(hooks.PreToolUse, JSON.parse(codexText).hooks.PreToolUse);
  assert.equal(existsSync(join(world.dir, '../home/.config/anyhook/packages.json')), false);
});

test('hooks that were taken over survive init, and uninstall restores every byte', async (t) => {
  const world = importWorld(t);
  await world.run(['import', '--yes']);
  const init = await world.run(['init', '--yes', '--host', 'codex']);
  assert.equal(init.code, 0, init.stdout + init.stderr);
  assert.match(world.codex(), /anyhook-hook/);
  await world.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(world.codex(), codexText);
});

test('import writes nothing inside an agent, without a yes, or where nothing can move', async (t) => {
  const world = importWorld(t);
  assert.match((await world.run(['import', '--yes'], { env: { CLAUDECODE: '1' } })).stderr, /import is for a person/);
  assert.match((await world.run(['import'], { columns: 80, stdin: '\n' })).stdout, /Nothing was moved\./);
  assert.equal(world.codex(), codexText);
  const empty = testProject(t);
  assert.match((await empty.run(['import', '--yes'])).stdout, /Your agents have no hooks in their own settings/);
});
