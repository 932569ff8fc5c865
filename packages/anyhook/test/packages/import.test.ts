import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
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

/** A user with hooks in Codex settings that no other agent runs yet. */
function importWorld(t: TestContext, config = 'share: false\n'): ImportWorld {
  const project = testProject(t, {
    '../home/.codex/hooks.json': codexText,
    '../home/.config/anyhook/config.yaml': config,
  });
  const codexFile = join(project.dir, '../home/.codex/hooks.json');
  return { ...project, codexFile, codex: () => readFileSync(codexFile, 'utf8') };
}

const line = (text: string) => text.replace(/\s+/g, ' ');

test('import lists each hook as running in all agents, movable, or staying', async (t) => {
  const world = importWorld(t);
  world.write({
    '../home/.gemini/settings.json': JSON.stringify({
      hooks: {
        BeforeToolSelection: [{ hooks: [{ type: 'command', command: 'node ~/x.js' }] }],
        BeforeTool: [{ matcher: 'x', hooks: [{ type: 'command', command: guard }] }],
      },
    }),
  });
  const possible = line((await world.run(['hooks', 'import', '--list'])).stdout);
  assert.match(
    possible,
    /Codex CLI ~\/\.codex\/hooks\.json \+ PreToolUse \^Bash\$ .*can run in all agents; the same in Gemini CLI/,
  );
  assert.match(possible, /= Stop cc-safety-net shell-guard also does this; you can keep both/);
  assert.match(possible, /✗ BeforeToolSelection node ~\/x\.js only Gemini CLI has it; it stays there/);
  const shared = importWorld(t, '');
  assert.match(
    line((await shared.run(['hooks', 'import', '--list'])).stdout),
    /✓ PreToolUse \^Bash\$ .*runs in all agents/,
  );
});

test('an imported hook runs in all agents, and import --undo restores its file byte for byte', async (t) => {
  const world = importWorld(t);
  assert.equal(await decision(world, 'forbidden'), 'pass');
  const { code, stdout } = await world.run(['hooks', 'import'], { columns: 80, env: { NO_COLOR: '1' }, stdin: 'y\n' });
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Import 1 hook\? It moves to ~\/\.config\/anyhook; uninstall moves it back\. \[y\/N\]/);
  assert.doesNotMatch(world.codex(), /forbidden/);
  assert.match(world.codex(), /cc-safety-net/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  assert.match(
    (await world.run(['hooks', 'remove', 'imported-codex', '--yes'])).stderr,
    /"anyhook hooks import --undo" moves them back/,
  );
  assert.equal((await world.run(['hooks', 'import', '--undo', '--yes'])).code, 0);
  assert.equal(world.codex(), codexText);
  assert.equal(existsSync(join(world.dir, '../home/.config/anyhook/packages')), false);
  assert.equal(await decision(world, 'forbidden'), 'pass');
});

test('uninstall moves hooks back, and adds them to a file changed since', async (t) => {
  const world = importWorld(t);
  await world.run(['hooks', 'import', '--yes']);
  const changed = world.codex().replace('"Stop":   [', '"SessionStart": [], "Stop":   [');
  writeFileSync(world.codexFile, changed);
  const { code, stdout } = await world.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(code, 0, stdout);
  const hooks = JSON.parse(world.codex()).hooks;
  assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'SessionStart', 'Stop']);
  assert.deepEqual(hooks.PreToolUse, JSON.parse(codexText).hooks.PreToolUse);
  assert.equal(existsSync(join(world.dir, '../home/.config/anyhook/packages.json')), false);
});

test('imported hooks survive init, and uninstall restores every byte', async (t) => {
  const world = importWorld(t);
  await world.run(['hooks', 'import', '--yes']);
  const init = await world.run(['init', '--yes', '--agent', 'codex']);
  assert.equal(init.code, 0, init.stdout + init.stderr);
  assert.match(world.codex(), /anyhook-hook/);
  await world.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(world.codex(), codexText);
});

test('import writes nothing inside an agent, without a yes, or if nothing can move', async (t) => {
  const world = importWorld(t);
  assert.match(
    (await world.run(['hooks', 'import', '--yes'], { env: { CLAUDECODE: '1' } })).stderr,
    /"anyhook hooks import" needs a person/,
  );
  assert.match((await world.run(['hooks', 'import'], { columns: 80, stdin: '\n' })).stdout, /Nothing was moved\./);
  assert.equal(world.codex(), codexText);
  const empty = testProject(t);
  assert.match(
    (await empty.run(['hooks', 'import', '--yes'])).stdout,
    /Your agents have no hooks in their own settings/,
  );
});

const toml = `# mine
model = "x"

[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = ${JSON.stringify(guard)}
timeout = 7 # seconds

[tui]
theme = "dark"
`;

test('hooks in Codex TOML move and are restored byte for byte, or appended to a changed file', async (t) => {
  const world = testProject(t, {
    '../home/.codex/config.toml': toml,
    '../home/.config/anyhook/config.yaml': 'share: false\n',
  });
  const file = join(world.dir, '../home/.codex/config.toml');
  assert.match((await world.run(['hooks', 'import', '--yes'])).stdout, /1 hook of ~\/\.codex\/config\.toml imported/);
  assert.equal(readFileSync(file, 'utf8'), toml.replace(/\[\[hooks\.PreToolUse\]\][\s\S]*?# seconds\n/, ''));
  assert.equal(await decision(world, 'forbidden'), 'deny');
  await world.run(['hooks', 'import', '--undo', '--yes']);
  assert.equal(readFileSync(file, 'utf8'), toml);
  await world.run(['hooks', 'import', '--yes']);
  writeFileSync(file, readFileSync(file, 'utf8').replace('dark', 'light'));
  await world.run(['hooks', 'import', '--undo', '--yes']);
  const back = readFileSync(file, 'utf8');
  assert.match(
    back,
    /theme = "light"\n\n\[\[hooks\.PreToolUse\]\]\nmatcher = "\^Bash\$"\n[\s\S]*timeout = 7 # seconds\n$/,
  );
});

test('Kiro hook files and Cline scripts move as whole files, and are restored with their mode', async (t) => {
  const kiro = JSON.stringify({
    version: 'v1',
    hooks: [{ name: 'no', trigger: 'PreToolUse', matcher: '*', action: { type: 'command', command: guard } }],
  });
  const world = testProject(t, {
    '../home/.kiro/hooks/own.json': kiro,
    '../home/.cline/hooks/PreToolUse': `#!/bin/bash\ngrep -q cline-word && echo '{"cancel":true,"errorMessage":"no"}'\nexit 0\n`,
    '../home/.config/anyhook/config.yaml': 'share: false\n',
  });
  const cline = join(world.dir, '../home/.cline/hooks/PreToolUse');
  const text = readFileSync(cline, 'utf8');
  const { stdout } = await world.run(['hooks', 'import', '--yes']);
  assert.match(stdout, /1 hook of ~\/\.kiro\/hooks\/own\.json imported/);
  assert.match(stdout, /1 hook of ~\/\.cline\/hooks\/PreToolUse imported/);
  assert.equal(existsSync(cline), false);
  assert.deepEqual([await decision(world, 'forbidden'), await decision(world, 'cline-word')], ['deny', 'deny']);
  assert.equal((await world.run(['uninstall', '--yes'], { columns: 80 })).code, 0);
  assert.equal(readFileSync(cline, 'utf8'), text);
  assert.equal(statSync(cline).mode & 0o777, 0o755);
  assert.equal(readFileSync(join(world.dir, '../home/.kiro/hooks/own.json'), 'utf8'), kiro);
});

test('two files of one agent move into one package, and both still run', async (t) => {
  const entry = (word: string) =>
    JSON.stringify({
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: guard.replaceAll('forbidden', word) }] },
    });
  const world = testProject(t, {
    '../home/.copilot/hooks/a.json': entry('first-word'),
    '../home/.copilot/hooks/b.json': entry('second-word'),
    '../home/.config/anyhook/config.yaml': 'share: false\n',
  });
  await world.run(['hooks', 'import', '--yes']);
  assert.deepEqual([await decision(world, 'first-word'), await decision(world, 'second-word')], ['deny', 'deny']);
});

test('droid hooks move out of a file with top-level events, and back', async (t) => {
  const text = `${JSON.stringify({ PreToolUse: [{ hooks: [{ type: 'command', command: guard }] }], Stop: [] }, null, 2)}\n`;
  const world = testProject(t, {
    '../home/.factory/hooks.json': text,
    '../home/.config/anyhook/config.yaml': 'share: false\n',
  });
  await world.run(['hooks', 'import', '--yes']);
  assert.equal(await decision(world, 'forbidden'), 'deny');
  const file = join(world.dir, '../home/.factory/hooks.json');
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { PreToolUse: [], Stop: [] });
  writeFileSync(file, '{ "Stop": [] }\n');
  await world.run(['hooks', 'import', '--undo', '--yes']);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { Stop: [], PreToolUse: JSON.parse(text).PreToolUse });
});

test('a hook that cannot be restored stays in its package, with a reason', async (t) => {
  const world = importWorld(t);
  await world.run(['hooks', 'import', '--yes']);
  writeFileSync(world.codexFile, '{ broken');
  const undo = await world.run(['hooks', 'import', '--undo', '--yes']);
  assert.equal(undo.code, 1);
  assert.match(line(undo.stdout), /hooks\.json: it has another form now, so the hooks .* stay in their package/);
  assert.equal(await decision(world, 'forbidden'), 'deny');
});

test('a script that loads files next to it, and hooks of a Kiro agent, are not moved, with a reason', async (t) => {
  const world = testProject(t, {
    '../home/.cline/hooks/PreToolUse': '#!/bin/bash\n. "$(dirname "$0")/lib.sh"\n',
    '../home/.kiro/agents/reviewer.json': JSON.stringify({
      name: 'reviewer',
      hooks: { preToolUse: [{ matcher: '*', command: 'true' }] },
    }),
    '../home/.config/anyhook/config.yaml': 'share: false\n',
  });
  const shown = line((await world.run(['hooks', 'import', '--yes'])).stdout);
  assert.match(shown, /Hooks in ~\/\.cline\/hooks\/PreToolUse stay there: it loads files next to it/);
  assert.match(shown, /Hooks in ~\/\.kiro\/agents\/reviewer\.json stay there: they belong to one agent of it/);
  assert.equal(existsSync(join(world.dir, '../home/.cline/hooks/PreToolUse')), true);
});
