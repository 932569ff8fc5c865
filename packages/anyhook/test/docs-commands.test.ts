import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testProject } from './cli/harness.js';
import { docCommands, pagesWithCommands as pages, wordsOf } from './support/doc-commands.js';

/** The arguments that each command accepts, as completion offers them. */
async function knownWords(script: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const arms = [...script.matchAll(/^ {6}([\w-]+)\) words="([^"]*)" ;;$/gm)];
  return new Map(arms.map(([, name = '', words = '']) => [name, words.split(' ')]));
}

const groups = ['task', 'ability', 'guard', 'hooks', 'engine', 'flow', 'fleet'];

/** What is wrong with a command line; undefined if nothing is. */
function faultOf(line: string, known: ReadonlyMap<string, readonly string[]>): string | undefined {
  const [name = '', ...rest] = wordsOf(line);
  const words = known.get(name);
  if (!words) return `no command "${name}"`;
  const action = rest.find((word) => !word.startsWith('-'));
  if (groups.includes(name) && action && /^[a-z]+$/.test(action) && !words.includes(action))
    return `"${name}" has no "${action}"`;
  const flags = rest.filter((word) => /^--[a-z]/.test(word)).map((word) => word.replace(/[=,.;…)].*$/, ''));
  const strange = flags.find((flag) => !words.includes(flag));
  return strange === undefined ? undefined : `"${name}" has no ${strange}`;
}

test('every command line of the docs uses commands and options that exist', async (t) => {
  const { stdout } = await testProject(t).run(['completion', 'bash']);
  const known = await knownWords(stdout);
  assert.ok(known.size > 25, 'the commands are found');
  const lines = docCommands();
  assert.ok(lines.length > 250, `${lines.length} command lines are found`);
  assert.deepEqual(
    lines.flatMap(({ page, line }) => {
      const fault = faultOf(line, known);
      return fault === undefined ? [] : [`${page}: anyhook ${line}: ${fault}`];
    }),
    [],
  );
});

test('every packed file that the docs name has the version of this package', () => {
  const { version } = JSON.parse(readFileSync('packages/anyhook/package.json', 'utf8')) as { readonly version: string };
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/anyhook-(\d+\.\d+\.\d+)\.tgz/g)].map(([, of]) => of),
  );
  assert.deepEqual([...new Set(named)], [version]);
});

test('every npm script that the docs name exists', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly scripts: Record<string, string> };
  const named = pages.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, name = '']) => name),
  );
  assert.deepEqual(
    [...new Set(named)].filter((name) => scripts[name] === undefined),
    [],
  );
});
