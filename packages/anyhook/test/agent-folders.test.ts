import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type TestProject, testProject } from './cli/harness.js';

const guard = (word: string) =>
  JSON.stringify({
    hooks: {
      PreToolUse: [
        {
          hooks: [{ type: 'command', command: `grep -q ${word} && { echo 'no ${word} things' >&2; exit 2; }; exit 0` }],
        },
      ],
    },
  });

/** A user whose Codex has guards in two folders: the usual one, and `../codex-work`. */
function twoFolders(t: TestContext, config: (dir: string) => string): TestProject & { readonly work: string } {
  const project = testProject(t, {
    '../home/.codex/hooks.json': guard('usual'),
    '../codex-work/hooks.json': guard('moved'),
  });
  const work = join(project.dir, '../codex-work');
  project.write({ '../home/.config/anyhook/config.yaml': config(work) });
  return { ...project, work };
}

/** What Claude Code is answered for a command, with extra environment variables. */
function ask(project: TestProject, command: string, env: Readonly<Record<string, string>> = {}): string {
  const payload = {
    ...{ session_id: 's', transcript_path: '/t.jsonl', cwd: project.dir, permission_mode: 'default' },
    ...{ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } },
  };
  const { stdout } = spawnSync(
    process.execPath,
    [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', 'claude-code'],
    {
      cwd: project.dir,
      env: { ...project.env, ...env },
      input: JSON.stringify(payload),
      encoding: 'utf8',
      timeout: 30_000,
    },
  );
  return stdout;
}

test('hooks in a folder added by the config run on other agents, as do those of the default folder', async (t) => {
  const project = twoFolders(t, (work) => `agentFolders:\n  codex: ${work}\n`);
  assert.match(ask(project, 'moved'), /"permissionDecision":"deny".*no moved things/);
  assert.match(ask(project, 'usual'), /"permissionDecision":"deny".*no usual things/);
  const { stdout } = await project.run(['list']);
  assert.match(stdout, /user\.codex\.PreToolUse\.0\.0/);
  assert.match(stdout, /codex-work\.codex\.PreToolUse\.0\.0/);
  assert.doesNotMatch((await project.run(['hooks', 'validate'])).stdout, /another hook is called/);
});

test('an environment variable set by the agent neither adds hooks nor switches any off', (t) => {
  const project = twoFolders(t, () => '');
  const env = { CODEX_HOME: project.work };
  assert.doesNotMatch(ask(project, 'moved', env), /deny/);
  assert.match(ask(project, 'usual', env), /"permissionDecision":"deny".*no usual things/);
});

test('list reports hooks in a folder set by a variable as not running, until init connects them', async (t) => {
  const project = twoFolders(t, () => '');
  const env = { CODEX_HOME: project.work };
  const before = (await project.run(['list'], { env })).stdout;
  assert.match(
    before,
    /codex-work\/hooks\.json: Codex CLI: 1 hook, seen; CODEX_HOME names this folder: "anyhook init"/,
  );
  const script = await project.run(['init', '--yes', '--agent', 'claude-code', 'codex'], { env });
  assert.match(
    script.stdout,
    /To run the hooks of \S+codex-work \(CODEX_HOME\) in all agents, run "anyhook init" in a terminal/,
  );
  assert.equal(readFileSync(join(project.dir, '../home/.config/anyhook/config.yaml'), 'utf8'), '');
  const terminal = { env, columns: 80 };
  const { code, stdout } = await project.run(['init', '--yes', '--agent', 'claude-code', 'codex'], terminal);
  assert.equal(code, 0, stdout);
  assert.match(stdout, /Your 2 Codex CLI hooks stay\. From now on they run in\s+Claude Code as well/);
  const config = readFileSync(join(project.dir, '../home/.config/anyhook/config.yaml'), 'utf8');
  assert.equal(config, `agentFolders:\n  codex: ${project.work}\n`);
  assert.doesNotMatch((await project.run(['list'], { env })).stdout, /seen;/);
  assert.match(ask(project, 'moved'), /no moved things/);
});

test('init writes entries to the folder set by a variable, and uninstall removes them without the variable', async (t) => {
  const project = twoFolders(t, () => '# mine\n');
  const env = { CODEX_HOME: project.work };
  const moved = join(project.work, 'hooks.json');
  const config = join(project.dir, '../home/.config/anyhook/config.yaml');
  await project.run(['init', '--yes', '--agent', 'codex', '--event', 'PreToolUse'], { env, columns: 80 });
  assert.match(readFileSync(moved, 'utf8'), /anyhook-hook/);
  assert.equal(readFileSync(join(project.dir, '../home/.codex/hooks.json'), 'utf8'), guard('usual'));
  // Changed since, so that uninstall has to search it for the entries.
  writeFileSync(moved, readFileSync(moved, 'utf8').replace(/\}\s*$/, ', "mine": 1}\n'));
  const { code, stdout } = await project.run(['uninstall', '--yes'], { columns: 80 });
  assert.equal(code, 0, stdout);
  assert.doesNotMatch(readFileSync(moved, 'utf8'), /anyhook-hook/);
  assert.deepEqual(JSON.parse(readFileSync(moved, 'utf8')), { ...JSON.parse(guard('moved')), mine: 1 });
  assert.equal(readFileSync(config, 'utf8'), '# mine\n');
  assert.equal(existsSync(join(project.work, 'config.toml')), false);
});

test('a project cannot set agent folders, and a folder inside the project needs trust', async (t) => {
  const project = twoFolders(t, () => 'agentFolders: { codex: ~/../project/codex }\n');
  project.write({
    'codex/hooks.json': guard('inside'),
    '.agents/anyhook.yaml': `agentFolders: { codex: ${project.work} }\n`,
  });
  assert.doesNotMatch(ask(project, 'moved'), /deny/);
  assert.doesNotMatch(ask(project, 'inside'), /deny/);
  const { stdout } = await project.run(['hooks', 'validate']);
  assert.match(stdout, /"agentFolders" is a key of the user or managed config/);
  assert.match((await project.run(['list'])).stdout, /project\.codex\.PreToolUse\.0\.0.*untrusted/);
});

test('an unknown name and a missing folder in agentFolders are reported', async (t) => {
  const project = twoFolders(t, () => `agentFolders: { codx: '${resolve('/x')}', claude: [~/none] }\n`);
  const { stdout } = await project.run(['hooks', 'validate']);
  assert.match(stdout, /agentFolders\.codx: no format "codx" has a folder of its own; did you mean codex\?/);
  assert.match(stdout, /agentFolders\.claude: .*\/home\/none is not there, so no hook of it runs/);
});
