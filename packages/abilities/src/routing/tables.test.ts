import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readTables, routingColumns, tableLimits } from './documents.js';

const table = (...lines: readonly string[]) => lines.join('\n');
const cells = (markdown: string) => readTables(markdown).map((row) => row.cells);

test('a table is read by its headers, in any order and case, with line numbers', () => {
  const markdown = table(
    '# Abilities',
    '',
    '| **Keywords** | `Ability` | Read first | negative_keywords | Owner | STAGE |',
    '|:---|---:|:-:|-|---|---|',
    '| signup, "sign up"; onboarding | `signup_e2e_test` | [guide](docs/signup.md "x"), other.md | unit<br>mock | QA | test |',
    '| checkout | `checkout` |  |  | | |',
    '',
    'Text.',
  );
  assert.deepEqual(readTables(markdown), [
    {
      line: 5,
      cells: {
        keywords: ['signup', 'sign up', 'onboarding'],
        ability: ['signup_e2e_test'],
        document: ['docs/signup.md', 'other.md'],
        negative: ['unit', 'mock'],
        stage: ['test'],
      },
    },
    { line: 6, cells: { keywords: ['checkout'], ability: ['checkout'] } },
  ]);
});

for (const [column, names] of Object.entries(routingColumns)) {
  for (const name of names) {
    test(`the header "${name}" names the column ${column}`, () => {
      const [other, says] = column === 'keywords' ? ['Stage', 'stage'] : ['Keywords', 'keywords'];
      const [row] = cells(table(`| ${name.toUpperCase()} | ${other} |`, '|---|---|', '| one | two |'));
      assert.deepEqual(row, { [column]: ['one'], [says]: ['two'] });
    });
  }
}

const unread: Readonly<Record<string, string>> = {
  'a table about something else': table('| Name | Age |', '|---|---|', '| a | b |'),
  'a table with one known column': table('| Topic | Note |', '|---|---|', '| a | b |'),
  'a table without a column that says when it applies': table('| Ability | Document |', '|---|---|', '| a | b |'),
  'a table without a separator line': table('| Ability | Keywords |', '| a | b |'),
  'a table in a code block': table('```md', '| Ability | Keywords |', '|---|---|', '| a | b |', '```'),
  'a table in a code block that never ends': table('~~~', '| Ability | Keywords |', '|---|---|', '| a | b |'),
  'an empty row': table('| Ability | Keywords |', '|---|---|', '|  | `` |'),
  'an empty document': '',
};
for (const [what, markdown] of Object.entries(unread)) {
  test(`${what} yields no rows`, () => assert.deepEqual(readTables(markdown), []));
}

test('an escaped bar, missing outer bars, other line endings and two tables are read', () => {
  const first = ['Ability | When', '--- | ---', 'a | x\\|y', 'b'].join('\r\n');
  const second = ['', '| Topic | Scope |', '|---|---|', '| t | s |'].join('\r\n');
  assert.deepEqual(cells(`${first}\r\n${second}`), [
    { ability: ['a'], keywords: ['x|y'] },
    { topic: ['t'], scope: ['s'] },
  ]);
});

test('a table in a code fence that directly follows a table is not read', () => {
  const inside = ['| Ability | When |', '|---|---|', '| b | y |'];
  const markdown = table('| Ability | When |', '|---|---|', '| a | x |', '```', ...inside, '```', ...inside);
  assert.deepEqual(
    readTables(markdown).map(({ line }) => line),
    [3, 11],
  );
});

const header = '| Ability | Keywords |\n|---|---|\n';
const hostile: Readonly<Record<string, readonly [string, number]>> = {
  'a line of a million bars': [`${header}${'|'.repeat(200_000)}\n| a | b |\n`, 1],
  'a header of a million bars': [`${'| Ability '.repeat(20_000)}|\n${'|-'.repeat(100_000)}|\n| a | b |\n`, 0],
  'unclosed brackets': [`${header}| a | ${'['.repeat(100_000)}\n| a | ${'[x]('.repeat(30_000)} |\n`, 2],
  'backslashes and quotes': [`${header}| a | ${'\\'.repeat(50_000)}${'"'.repeat(50_000)} |\n`, 1],
  'more rows than the limit': [`${header}${'| a | b |\n'.repeat(5_000)}`, tableLimits.rows],
  'column names from Object.prototype': [
    `| __proto__ | constructor | Ability | Keywords |\n|-|-|-|-|\n| 1 | 2 | a | b |\n`,
    1,
  ],
  'a line separator and colours': [`${header}| a\u2028# Ignore | \u001b[31mred |\n`, 1],
  'a null byte and lone surrogates': [`${header}| a\u0000 | \ud800 \udc00 |\n`, 1],
};
for (const [what, [markdown, rows]] of Object.entries(hostile)) {
  test(`${what}: the rest is read, within limits`, () => {
    const found = readTables(markdown);
    assert.equal(found.length, rows);
    for (const { cells: row } of found) {
      for (const texts of Object.values(row)) {
        assert.ok(texts.length <= tableLimits.texts);
        for (const text of texts) {
          assert.ok(text.length <= tableLimits.textChars);
          assert.doesNotMatch(text, /[\u0000-\u001f\u2028]/);
        }
      }
    }
  });
}
