// Draws docs/assets/denial-undo.svg from a real run: an agent's `rm -rf ~/src` is denied, and its turn is undone. `npm
// run record`. The home is empty, the agent is simulated by its events, and its commands are not run.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { terminalPicture } from './terminal-picture.js';

const picture = 'docs/assets/denial-undo.svg';
const program = resolve('packages/anyhook/bin/anyhook.cjs');
const player = resolve('packages/anyhook/test/support/pty-play.py');

const base = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-record-')));
const home = join(base, 'home');
const project = join(home, 'shop');
const config = `hooks:
  - { id: shell-guard, on: tool.before, use: shell-guard, onFailure: ask }
  - { id: undo, on: [prompt.submit, tool.before, tool.after, tool.failure, agent.done, session.end], use: undo }
`;
const env = {
  HOME: home,
  PATH: '/usr/bin:/bin',
  TERM: 'xterm',
  LANG: 'C.UTF-8',
  ANYHOOK_MANAGED_CONFIG: join(base, 'none.yaml'),
  ANYHOOK_ENGINE: 'off',
};

try {
  spawnSync('git', ['init', '--quiet', project], { env });
  save('src/total.ts', 'export const total = 0;\n'.repeat(40));
  save('docs/old-cart.md', 'The old cart.\n'.repeat(80));
  save('../.config/anyhook/config.yaml', config);
  playAgent();
  const log = play(['log', '--decision', 'deny']);
  const undo = play(['undo'], [['y, N, d for the diff: ', 'y\n']]);
  const title = 'anyhook log shows that rm -rf ~/src was denied, and anyhook undo reverts the last turn of the agent';
  writeFileSync(picture, terminalPicture(`$ anyhook log --decision deny\n${log}\n\n$ anyhook undo\n${undo}`, title));
  console.log(`wrote ${picture}`);
} finally {
  rmSync(base, { recursive: true, force: true });
}

/** Two turns of Codex: `rm -rf ~/src` is denied in the first, and the second changes files of the project. */
function playAgent(): void {
  event('UserPromptSubmit', { prompt: 'free some space' });
  event('PreToolUse', shell('t1', 'rm -rf ~/src'));
  event('Stop', {});
  event('UserPromptSubmit', { prompt: 'make the cart faster, clean up old tests' });
  event('PreToolUse', shell('t2', 'make'));
  save('src/cache.ts', 'export const cache = new Map();\n'.repeat(60));
  save('src/total.ts', 'export const total = 0;\n'.repeat(30));
  rmSync(join(project, 'docs/old-cart.md'));
  event('PostToolUse', { ...shell('t2', 'make'), tool_response: '' });
  event('Stop', {});
}

function shell(id: string, command: string) {
  return { tool_use_id: id, tool_name: 'Bash', tool_input: { command } };
}

function event(name: string, fields: object): void {
  const input = JSON.stringify({ hook_event_name: name, session_id: 's1', cwd: project, ...fields });
  const args = [program, 'run', '--host', 'codex'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: project, env, input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${name}: ${stderr}`);
}

/** The output of a terminal of 80 columns, without the last line end. */
function play(args: readonly string[], answers: readonly (readonly [string, string])[] = []): string {
  const words = [player, JSON.stringify(answers), process.execPath, program, ...args];
  const { stdout, stderr, status } = spawnSync('python3', words, { cwd: project, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const played = JSON.parse(stdout) as { readonly shown: string; readonly status: number };
  if (played.status !== 0) throw new Error(played.shown);
  return played.shown.trimEnd();
}

function save(path: string, text: string): void {
  const file = join(project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
