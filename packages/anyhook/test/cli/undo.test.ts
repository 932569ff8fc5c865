import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { blobId } from '../../../core/src/platform/git/loose-object.js';
import { storeFolder } from '../../../undo/src/shadow-git.js';
import { readTurns } from '../../../undo/src/turn-files.js';
import { writeUndoNote } from '../../../undo/src/undo-journal.js';
import { git } from '../builtin-world.js';
import type { CliRunOptions, TestProject } from './harness.js';
import { timeless, undoFiles, withAgents, workInTurn } from './undo-agents.js';

const terminal = (stdin: string): CliRunOptions => ({ columns: 80, stdin, env: { NO_COLOR: '1' } });

const screenOf = async (here: TestProject, args: readonly string[], stdin = '') => {
  const { stdout, stderr, code } = await here.run(['undo', ...args], terminal(stdin));
  assert.equal(stderr, '');
  // A real terminal echoes what a person types and ends the line.
  const text = stdout.replaceAll('for the diff: ', 'for the diff: \n');
  for (const line of text.split('\n')) assert.ok([...line.replace(here.dir, '')].length <= 80, line);
  return { text: timeless(text), code };
};

test('the normal screen shows files with counts, uncovered work, one question, and how to redo', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'make the cart faster', () => {
    workInTurn(here);
    mkdirSync(here.at('node_modules/x'), { recursive: true });
    writeFileSync(here.at('node_modules/x/index.js'), '');
    git(here.dir, 'commit', '--quiet', '--all', '--message=by the agent');
  });
  const head = git(here.dir, 'rev-parse', 'HEAD');
  const start = git(here.dir, 'rev-parse', '--short=7', 'HEAD~1').trim();
  const { text, code } = await screenOf(here, [], 'y\n');
  const expected = [
    'Claude Code, today HH:MM: "make the cart faster"',
    '',
    '  mode     bin/run.sh                               755, was 644',
    '  deleted  docs/old.md                                  -80   comes back',
    '  new      src/cache.ts                             +60       will be removed',
    '  changed  src/total.ts                              +3 -2',
    '',
    'Not undone: node_modules (ignored, 1 file), 1 commit on main (git reset --soft',
    `${start} does that), and what commands did elsewhere.`,
    '',
    'Undo 4 files? y, N, d for the diff: ',
    'Back to HH:MM. Changed your mind? anyhook undo --redo',
    '',
  ];
  assert.equal(text, expected.join('\n'));
  assert.equal(code, 0);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), undoFiles['docs/old.md']);
  assert.equal(existsSync(here.at('src/cache.ts')), false);
  assert.equal(git(here.dir, 'rev-parse', 'HEAD'), head);
});

test('a deleted .git is reported as not restored, even if there is nothing else to undo', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'clean up', () => rmSync(here.at('.git'), { recursive: true }));
  const nothing = await screenOf(here, []);
  assert.match(nothing.text, /^Nothing to undo: .*\.\nDeleted, and never kept: \.git\.\n$/);
  git(here.dir, 'init', '--quiet');
  await here.turn('codex', 'again', () => {
    rmSync(here.at('.git'), { recursive: true });
    rmSync(here.at('docs'), { recursive: true });
  });
  const { text } = await screenOf(here, [], 'y\n');
  assert.match(text, /\nNot undone: \.git \(deleted, and never kept\), and what commands did elsewhere\.\n/);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), undoFiles['docs/old.md']);
});

test('answering no reverts nothing, and d shows the diff first', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'bump', () => appendFileSync(here.at('src/index.ts'), 'more\n'));
  const { text, code } = await screenOf(here, [], 'd\nn\n');
  assert.match(text, /diff --git a\/src\/index\.ts b\/src\/index\.ts\n[\s\S]*\n\+more\nUndo 1 file\? /);
  assert.match(text, /Nothing was changed\.\n$/);
  assert.equal(code, 0);
  assert.match(readFileSync(here.at('src/index.ts'), 'utf8'), /more/);
});

test('files changed later by a person or another agent are listed, and reverted only when named', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'one', () => {
    for (const name of ['src/index.ts', 'src/total.ts', 'docs/old.md']) writeFileSync(here.at(name), 'claude\n');
  });
  await here.turn('codex', 'two', () => writeFileSync(here.at('src/total.ts'), 'codex\n'));
  appendFileSync(here.at('src/index.ts'), 'person\n');
  const { text } = await screenOf(here, ['--turn', '2'], 'y\n');
  assert.match(
    text,
    /Skipped, because they changed after the turn:\n {2}src\/index\.ts {3}HH:MM, not by an agent\n {2}src\/total\.ts {3}HH:MM, by Codex CLI\nTo undo one anyway: anyhook undo src\/index\.ts\nUndo 1 of 3 files\? /,
  );
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), 'claude\nperson\n');
  const named = await screenOf(here, ['--turn', '2', 'src/index.ts'], 'y\n');
  assert.match(named.text, /Back to HH:MM: 1 file\. To undo the rest of the turn: anyhook undo\n$/);
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), undoFiles['src/index.ts']);
  assert.equal(readFileSync(here.at('src/total.ts'), 'utf8'), 'codex\n');
});

test('--redo restores the change byte for byte, and keeps files changed since', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'one', () => workInTurn(here));
  const done = readFileSync(here.at('src/total.ts'), 'utf8');
  await screenOf(here, ['--yes']);
  appendFileSync(here.at('docs/old.md'), 'person\n');
  const { text } = await screenOf(here, ['--redo'], 'y\n');
  assert.match(text, /^Again: Claude Code, today HH:MM: "one"\n/);
  assert.match(text, /\n {2}new {6}src\/cache\.ts .* comes back\n/);
  assert.match(text, /Skipped, because they changed after the undo:\n {2}docs\/old\.md {3}HH:MM, not by an agent\n/);
  assert.match(text, /Redo 3 of 4 files\? .*\nThe change of HH:MM is back\. To undo it again: anyhook undo\n$/);
  assert.equal(readFileSync(here.at('src/total.ts'), 'utf8'), done);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), `${undoFiles['docs/old.md']}person\n`);
  assert.match((await screenOf(here, ['--redo'])).text, /^Nothing to redo/);
});

test('an empty undo, a disabled undo, a busy agent and a crash are each reported in one line', async (t) => {
  const here = withAgents(t);
  const off = await screenOf(here, []);
  assert.deepEqual(off, { text: `Undo is off in ${here.dir}. Switch it on: anyhook init --preset undo\n`, code: 1 });
  await here.turn('codex', 'look', () => {});
  const nothing = await screenOf(here, []);
  assert.deepEqual(nothing, {
    text: 'Nothing to undo: no agent changed a file here since today HH:MM.\n',
    code: 1,
  });
  await here.turn('codex', 'bump the client', () => rmSync(here.at('docs/old.md')), false);
  const busy = await screenOf(here, []);
  assert.deepEqual(busy, {
    text: 'Codex CLI is at work in this turn (seen 1 s ago). Stop it first (Esc).\n',
    code: 1,
  });
});

test('the list is a timeline that marks undone and unfinished turns', async (t) => {
  const here = withAgents(t);
  await here.turn('gemini', 'fix the typo', () => appendFileSync(here.at('src/index.ts'), 'x'));
  await screenOf(here, ['--yes']);
  await here.turn('claude-code', 'a'.repeat(100), () => workInTurn(here));
  await here.turn('codex', 'bump the client', () => rmSync(here.at('src/index.ts')), false);
  const { text } = await screenOf(here, ['--list']);
  const [head, first, second, third, end] = text.split('\n');
  assert.equal(head, '   when          agent        files  you asked');
  assert.match(first ?? '', /^1 {2}HH:MM-\? +Codex CLI {8}1 {2}bump the client +\(no end\)$/);
  assert.match(second ?? '', /^2 {2}HH:MM-HH:MM {3}Claude Code {6}4 {2}a+…$/);
  assert.match(third ?? '', /^3 {2}HH:MM-HH:MM {3}Gemini CLI +1 {2}fix the typo +undone HH:MM$/);
  assert.match(end ?? '', /^Kept for 7 days, \d+ [KM]B\. One of them: anyhook undo --turn 2$/);
});

test('a folder that looks left by a killed undo is restored only after a yes', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'bump', () => appendFileSync(here.at('src/index.ts'), 'more\n'));
  mkdirSync(here.at('.anyhook-undo-x'));
  writeFileSync(here.at('.anyhook-undo-x/o0'), 'lost\n');
  const current = { mode: '100644', id: blobId(Buffer.from('lost\n')), permissions: 0o644 };
  const plan = { files: [{ path: 'src/lost.ts', current, target: null }] };
  writeFileSync(here.at('.anyhook-undo-x/plan.json'), JSON.stringify(plan));
  const told =
    '! .anyhook-undo-x looks like the leftovers of a killed undo, but anyhook has no\n' +
    '  record of it. That is normal if an earlier version made it, or if the project\n' +
    '  was moved. It may also have come with the project, or from an agent. These\n' +
    '  files may be the only copies: look at them before you decide.\n' +
    '  src/lost.ts is in .anyhook-undo-x/o0\n';
  const unasked = await here.run(['undo', '--json'], terminal(''));
  assert.equal(unasked.stderr, `${told}Nothing was put back. Run anyhook undo in a terminal to decide.\n`);
  assert.equal(JSON.parse(unasked.stdout).changes.length, 1);
  const no = await here.run(['undo'], terminal('n\nn\n'));
  assert.equal(no.stderr, told);
  assert.match(no.stdout, /^Put 1 file back\? \[y\/N\] /);
  assert.ok(!existsSync(here.at('src/lost.ts')));
  const yes = await here.run(['undo'], terminal('y\ny\n'));
  assert.equal(
    yes.stderr,
    `${told}! An undo was killed before it finished. 1 file is back as before the undo:\n  src/lost.ts\n`,
  );
  assert.match(yes.stdout, /Back to \d\d:\d\d\./);
  assert.equal(readFileSync(here.at('src/lost.ts'), 'utf8'), 'lost\n');
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), undoFiles['src/index.ts']);
  assert.ok(!existsSync(here.at('.anyhook-undo-x')));
});

test('files of a killed undo that cannot be restored are named at every undo', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'bump', () => appendFileSync(here.at('src/index.ts'), 'more\n'));
  const current = { mode: '100644', id: blobId(Buffer.from('old\n')), permissions: 0o644 };
  writeUndoNote(storeFolder(here.dir, here.env), '.anyhook-undo-y', {
    files: [{ path: 'docs/old.md', current, target: null }],
  });
  mkdirSync(here.at('.anyhook-undo-y'));
  writeFileSync(here.at('.anyhook-undo-y/o0'), 'old\n');
  const dry = await here.run(['undo', '--dry-run'], terminal(''));
  assert.equal(dry.stderr, '! An undo was killed here. Without --dry-run, undo puts its files back first.\n');
  const { stderr, stdout } = await here.run(['undo', '--yes'], terminal(''));
  assert.equal(
    stderr,
    '! An undo was killed before it finished, and these files are not back in their\n' +
      '  places:\n' +
      '  docs/old.md is in .anyhook-undo-y/o0: something else is in its place\n' +
      'Move the files that block these paths and run "anyhook undo" again, or put the\n' +
      'files in place yourself and delete .anyhook-undo-y.\n',
  );
  assert.match(stdout, /Back to \d\d:\d\d\./);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), undoFiles['docs/old.md']);
});

test('inside an agent undo is refused, but --list and --dry-run work', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'one', () => workInTurn(here));
  const inside = { env: { CLAUDECODE: '1', NO_COLOR: '1' }, columns: 80 };
  const { code, stdout, stderr } = await here.run(['undo', '--yes'], inside);
  assert.deepEqual([code, stdout], [1, '']);
  assert.equal(
    stderr,
    'anyhook: undo is for a person, and this runs inside Claude Code (CLAUDECODE is\nset). Nothing was changed. Ask the user to run it: anyhook undo\n',
  );
  assert.equal((await here.run(['undo', '--list'], inside)).code, 0);
  assert.match((await here.run(['undo', '--dry-run'], inside)).stdout, /src\/cache\.ts/);
  assert.ok(existsSync(here.at('src/cache.ts')));
});

test('without a terminal undo needs --yes, and wrong arguments are reported in one line', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'one', () => workInTurn(here));
  const said = async (...args: readonly string[]) => (await here.run(['undo', ...args])).stderr;
  assert.equal(await said(), 'anyhook: undo asks before it writes: add --yes (keeps files changed since).\n');
  assert.match(await said('--since', 'yesterday', '--yes'), /--since takes 10m, 2h, 14:00/);
  assert.match(await said('--session', '--since', '1h', '--yes'), /cannot be used with/);
  assert.match(await said('../outside', '--yes'), /\.\.\/outside lies outside /);
  assert.match(
    (await here.run(['undo', 'src/index.ts', '--yes'])).stdout,
    /src\/index\.ts was not changed in that turn\./,
  );
  assert.match((await here.run(['undo', '--turn', '9', '--yes'])).stdout, /There is no turn 9/);
  const { changes, undo: id } = await here.json<{ changes: unknown[]; undo: string }>(['undo', '--yes', '--json']);
  assert.deepEqual([changes.length, typeof id], [4, 'string']);
});

test('an undo is recorded in the journal and shown by why', async (t) => {
  const here = withAgents(t);
  await here.turn('claude-code', 'one', () => workInTurn(here));
  await screenOf(here, ['--yes']);
  const { stdout } = await here.run(['why']);
  assert.match(stdout, /anyhook undo/);
  assert.match(stdout, /a person took back: bin\/run\.sh, docs\/old\.md, src\/cache\.ts, src\/total\.ts/);
});

test('a deleted project can be restored from any folder', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'clean up', () => rmSync(here.dir, { recursive: true }));
  const elsewhere = { cwd: here.env['HOME'] ?? '/', columns: 80, env: { NO_COLOR: '1' } };
  const all = await here.run(['undo', '--list', '--all'], elsewhere);
  assert.match(all.stdout, new RegExp(`^${here.dir} {2}1 turn, last today`));
  const { stdout } = await here.run(['undo', '--cwd', here.dir, '--yes'], elsewhere);
  assert.match(stdout, /Back to/);
  for (const [name, text] of Object.entries(undoFiles)) assert.equal(readFileSync(here.at(name), 'utf8'), text);
});

test('doctor reports how much is stored, and what could not be stored', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'one', () => workInTurn(here));
  const { stdout } = await here.run(['doctor', '--agent', 'codex']);
  assert.match(stdout, /undo and snapshots keep \d+ MB of 1 project/);
});

test('files of an unwatched turn are listed and kept, even with --yes, until they are named', async (t) => {
  const here = withAgents(t);
  await here.turn('codex', 'bump', () => appendFileSync(here.at('src/index.ts'), 'more\n'));
  const stores = join(here.env['XDG_STATE_HOME'] ?? join(here.env['HOME'] ?? '', '.local/state'), 'anyhook/snapshots');
  const [file = ''] = readdirSync(stores, { recursive: true, encoding: 'utf8' }).filter((one) =>
    one.endsWith('.jsonl'),
  );
  const text = readFileSync(join(stores, file), 'utf8');
  const light = '\n{"kind":"light","at":0,"why":"a look took too long"}\n';
  writeFileSync(join(stores, file), text.replace(/"call":"[^"]+"/g, '"call":"turn"') + light);
  const shown = await screenOf(here, ['--yes']);
  const expected = [
    'Codex CLI, today HH:MM: "bump"',
    '',
    'Not undone: what commands did elsewhere.',
    '',
    'anyhook looked at the files only when the turn began and ended (a look took too',
    "long), so it cannot tell your own edits from the agent's. Files that no tool",
    'call or command names stay until you name them.',
    '',
    'Skipped, because they may be yours:',
    '  src/index.ts',
    'To revert them as well, name files or a folder: anyhook undo src/index.ts',
    '',
  ];
  assert.deepEqual([shown.text, shown.code], [expected.join('\n'), 1]);
  assert.match(readFileSync(here.at('src/index.ts'), 'utf8'), /more/);
  const late = '\n{"kind":"light","at":0,"why":"no look was ready in time"}\n';
  writeFileSync(join(stores, file), text.replace(/"call":"[^"]+"/g, '"call":"turn"') + late);
  const unseen = [
    'Looking at all files took more than 2 s, and the agent did not wait for it. So',
    'anyhook may not know all that changed ("git status" may show more), and it',
    "cannot tell your own edits from the agent's. Files that no tool call or command",
    'names stay until you name them.',
  ];
  assert.ok((await screenOf(here, ['--yes'])).text.includes(unseen.join('\n')));
  assert.equal((await screenOf(here, ['src/index.ts', '--yes'])).code, 0);
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), undoFiles['src/index.ts']);
});

test("after a command denied by the shell guard, a person's edit is not attributed to the agent", (t) => {
  const here = withAgents(t);
  const home = here.env['HOME'] ?? '';
  const hooks = [
    'hooks:',
    '  - { on: tool.before, use: shell-guard }',
    '  - { on: [prompt.submit, tool.before, tool.after, tool.failure, agent.done], use: undo }',
    '',
  ];
  mkdirSync(join(home, '.config/anyhook'), { recursive: true });
  writeFileSync(join(home, '.config/anyhook/config.yaml'), hooks.join('\n'));
  const send = (event: object) =>
    execFileSync(process.execPath, ['packages/anyhook/bin/anyhook.cjs', 'run', '--host', 'claude-code'], {
      env: here.env,
      encoding: 'utf8',
      input: JSON.stringify({ session_id: 's', cwd: here.dir, transcript_path: '', ...event }),
    });
  send({ hook_event_name: 'UserPromptSubmit', prompt: 'clean up' });
  const call = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'rm -rf ~' } };
  assert.match(send({ hook_event_name: 'PreToolUse', ...call }), /"permissionDecision":"deny"/);
  writeFileSync(here.at('src/index.ts'), 'a person\n');
  send({ hook_event_name: 'Stop' });
  const [turn] = readTurns(storeFolder(here.dir, here.env));
  assert.deepEqual(
    turn?.callSpans.map(({ begin, end }) => begin === end),
    [true],
  );
});
