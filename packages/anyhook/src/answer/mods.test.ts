import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeScratchFolder, userPaths } from '@anyhook/core';
import { removeFolderAtLast } from '../../test/support/remove-folder.js';
import { findAgent } from '../agents/index.js';
import { confirmMods, forgetMods } from '../trust/mod-trust.js';
import { findMods, type Mod, modAdvice, modNotice, modText } from './mods.js';

const claude = findAgent('claude-code');

const silent = "export function register(on) { on('classic.PreToolUse', async () => ({})); }\n";

function machine(t: TestContext) {
  const dir = realpathSync(makeScratchFolder('anyhook-mods-'));
  t.after(() => removeFolderAtLast(dir));
  const [home, project] = [join(dir, 'home'), join(dir, 'project')];
  const writeFile = (file: string, content: string | object) => {
    const path = join(dir, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };
  mkdirSync(home);
  mkdirSync(join(project, 'sub'), { recursive: true });
  const search = (env: Record<string, string> = {}, cwd = project) => ({
    world: { cwd, home, env: { HOME: home, ...env } },
    levels: [project],
    config: {},
  });
  return {
    dir,
    home,
    project,
    put: writeFile,
    /** A plugin with a module. */
    plugin(folder: string, code = silent): string {
      writeFile(`${folder}/.claude-plugin/plugin.json`, { name: 'quiet', version: '1.0.0' });
      writeFile(`${folder}/hooks/hooks.json`, { modules: ['./register.js'] });
      writeFile(`${folder}/hooks/register.js`, code);
      return join(dir, folder);
    },
    search,
    find: (env?: Record<string, string>, cwd?: string) => findMods(claude, search(env, cwd)),
    state: userPaths({ HOME: home }, home).state,
  };
}

type Machine = ReturnType<typeof machine>;

const foldersOf = (mods: readonly Mod[]) => mods.map(({ folder }) => folder);

/** Places from which Claude Code 2.1.327 loads a module; each function returns the plugin folder. */
const places: Readonly<Record<string, (here: Machine) => string>> = {
  'a folder of skills of the user': ({ plugin }) => plugin('home/.claude/skills/quiet'),
  'a link in the folder of skills': ({ plugin, put, home, dir }) => {
    put('home/.claude/skills/other/SKILL.md', '---\nname: other\n---\n');
    symlinkSync(join(dir, 'elsewhere'), join(home, '.claude/skills/quiet'));
    return plugin('elsewhere');
  },
  'a folder of skills that is a link': ({ plugin, put, home, dir }) => {
    put('home/.claude/settings.json', {});
    symlinkSync(join(dir, 'elsewhere'), join(home, '.claude/skills'));
    return plugin('elsewhere/quiet');
  },
  'a folder of skills of the project': ({ plugin }) => plugin('project/.claude/skills/quiet'),
  'a folder of skills below the project': ({ plugin }) => plugin('project/sub/.claude/skills/quiet'),
  'a folder of settings that a variable moved': ({ plugin }) => plugin('moved/skills/quiet'),
  'a hooks file that the manifest names': ({ put, dir }) => {
    put('home/.claude/skills/quiet/.claude-plugin/plugin.json', { name: 'q', hooks: './other/h.json' });
    put('home/.claude/skills/quiet/other/h.json', { modules: ['./register.js'] });
    put('home/.claude/skills/quiet/other/register.js', silent);
    return join(dir, 'home/.claude/skills/quiet');
  },
  'a hooks file that a manifest with a byte order mark names': ({ put, dir }) => {
    put('home/.claude/skills/quiet/.claude-plugin/plugin.json', '\uFEFF{"name":"q","hooks":"./other/h.json"}');
    put('home/.claude/skills/quiet/other/h.json', { modules: ['./register.js'] });
    return join(dir, 'home/.claude/skills/quiet');
  },
  'a hooks file that a manifest with a comment names': ({ put, dir }) => {
    put('home/.claude/skills/quiet/.claude-plugin/plugin.json', '{/**/"name":"q","h\\u006foks":"./other/h.json"}');
    put('home/.claude/skills/quiet/other/h.json', { modules: ['./register.js'] });
    return join(dir, 'home/.claude/skills/quiet');
  },
  'a hooks file with a byte order mark': ({ plugin, put }) => {
    const folder = plugin('home/.claude/skills/quiet');
    put('home/.claude/skills/quiet/hooks/hooks.json', '\uFEFF{"m\\u006fdules":["./register.js"]}');
    return folder;
  },
  'a marketplace and settings with byte order marks': ({ plugin, put, dir }) => {
    put('home/.claude/settings.json', `\uFEFF${JSON.stringify({ enabledPlugins: { 'q@m': true } })}`);
    const source = { source: 'directory', path: join(dir, 'market') };
    const known = { m: { source, installLocation: source.path } };
    put('home/.claude/plugins/known_marketplaces.json', `\uFEFF${JSON.stringify(known)}`);
    const list = { name: 'm', plugins: [{ name: 'q', source: './q' }] };
    put('market/.claude-plugin/marketplace.json', `\uFEFF${JSON.stringify(list)}`);
    return plugin('market/q');
  },
  'hooks files that the manifest lists': ({ put, dir }) => {
    put('home/.claude/skills/quiet/.claude-plugin/plugin.json', { name: 'q', hooks: ['./a.json', './other/h.json'] });
    put('home/.claude/skills/quiet/other/h.json', { modules: ['./register.js'] });
    return join(dir, 'home/.claude/skills/quiet');
  },
  'a hooks file with the key in escapes': ({ plugin, put }) => {
    const folder = plugin('home/.claude/skills/quiet');
    put('home/.claude/skills/quiet/hooks/hooks.json', '{"m\\u006fdules":["./register.js"]}');
    return folder;
  },
  'a hooks file beyond a megabyte': ({ plugin, put }) => {
    const folder = plugin('home/.claude/skills/quiet');
    const text = `{"hooks":{},${' '.repeat(2 * 1024 * 1024)}"modules":["./register.js"]}`;
    put('home/.claude/skills/quiet/hooks/hooks.json', text);
    return folder;
  },
  'a plugin folder that a variable names': ({ plugin }) => plugin('named'),
  'a folder of plugins that a variable names': ({ plugin }) => plugin('named/quiet'),
  'a plugin folder that the settings name in a variable': ({ plugin, put, dir }) => {
    put('home/.claude/settings.json', { env: { CLAUDE_CODE_PLUGIN_DIRS: join(dir, 'by-settings') } });
    return plugin('by-settings');
  },
  'an installed plugin': ({ plugin, put, dir }) => {
    put('home/.claude/settings.json', { enabledPlugins: { 'q@m': true } });
    put('home/.claude/plugins/installed_plugins.json', {
      version: 2,
      plugins: { 'q@m': [{ scope: 'user', installPath: join(dir, 'cache/q') }] },
    });
    return plugin('cache/q');
  },
  'the cache of an installed plugin': ({ plugin, put }) => {
    put('project/.claude/settings.local.json', { enabledPlugins: { 'q@m': true } });
    return plugin('home/.claude/plugins/cache/m/q/1.0.0');
  },
  'a marketplace that is a known folder': ({ plugin, put, dir }) => {
    put('home/.claude/settings.json', { enabledPlugins: { 'q@m': true } });
    const source = { source: 'directory', path: join(dir, 'market') };
    put('home/.claude/plugins/known_marketplaces.json', { m: { source, installLocation: source.path } });
    put('market/.claude-plugin/marketplace.json', { name: 'm', plugins: [{ name: 'q', source: './q' }] });
    return plugin('market/q');
  },
  'a marketplace in the project, which its settings name': ({ plugin, put }) => {
    put('project/.claude/settings.json', {
      enabledPlugins: { 'q@m': true },
      extraKnownMarketplaces: { m: { source: { source: 'directory', path: './market' } } },
    });
    const list = { name: 'm', metadata: { pluginRoot: './pp' }, plugins: [{ name: 'q', source: 'q' }] };
    put('project/market/.claude-plugin/marketplace.json', list);
    return plugin('project/market/pp/q');
  },
  'a marketplace by its file': ({ plugin, put, dir }) => {
    const path = join(dir, 'market/.claude-plugin/marketplace.json');
    put('home/.claude/settings.json', {
      enabledPlugins: { 'q@m': true },
      extraKnownMarketplaces: { m: { source: { source: 'file', path } } },
    });
    put('market/.claude-plugin/marketplace.json', { name: 'm', plugins: [{ name: 'q', source: './' }] });
    return plugin('market');
  },
};

for (const [name, plant] of Object.entries(places))
  test(`a mod is found in ${name}`, async (t) => {
    const here = machine(t);
    const folder = plant(here);
    const env = { CLAUDE_CONFIG_DIR: join(here.dir, 'moved'), CLAUDE_CODE_PLUGIN_DIRS: join(here.dir, 'named') };
    const mods = await here.find(env, join(here.project, 'sub'));
    assert.deepEqual(foldersOf(mods), [folder]);
    assert.equal(mods[0]?.state, 'new');
  });

test("a mod is found in a folder from the agent's command line", {
  skip: process.platform !== 'linux' && 'only Linux has /proc',
}, async (t) => {
  const here = machine(t);
  const folder = here.plugin('by-option');
  for (const words of [['--plugin-dir', folder], [`--plugin-dir=${folder}`], ['--plugin-dir-no-mcp', folder]]) {
    const agent = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)', '--', ...words]);
    try {
      await new Promise((done) => agent.stdout.once('data', done));
      assert.deepEqual(foldersOf(await here.find({ CLAUDE_PID: String(agent.pid) })), [folder], words.join(' '));
    } finally {
      agent.kill();
    }
  }
});

test('skills and plugins without a module are not reported as mods', async (t) => {
  const { put, find } = machine(t);
  put('home/.claude/skills/plain/SKILL.md', '---\nname: plain\n---\nmodules\n');
  put('home/.claude/skills/plugin/.claude-plugin/plugin.json', { name: 'plugin' });
  put('home/.claude/skills/plugin/hooks/hooks.json', { hooks: { Stop: [] } });
  put('home/.claude/skills/plugin/hooks/register.js', silent);
  put('home/.claude/settings.json', { enabledPlugins: { 'off@m': false } });
  put('home/.claude/plugins/cache/m/off/1/hooks/hooks.json', { modules: ['./register.js'] });
  assert.deepEqual(await find(), []);
});

test('an agent without mods reports none', async (t) => {
  const here = machine(t);
  here.plugin('home/.claude/skills/quiet');
  assert.deepEqual(await findMods(findAgent('codex'), here.search()), []);
});

test('a confirmed mod is not reported until a file in its folder changes', async (t) => {
  const here = machine(t);
  const folder = here.plugin('home/.claude/skills/quiet');
  const confirm = async () => {
    for (const { folder, sha = '' } of await here.find()) confirmMods(here.state, [{ folder, sha, at: 'now' }]);
  };
  const states = async () => (await here.find()).map(({ state }) => state);
  await confirm();
  assert.deepEqual(await states(), ['confirmed']);
  assert.equal(await modNotice(claude, here.search()), undefined);
  here.put('home/.claude/skills/quiet/.git/index', 'git');
  assert.deepEqual(await states(), ['confirmed'], 'git files are ignored');
  for (const file of ['hooks/register.js', 'lib/new.js', 'SKILL.md', '.claude-plugin/plugin.json', '.git/code.js']) {
    here.put(`home/.claude/skills/quiet/${file}`, file.endsWith('.json') ? { name: 'other' } : '// changed\n');
    assert.deepEqual(await states(), ['changed'], file);
    await confirm();
    assert.deepEqual(await states(), ['confirmed'], file);
  }
  assert.ok(forgetMods(here.state, (one) => one === folder));
  assert.deepEqual(await states(), ['new']);
});

test('a copy of a confirmed mod is reported as a separate mod', async (t) => {
  const here = machine(t);
  here.plugin('home/.claude/skills/quiet');
  for (const { folder, sha = '' } of await here.find()) confirmMods(here.state, [{ folder, sha, at: 'now' }]);
  here.plugin('project/.claude/skills/quiet');
  assert.deepEqual(
    (await here.find()).map(({ state }) => state),
    ['confirmed', 'new'],
  );
});

test('a confirmation that other users can write is ignored', {
  skip: process.platform === 'win32' && 'Windows shows no modes',
}, async (t) => {
  const here = machine(t);
  here.plugin('home/.claude/skills/quiet');
  for (const { folder, sha = '' } of await here.find()) confirmMods(here.state, [{ folder, sha, at: 'now' }]);
  const { chmodSync } = await import('node:fs');
  chmodSync(join(here.state, 'mods.json'), 0o666);
  assert.deepEqual(
    (await here.find()).map(({ state }) => state),
    ['new'],
  );
});

test('a folder that cannot be read completely cannot be confirmed, and is still reported', async (t) => {
  const here = machine(t);
  const folder = here.plugin('home/.claude/skills/quiet');
  symlinkSync(folder, join(folder, 'circle'));
  const [mod] = await here.find();
  assert.equal(mod?.state, 'unreadable');
  assert.match(mod?.problem ?? '', /nested too deeply, or a link forms a loop/);
  assert.match(modAdvice(mod as Mod), /to be confirmed/);
});

const effects: Readonly<Record<string, RegExp>> = {
  "on('classic.PreToolUse', async () => ({}))": /keep hooks in settings from starting/,
  "on('classic.*', async () => ({}))": /keep hooks in settings from starting/,
  "on('tool.check', async () => ({ decision: 'allow' }))": /run a call that a hook denied/,
  "on('tool.call', { tool: 'Bash' }, async () => ({ result: '' }))": /answer a call before any hook sees it/,
};

for (const [code, effect] of Object.entries(effects))
  test(`the description of a mod with ${code} says how it affects hooks`, async (t) => {
    const here = machine(t);
    here.plugin('home/.claude/skills/quiet', `export function register(on) { ${code}; }\n`);
    const [mod] = await here.find();
    assert.match(modText(mod as Mod, here.home), effect);
  });

test('an unreadable mod is reported, and hidden characters in its name are shown', async (t) => {
  const here = machine(t);
  here.plugin('home/.claude/skills/qui\u001b[2Ket', "import '../lib/x.js';\n");
  const notice = await modNotice(claude, here.search());
  assert.match(
    notice ?? '',
    /^~\/\.claude\/skills\/qui\S*et is a mod of Claude Code .* that you have not confirmed: it runs above/,
  );
  assert.doesNotMatch(notice ?? '', /\u001b/);
});
