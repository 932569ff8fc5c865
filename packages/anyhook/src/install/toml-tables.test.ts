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
  ['no final line break', 'model = "x"', `model = "x"\n\n${block}`],
  ['CRLF', 'a = 1\r\n', `a = 1\r\n\r\n${block.replaceAll('\n', '\r\n')}`],
  ['tables and lists of tables', '[a]\nb = [\n  1, # one\n  "]"\n]\n[[c.d]]\ne = { f = "}" }\n', ''],
  ['multi-line strings', 'a = """\n[not a table]\n"""\nb = \'\'\'\n"\'\'\'\n', ''],
  ['tables of the same family', '[hooks.state."other:stop:0:0"]\ntrusted_hash = "sha256:2"\n[hooks]\nx = 1\n', ''],
  ['quoted and dotted keys', '"a b".c = 1\n\'d\'=2\nprojects."/x".trust_level = "trusted"\n', ''],
];
for (const [what, before, after] of files) {
  test(`${what}: tables are appended, and removed without a trace`, () => {
    const text = setTables(before, [one]);
    assert.equal(text, after === '' ? `${before}\n${block}` : after);
    const back = removeTables(text as string, [one.path]);
    assert.equal(back, before === 'model = "x"' ? `${before}\n` : before);
    assert.equal(setTables(text as string, [one]), text);
  });
}

test('an existing table gets the current value, and keeps the rest of its line', () => {
  const text = `${header}\nenabled = true\ntrusted_hash = "sha256:old" # mine\n`;
  assert.equal(setTables(text, [one]), text.replace('sha256:old', 'sha256:1'));
  assert.equal(
    setTables(`${header}\nenabled = true\n`, [one]),
    `${header}\ntrusted_hash = "sha256:1"\nenabled = true\n`,
  );
});

test('foreign tables between and after ours are kept', () => {
  const text = setTables('a = 1\n', [one, table('two')]) as string;
  const more = `${text}\n[projects."/x"]\ntrust_level = "trusted"\n`;
  assert.equal(
    removeTables(more, [one.path, ['hooks', 'state', 'two']]),
    'a = 1\n\n[projects."/x"]\ntrust_level = "trusted"\n',
  );
});

const refused: readonly [string, string, RegExp][] = [
  ['an unterminated string', 'a = 1\nb = "x\n', /^line 2: .* is not closed$/],
  ['a long unterminated string', 'a = """\nx\n', /^line 1: .* is not closed$/],
  ['an unterminated list', 'a = [1,\n2\n', /^line 1: .* is not closed$/],
  ['invalid TOML', 'a = 1\nhello\n', /^line 2: expected a table or "key = value"$/],
  ['hooks on one line', 'hooks = { state = {} }\n', /^line 1: "hooks" is an inline value/],
  ['states on one line', '[hooks]\nstate = {}\n', /^line 2: "hooks.state" is an inline value/],
];
for (const [what, text, problem] of refused) {
  test(`${what} is rejected with the line`, () => {
    const result = setTables(text, [one]);
    assert.ok(typeof result !== 'string');
    assert.match(result.problem, problem);
  });
}
