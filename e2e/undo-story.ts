import { execFileSync, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

type Env = Readonly<Record<string, string>>;

/** A file that both the agent and a person change. */
export const sharedFile = 'shared.txt';
/** The files that a person and a second agent change. */
export const filesOfOthers: Readonly<Record<string, string>> = {
  [sharedFile]: 'everybody\n',
  'person.txt': 'person\n',
  'second.txt': 'second agent\n',
};

/** A project under git whose files are known byte for byte before the agent starts. */
export interface UndoStory {
  /** A person and a second agent change files during the turn. */
  editConcurrently(): void;
  /** Undoes and redoes the agent's turn; resolves to what went wrong, if anything. */
  finish(): Promise<string | undefined>;
}

const program = fileURLToPath(new URL('../packages/anyhook/bin/anyhook.cjs', import.meta.url));
/** A turn without an end counts as busy for ten seconds. */
const busyMs = 11_000;

/** Commits the project and records its state. */
export function rememberProject(project: string, env: Env): UndoStory {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=e2e', '-c', 'user.email=e2e@localhost', ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
    });
  const anyhook = (args: readonly string[], input = '') => {
    const { stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      cwd: project,
      env,
      encoding: 'utf8',
      input,
    });
    return `${stdout}${stderr}`;
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=first');
  const before = stateOf(project);
  const status = git('status', '--porcelain');
  /** The files that the person and the second agent changed; undo must keep them. */
  let theirs: ReadonlyMap<string, string> = new Map();
  return {
    editConcurrently() {
      const old = stateOf(project);
      for (const name of [sharedFile, 'person.txt', 'person-new.txt'])
        appendFileSync(join(project, name), 'by a person\n');
      playSecondAgent(project, (payload) => anyhook(['run', '--host', 'gemini'], JSON.stringify(payload)));
      theirs = new Map([...stateOf(project)].filter(([path, state]) => old.get(path) !== state));
    },
    async finish() {
      const after = stateOf(project);
      if (difference(before, after) === undefined) return 'the agent changed nothing';
      // The second agent's turn began later.
      const turn = theirs.size > 0 ? '2' : '1';
      const undo = () => anyhook(['undo', '--yes', '--turn', turn]);
      let undone = undo();
      if (/is at work in this turn/.test(undone)) {
        await new Promise((resolve) => setTimeout(resolve, busyMs));
        undone = undo();
      }
      const left = difference(new Map([...before, ...theirs]), stateOf(project));
      if (left !== undefined) return `undo left ${left}: ${undone}`;
      if (theirs.size > 0 && !undone.includes(sharedFile)) return `undo does not list ${sharedFile}: ${undone}`;
      const hasGit = existsSync(join(project, '.git'));
      if (!hasGit && !/Not undone: .*\.git \(deleted/.test(undone)) return `undo does not name .git: ${undone}`;
      if (hasGit && theirs.size === 0 && git('status', '--porcelain') !== status)
        return 'git status differs after the undo';
      const redone = anyhook(['undo', '--redo', '--yes']);
      const missing = difference(after, stateOf(project));
      return missing === undefined ? undefined : `redo left ${missing}: ${redone}`;
    },
  };
}

/** Plays a turn of another agent in the same project: sends its events and does what its command would do. */
function playSecondAgent(project: string, send: (payload: object) => string): void {
  const event = (name: string, fields: object = {}) =>
    send({ hook_event_name: name, session_id: 'second', cwd: project, transcript_path: '', timestamp: '', ...fields });
  const call = { tool_name: 'run_shell_command', tool_input: { command: 'make' } };
  event('BeforeAgent', { prompt: 'work at the same time' });
  event('BeforeTool', call);
  appendFileSync(join(project, 'second.txt'), 'by a second agent\n');
  appendFileSync(join(project, 'second-new.txt'), 'by a second agent\n');
  event('AfterTool', { ...call, tool_response: { llmContent: '' } });
  event('AfterAgent', { prompt: 'work at the same time', prompt_response: 'done' });
}

/** The mode and bytes of every file outside `.git`. */
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
