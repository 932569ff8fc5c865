import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { unreadHookPlaces } from '../../.cache/agents/hook-files.js';
import { testProject } from './harness.js';

const claudeShape = (...commands: string[]) =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: commands.map((command) => ({ type: 'command', command })) }] } });
const frontmatter = '---\nname: a\nhooks:\n  Stop:\n    - hooks:\n        - {type: command, command: ls}\n---\ntext\n';

/** File → its agent and text, two hooks each unless it can only hold one. */
const files: readonly [string, string, string, number][] = [
  ['.claude/skills/a/SKILL.md', 'Claude Code', frontmatter, 1],
  ['.claude/agents/a.md', 'Claude Code', frontmatter, 1],
  ['skills/b/SKILL.md', 'Claude Code', frontmatter, 1],
  ['agents/b.md', 'Claude Code', frontmatter, 1],
];

for (const command of ['list', 'validate'])
  test(`${command} lists every unread hook file of another agent on one line, with its number of hooks`, async (t) => {
    const project = testProject(t, Object.fromEntries(files.map(([path, , text]) => [path, text])));
    const { code, stdout } = await project.run([command]);
    assert.equal(code, 0);
    for (const [path, agent, , count] of files) {
      const line = `${path}: ${agent}: ${count === 1 ? '1 hook' : `${count} hooks`}, seen; anyhook does not run`;
      assert.equal(stdout.split('\n').filter((one) => one.startsWith(line)).length, 1, `${line}\n${stdout}`);
    }
  });

test('validate reports a single unread hook file, and as notes in --json', async (t) => {
  for (const [path, agent, text] of files) {
    const project = testProject(t, { [path]: text });
    const { code, stdout } = await project.run(['hooks', 'validate', path]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /: \d hooks?, seen; /, path);
    assert.match(stdout, /no hooks that anyhook runs, and no problems here/);
    const notes = (await project.json(['hooks', 'validate', '--json'])) as {
      source: string;
      severity: string;
      message: string;
    }[];
    assert.deepEqual(
      notes.map(({ source, severity }) => [source, severity]),
      [[join(project.dir, path), 'note']],
    );
    assert.ok(notes[0]?.message.startsWith(`${agent}: `));
  }
});

test("files without hooks, anyhook's own entries and files that are loaded are not listed as unread", async (t) => {
  const project = testProject(t, {
    '.factory/hooks.json': claudeShape('anyhook run --host droid'),
    '.opencode/plugins/anyhook.ts': '/* anyhook-hook: written by "anyhook init" */\n',
    '.pi/extensions/README.md': 'text',
    '.pi/extensions/types.d.ts': 'export {}',
    '.clinerules/hooks/TaskStart': '#!/bin/sh\n# anyhook-hook: written by "anyhook init".\nexec x\n',
    '.gemini/settings.json': claudeShape('true').replace('PreToolUse', 'BeforeTool'),
    '.github/hooks/any.json': claudeShape('true'),
    '.claude/skills/a/SKILL.md': '---\nname: a\n---\nhooks: none\n',
    '.claude/settings.json': claudeShape('true'),
  });
  for (const command of ['list', 'validate']) assert.doesNotMatch((await project.run([command])).stdout, /, seen; /);
});

test('an unparsable hook file of another agent is listed', async (t) => {
  const project = testProject(t, { '.claude/agents/a.md': '---\nhooks: [\n---\n' });
  const { stdout } = await project.run(['list']);
  assert.match(stdout, /^\.claude\/agents\/a\.md: Claude Code: cannot be parsed, seen;/m);
});

test('list names installed and enabled plugins with all their hooks', async (t) => {
  const project = testProject(t, {
    'plugins/on/hooks/hooks.json': claudeShape('a', 'b'),
    'plugins/on/.claude-plugin/plugin.json': JSON.stringify({
      hooks: ['./more.json', './hooks/hooks.json', { Stop: [{ hooks: [{ type: 'command', command: 'd' }] }] }],
    }),
    'plugins/on/more.json': claudeShape('c'),
    'plugins/off/hooks/hooks.json': claudeShape('a'),
    'plugins/elsewhere/hooks/hooks.json': claudeShape('a'),
    '.claude/settings.json': '{"enabledPlugins":{"off@m":false,"elsewhere@m":true}}',
    'claude-home/settings.json': '{"enabledPlugins":{"on@m":true,"off@m":true}}',
  });
  const place = (name: string) => ({ scope: 'user', installPath: join(project.dir, 'plugins', name) });
  project.write({
    'claude-home/plugins/installed_plugins.json': JSON.stringify({
      version: 2,
      plugins: {
        'on@m': [place('on')],
        'off@m': [place('off')],
        'elsewhere@m': [{ ...place('elsewhere'), scope: 'project', projectPath: '/somewhere/else' }],
      },
    }),
  });
  const { stdout } = await project.run(['list'], { env: { CLAUDE_CONFIG_DIR: join(project.dir, 'claude-home') } });
  assert.match(stdout, /^plugins\/on: Claude Code, plugin on@m: 4 hooks, seen;/m);
  assert.equal(stdout.match(/, seen; /g)?.length, 1, stdout);
});

test('list and validate name code files that an agent loads from the project or the user', async (t) => {
  const code = 'export const a = async () => ({});\n';
  const project = testProject(t, {
    ...{ '.opencode/plugin/a.ts': code, '.opencode/plugins/b.js': code, 'xdg/opencode/plugins/c.ts': code },
    ...{ '.pi/extensions/d.ts': code, '.pi/extensions/e/index.ts': code, 'pi-home/extensions/f.ts': code },
  });
  const env = { XDG_CONFIG_HOME: join(project.dir, 'xdg'), PI_CODING_AGENT_DIR: join(project.dir, 'pi-home') };
  for (const command of ['list', 'validate']) {
    const { stdout } = await project.run([command], { env });
    for (const [path, agent] of [
      ...[['.opencode/plugin/a.ts', 'opencode'] as const, ['.opencode/plugins/b.js', 'opencode'] as const],
      ...[['xdg/opencode/plugins/c.ts', 'opencode'] as const, ['.pi/extensions/d.ts', 'pi'] as const],
      ...[['.pi/extensions/e/index.ts', 'pi'] as const, ['pi-home/extensions/f.ts', 'pi'] as const],
    ])
      assert.ok(
        stdout
          .split('\n')
          .includes(`${path}: ${agent}: code that it loads, seen; its hooks cannot run on other agents`),
        `${path}\n${stdout}`,
      );
  }
});

test('every row of the table of unread hook files has a project or a user place', () => {
  for (const { agent, project, user } of unreadHookPlaces) assert.ok(project.length + user.length > 0, agent);
});
