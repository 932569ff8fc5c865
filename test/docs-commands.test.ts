import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { testProject } from './cli/harness.js';
import { codeBlocks, docPages, withoutBlocks } from './support/doc-pages.js';

const pages = [...docPages.filter((page) => page !== 'CHANGELOG.md'), 'site/index.md'];
const start = /^(?:\$ )?(?:npx (?:--yes )?(?:--package \S+ )?)?anyhook (?=[a-z])/;

/** The command lines of a page that start anyhook, without the name of the program. */
function commandLines(page: string): readonly string[] {
  const inText = [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const inBlocks = codeBlocks(page).flatMap(({ language, text }) => {
    const lines = text.replace(/\\\n\s*/g, ' ').split('\n');
    if (['sh', 'bash'].includes(language)) return lines;
    if (language === 'yaml') return lines.map((line) => line.replace(/^[\s-]*run: /, ''));
    return lines.filter((line) => line.startsWith('$ '));
  });
  const parts = [...inText, ...inBlocks].flatMap((line) => line.split(/ && | \| /));
  return parts.map((part) => part.trim()).flatMap((part) => (start.test(part) ? [part.replace(start, '')] : []));
}

/** The words of a line up to a comment or a redirection; a quoted text is one word. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#.*|--|[<>;].*|-)$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}

/** The words that each command takes, as completion offers them. */
async function knownWords(script: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const arms = [...script.matchAll(/^ {6}([\w-]+)\) words="([^"]*)" ;;$/gm)];
  return new Map(arms.map(([, name = '', words = '']) => [name, words.split(' ')]));
}

const groups = ['task', 'ability', 'guard'];

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
  assert.ok(known.size > 35, 'the commands are found');
  const lines = pages.flatMap((page) => commandLines(page).map((line) => ({ page, line })));
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
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
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
