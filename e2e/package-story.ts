import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The reason that the guard of the package gives. */
export const packageReason = 'REASON-OF-PACKAGE';

type Env = Readonly<Record<string, string>>;

const script = (word: string) => `#!/bin/sh\ngrep -q ${word} && { echo ${packageReason} >&2; exit 2; }\nexit 0\n`;

const plugin: Readonly<Record<string, string>> = {
  '.claude-plugin/plugin.json': '{"name":"story","version":"1.0.0"}',
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/guard.sh"' }] }],
    },
  }),
  'guard.sh': script('package-marker'),
};

/** A package of hooks in a git repository that was added before the agent starts. */
export interface PackageStory {
  /** Changes it upstream, asks for the update, and removes it; resolves to what went wrong, if anything. */
  finish(): string | undefined;
}

/** Creates a plugin in a git repository, like a published one, and adds it for the user of this run. */
export function addPackage(root: string, cwd: string, env: Env): PackageStory {
  const upstream = join(root, 'upstream');
  const home = env['HOME'] ?? '';
  const git = (...args: readonly string[]) =>
    void execFileSync('git', ['-C', upstream, '-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      env,
    });
  const anyhook = (...args: readonly string[]) => {
    const program = fileURLToPath(new URL('../packages/anyhook/bin/anyhook.cjs', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd, env, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  /** Runs anyhook like a person at a terminal, who types the requested word. */
  const person = (...args: readonly string[]) => {
    const [sh, program] = [
      '../packages/anyhook/test/support/at-terminal.sh',
      '../packages/anyhook/bin/anyhook.cjs',
    ].map((file) => fileURLToPath(new URL(file, import.meta.url)));
    return spawnSync('sh', [sh ?? '', process.execPath, program ?? '', ...args], { cwd, env, encoding: 'utf8' }).stdout;
  };
  const commit = (files: Readonly<Record<string, string>>, tag: string) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(upstream, name)), { recursive: true });
      writeFileSync(join(upstream, name), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    }
    git('add', '--all');
    git('commit', '--quiet', '--message', tag);
    git('tag', tag);
  };
  mkdirSync(upstream);
  git('init', '--quiet');
  commit(plugin, 'v1.0.0');
  const before = settingsOf(home);
  const added = person('hooks', 'add', `file://${upstream}#v1.0.0`, '--yes');
  if (!added.includes('installed and trusted')) throw new Error(`anyhook hooks add: ${added}`);
  return {
    finish: () => {
      commit({ 'guard.sh': script('other-marker') }, 'v1.1.0');
      const update = anyhook('hooks', 'update', '--diff');
      if (!/v1\.0\.0 \w+ -> v1\.1\.0/.test(update) || !update.includes('+grep -q other-marker'))
        return `update did not show the diff: ${update}`;
      const removed = person('hooks', 'remove', 'upstream', '--yes');
      if (!removed.includes('removed 1 package')) return `remove: ${removed}`;
      const after = settingsOf(home);
      const left = [...after].find(([path, text]) => before.get(path) !== text)?.[0];
      const gone = [...before.keys()].find((path) => !after.has(path));
      return left !== undefined || gone !== undefined
        ? `remove did not leave all as it was: ${left ?? gone}`
        : undefined;
    },
  };
}

/** Every file of the user's own settings of anyhook, with its text. */
function settingsOf(home: string): ReadonlyMap<string, string> {
  const folder = join(home, '.config/anyhook');
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  );
}
