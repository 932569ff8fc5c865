import assert from 'node:assert/strict';
import { test } from 'node:test';
import { removeTables, setTables } from './toml-tables.js';

const table = (name: string, value = 'sha256:1') => ({ path: ['hooks', 'state', name], key: 'trusted_hash', value });
const one = table('/h/.codex/hooks.json:stop:0:0');
const header = '[hooks.state."/h/.codex/hooks.json:stop:0:0"]';
const block = `${header} # written by "anyhook init"\ntrusted_hash = "sha256:1"\n`;

const files: readonly [string, string, string][] = [
  ['an empty file', '', block],
  ['a file', 'model = "x"\n', `model = "x"\n\n${block}`],
  ['no line break at the end', 'model = "x"', `model = "x"\n\n${block}`],
  ['CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}`],
  ['tables and lists of tables', '[a]\nb = [\n  1, # one\n  "]"\n]\n[[c.d]]\ne = { f = "}" }\n', ''],
  ['texts over several lines', 'a = """\n[not a table]\n"""\nb = \'\'\'\n"\'\'\'\n', ''],
  ['tables of the same family', '[hooks.state."other:stop:0:0"]\ntrusted_hash = "sha256:2"\n[hooks]\nx = 1\n', ''],
  ['quoted and dotted keys', '"a b".c = 1\n\'d\'=2\nprojects."/x".trust_level = "trusted"\n', ''],
];
for (const [what, before, after] of files) {
  test(`${what}: tables come at the end, and go without a trace`, () => {
    const text = setTables(before, [one]);
    assert.equal(text, after === '' ? `${before}\n${block}` : after);
    const back = removeTables(text as string, [one.path]);
    assert.equal(back, before === 'model = "x"' ? `${before}\n` : before);
    assert.equal(setTables(text as string, [one]), text);
  });
}

test('a table that is there gets the value that holds now, and keeps the rest of its line', () => {
  const text = `${header}\nenabled = true\ntrusted_hash = "sha256:old" # mine\n`;
  assert.equal(setTables(text, [one]), text.replace('sha256:old', 'sha256:1'));
  assert.equal(
    setTables(`${header}\nenabled = true\n`, [one]),
    `${header}\ntrusted_hash = "sha256:1"\nenabled = true\n`,
  );
});

test('tables that others wrote between and after ours stay', () => {
  const text = setTables('a = 1\n', [one, table('two')]) as string;
  const more = `${text}\n[projects."/x"]\ntrust_level = "trusted"\n`;
  assert.equal(
    removeTables(more, [one.path, ['hooks', 'state', 'two']]),
    'a = 1\n\n[projects."/x"]\ntrust_level = "trusted"\n',
  );
});

const refused: readonly [string, string, RegExp][] = [
  ['a text without an end', 'a = 1\nb = "x\n', /^line 2: .* is not closed$/],
  ['a long text without an end', 'a = """\nx\n', /^line 1: .* is not closed$/],
  ['a list without an end', 'a = [1,\n2\n', /^line 1: .* is not closed$/],
  ['what is no TOML', 'a = 1\nhello\n', /^line 2: expected a table or "key = value"$/],
  ['hooks in one line', 'hooks = { state = {} }\n', /^line 1: "hooks" is an inline value/],
  ['states in one line', '[hooks]\nstate = {}\n', /^line 2: "hooks.state" is an inline value/],
];
for (const [what, text, problem] of refused) {
  test(`${what} is refused with the line`, () => {
    const result = setTables(text, [one]);
    assert.ok(typeof result !== 'string');
    assert.match(result.problem, problem);
  });
}
