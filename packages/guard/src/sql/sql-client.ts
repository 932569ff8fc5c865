import type { Machine } from '../machine.js';
import { marks, type Value } from '../value.js';

/**
 * Runs a line meant for the client program (psql, sqlite3, mysql) and returns its output; undefined if it is for the
 * database.
 */
export function runClientLine(line: Value, machine: Machine): Value | undefined {
  const text = line.trim();
  if (text.startsWith('\\')) return runBackslash(text, machine);
  if (text.startsWith('.')) return runDot(text, machine);
  const lower = text.toLowerCase();
  if (!lower.startsWith('system ')) return runInnerShell(text, machine);
  return machine.runShell(withoutSemicolon(text.slice(7)), { via: 'mysql' });
}

const withoutSemicolon = (text: Value): Value =>
  text.trimEnd().endsWith(';') ? text.trimEnd().slice(0, -1) : text.trim();

/** `select 1 \! rm x`: the client runs it at any position in the line. */
function runInnerShell(text: Value, machine: Machine): undefined {
  const at = text.indexOf('\\!');
  if (at >= 0 && !text.slice(0, at).includes("'")) machine.runShell(text.slice(at + 2).trim(), { via: 'psql' });
}

function runBackslash(text: Value, machine: Machine): Value {
  const [word = ''] = text.split(' ', 1);
  const rest = text.slice(word.length).trim();
  if (word.startsWith('\\!')) return machine.runShell(text.slice(2).trim(), { via: 'psql' });
  if (word === '\\copy') return runCopy(rest, machine);
  if (word === '\\o' || word === '\\out' || word === '\\g' || word === '\\gx' || word === '\\w')
    writeOrPipe(rest, machine, 'psql');
  const tick = rest.indexOf('`');
  const end = rest.indexOf('`', tick + 1);
  if (tick >= 0 && end > tick) machine.runShell(rest.slice(tick + 1, end), { via: 'psql' });
  return '';
}

function writeOrPipe(rest: Value, machine: Machine, via: string): void {
  const plain = unquoted(rest);
  if (plain.startsWith('|')) machine.runShell(plain.slice(1).trim(), { via, stdin: marks.records });
  else if (plain !== '' && plain !== 'stdout') machine.write(plain, 'over');
}

/** `\copy t to program 'cmd'`, `\copy t to 'file'` and `\copy t to stdout` */
function runCopy(rest: Value, machine: Machine): Value {
  const lower = rest.toLowerCase();
  const program = lower.lastIndexOf(' program ');
  const to = lower.lastIndexOf(' to ');
  if (program >= 0) {
    machine.runShell(firstQuoted(rest.slice(program + 9)), { via: 'psql', stdin: to >= 0 ? marks.records : '' });
    return '';
  }
  const file = to < 0 ? '' : firstQuoted(rest.slice(to + 4));
  if (/^p?stdout$/i.test(file)) return marks.records;
  if (file !== '') machine.write(file, 'over', marks.records);
  return '';
}

function firstQuoted(text: Value): Value {
  const plain = text.trim();
  const quote = plain[0] ?? '';
  if (quote !== "'" && quote !== '"') return plain.split(' ', 1)[0] ?? '';
  const end = plain.indexOf(quote, 1);
  return plain.slice(1, end < 0 ? undefined : end);
}

const unquoted = (text: Value): Value => {
  const quote = text[0] ?? '';
  return (quote === "'" || quote === '"') && text.endsWith(quote) ? text.slice(1, -1) : text;
};

/** Commands of sqlite3, which accepts unique abbreviations. */
function runDot(text: Value, machine: Machine): Value | undefined {
  const [word = ''] = text.split(' ', 1);
  const rest = text.slice(word.length).trim();
  const is = (name: string, least: number): boolean => word.length >= least && name.startsWith(word);
  if (is('.shell', 3) || is('.system', 3)) return machine.runShell(shellWords(rest), { via: 'sqlite3' });
  if (is('.output', 2) || is('.once', 3) || is('.excel', 3)) writeOrPipe(rest, machine, 'sqlite3');
  else if (is('.import', 2) || is('.read', 3)) {
    const source = unquoted(rest);
    if (source.startsWith('|')) machine.runShell(source.slice(1).trim(), { via: 'sqlite3' });
  } else if (is('.load', 2)) machine.note({ do: 'system', what: 'load_extension in SQL' });
  else if (is('.save', 3) || is('.backup', 2) || is('.clone', 3))
    machine.write(unquoted(rest.split(' ').at(-1) ?? ''), 'over', marks.records);
  else if (is('.dump', 3)) return marks.records;
  else if (!isCommand(word)) return undefined;
  return '';
}

/** `.shell "rm -rf x"` is one word for sqlite3; the shell gets the words without quotes. */
const shellWords = (rest: Value): Value => unquoted(rest);
const isCommand = (word: string): boolean =>
  word.length > 2 && word.slice(1).toLowerCase() === word.slice(1) && Number.isNaN(Number(word));
