import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Env = Readonly<Record<string, string>>;

/** A project under git whose files are known byte for byte before the agent starts. */
export interface UndoStory {
  /** Takes the agent's turn back and brings it again; says what went wrong. */
  finish(): string | undefined;
}

/** Commits the project and remembers it. */
export function rememberProject(project: string, env: Env): UndoStory {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
  const anyhook = (...args: readonly string[]) => {
    const program = fileURLToPath(new URL('../bin/anyhook.cjs', import.meta.url));
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], { cwd: project, env, encoding: 'utf8' });
    return `${stdout}${stderr}`;
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
  const before = stateOf(project);
  const status = git('status', '--porcelain');
  return {
    finish: () => {
      const after = stateOf(project);
      if (difference(before, after) === undefined) return 'the agent changed nothing';
      const undone = anyhook('undo', '--yes');
      const left = difference(before, stateOf(project));
      if (left !== undefined) return `undo left ${left}: ${undone}`;
      if (git('status', '--porcelain') !== status) return 'git status is another one after the undo';
      const redone = anyhook('undo', '--redo', '--yes');
      const missing = difference(after, stateOf(project));
      return missing === undefined ? undefined : `redo left ${missing}: ${redone}`;
    },
  };
}

/** Every file outside of `.git`, with its mode and its bytes. */
function stateOf(folder: string, below = ''): ReadonlyMap<string, string> {
  const entries = readdirSync(join(folder, below), { withFileTypes: true });
  return new Map(
    entries.flatMap((entry): readonly (readonly [string, string])[] => {
      const path = join(below, entry.name);
      if (path === '.git') return [];
      if (entry.isDirectory()) return [...stateOf(folder, path)];
      const mode = lstatSync(join(folder, path)).mode.toString(8);
      return [[path, `${mode} ${readFileSync(join(folder, path), 'base64')}`]];
    }),
  );
}

/** The first path that differs. */
const difference = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string | undefined =>
  [...new Set([...a.keys(), ...b.keys()])].find((path) => a.get(path) !== b.get(path));
