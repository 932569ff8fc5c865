import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { canPlay, playTerminal, type TypedAnswer } from '../support/play-terminal.js';
import { timeless, undoFiles, withAgents, workInTurn } from './undo-agents.js';

const question = 'y, N, d for the diff: ';

/** A project in which agents worked, and `anyhook undo` in a real terminal of 80 columns. */
function agentsAndTerminal(t: TestContext) {
  const here = withAgents(t);
  return {
    ...here,
    async undo(args: readonly string[], answers: readonly TypedAnswer[] = [], env = {}) {
      const { shown, status } = await playTerminal(['undo', '--cwd', here.dir, ...args], answers, {
        ...{ ...here.env, NO_COLOR: '1' },
        ...env,
      });
      for (const line of shown.split('\n')) assert.ok([...line.replace(here.dir, '')].length <= 80, line);
      return { text: timeless(shown), status };
    },
  };
}

const playTest = (title: string, run: (t: TestContext) => Promise<void>) =>
  test(title, { skip: !canPlay && 'needs python3 with pty' }, run);

playTest('the normal screen accepts d and y, and names the command to redo', async (t) => {
  const here = agentsAndTerminal(t);
  await here.turn('claude-code', 'make the cart faster', () => workInTurn(here));
  const { text, status } = await here.undo(
    [],
    [
      [question, 'd\n'],
      [question, 'y\n'],
    ],
  );
  const files = [
    'Claude Code, today HH:MM: "make the cart faster"',
    '',
    '  mode     bin/run.sh                               755, was 644',
    '  deleted  docs/old.md                                  -80   comes back',
    '  new      src/cache.ts                             +60       will be removed',
    '  changed  src/total.ts                              +3 -2',
    '',
    'Not undone: what commands did elsewhere.',
    '',
    `Undo 4 files? ${question}d`,
    '',
  ];
  assert.ok(text.startsWith(files.join('\n')), text);
  assert.match(text, /\ndiff --git a\/src\/total\.ts b\/src\/total\.ts\n/);
  assert.ok(text.endsWith(`Undo 4 files? ${question}y\nBack to HH:MM. Changed your mind? anyhook undo --redo\n`), text);
  assert.equal(status, 0);
  for (const [name, content] of Object.entries(undoFiles)) assert.equal(readFileSync(here.at(name), 'utf8'), content);
  assert.equal(existsSync(here.at('src/cache.ts')), false);
  const again = await here.undo(['--redo'], [[question, 'y\n']]);
  assert.match(again.text, /The change of HH:MM is back\. To undo it again: anyhook undo\n$/);
  assert.ok(existsSync(here.at('src/cache.ts')));
});

playTest('an empty undo and a disabled undo are reported', async (t) => {
  const here = agentsAndTerminal(t);
  const off = await here.undo([]);
  assert.deepEqual(off, { text: `Undo is off in ${here.dir}. Switch it on: anyhook init --preset undo\n`, status: 1 });
  await here.turn('codex', 'look', () => {});
  const nothing = 'Nothing to undo: no agent changed a file here since today HH:MM.\n';
  assert.deepEqual(await here.undo([]), { text: nothing, status: 1 });
});

playTest('files that others changed are kept, and one is reverted when named', async (t) => {
  const here = agentsAndTerminal(t);
  await here.turn('claude-code', 'one', () => {
    for (const name of ['src/index.ts', 'src/total.ts', 'docs/old.md']) writeFileSync(here.at(name), 'claude\n');
  });
  await here.turn('codex', 'two', () => writeFileSync(here.at('src/total.ts'), 'codex\n'));
  appendFileSync(here.at('src/index.ts'), 'person\n');
  const conflict = await here.undo(['--turn', '2'], [[question, 'n\n']]);
  const expected = [
    'Skipped, because they changed after the turn:',
    '  src/index.ts   HH:MM, not by an agent',
    '  src/total.ts   HH:MM, by Codex CLI',
    'To undo one anyway: anyhook undo src/index.ts',
    `Undo 1 of 3 files? ${question}n`,
    'Nothing was changed.',
    '',
  ];
  assert.ok(conflict.text.endsWith(expected.join('\n')), conflict.text);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), 'claude\n');
  const partial = await here.undo(['--turn', '2', 'src/index.ts'], [[question, 'y\n']]);
  assert.match(partial.text, /\nBack to HH:MM: 1 file\. To undo the rest of the turn: anyhook undo\n$/);
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), undoFiles['src/index.ts']);
});

playTest('a file that others replaced is kept, with instructions to get the original', async (t) => {
  const here = agentsAndTerminal(t);
  await here.turn('claude-code', 'one', () => {
    rmSync(here.at('src'), { recursive: true });
    rmSync(here.at('docs/old.md'));
  });
  writeFileSync(here.at('src'), 'person\n');
  const blocked = await here.undo([], [[question, 'y\n']]);
  const expected = [
    'Skipped, because something else is in their place:',
    '  src/index.ts   src',
    '  src/total.ts   src',
    'To undo one: move that away, then anyhook undo src/index.ts',
    `Undo 1 of 3 files? ${question}y`,
    'Back to HH:MM. Changed your mind? anyhook undo --redo',
    '',
  ];
  assert.ok(blocked.text.endsWith(expected.join('\n')), blocked.text);
  rmSync(here.at('src'));
  await here.undo(['src/index.ts'], [[question, 'y\n']]);
  assert.equal(readFileSync(here.at('src/index.ts'), 'utf8'), undoFiles['src/index.ts']);
});

playTest('an agent killed during its turn appears in the list', async (t) => {
  const here = agentsAndTerminal(t);
  await here.turn('codex', 'bump the client', () => rmSync(here.at('docs/old.md')), false);
  const busy = await here.undo([]);
  assert.match(busy.text, /^Codex CLI is at work in this turn \(seen \d s ago\)\. Stop it first \(Esc\)\.\n$/);
  const list = await here.undo(['--list']);
  assert.match(
    list.text,
    /^ {3}when {10}agent {8}files {2}you asked\n1 {2}HH:MM-\? +Codex CLI {8}1 {2}bump the client +\(no end\)\n/,
  );
  await new Promise((done) => setTimeout(done, 11_000));
  const crash = await here.undo([], [[question, 'y\n']]);
  assert.match(crash.text, /^Codex CLI, today HH:MM, never ended \(last seen HH:MM\): "bump the client"\n/);
  assert.equal(readFileSync(here.at('docs/old.md'), 'utf8'), undoFiles['docs/old.md']);
});

playTest('undo is refused inside an agent, even at a terminal', async (t) => {
  const here = agentsAndTerminal(t);
  await here.turn('claude-code', 'one', () => workInTurn(here));
  const { text, status } = await here.undo([], [], { CLAUDECODE: '1' });
  assert.match(
    text,
    /^anyhook: undo is for a person, and this runs inside Claude Code \(CLAUDECODE is\nset\)\. Nothing was changed\./,
  );
  assert.equal(status, 1);
  assert.ok(existsSync(join(here.dir, 'src/cache.ts')));
});
