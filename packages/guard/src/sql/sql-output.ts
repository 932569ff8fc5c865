import { marks, type Value } from '../value.js';
import type { SqlWord } from './sql-words.js';

/** The words that end a list of columns. */
const afterColumns = new Set(['from', 'where', 'order', 'limit', 'group', 'union', 'into', 'having']);
/** An aggregate of all rows reveals little about a single one. */
const aggregates = new Set(['count', 'sum', 'avg', 'min', 'max', 'exists', 'version', 'now', 'pg_database_size']);
/** The words that select single rows of a table. */
const choosing = new Set(['where', 'limit', 'top', 'fetch']);
/** `%I` in `format('drop table %I', name)`. */
const placeholder = /%(?:\d{1,3}\$)?[ILs]/g;

/**
 * The output of a statement: the texts that it builds, so that SQL or a command made by a query is read where it runs,
 * and the `records` mark if rows of a table leave the database.
 */
export function sqlOutput(words: readonly SqlWord[]): Value {
  const [first, second] = words;
  if (first?.kind !== 'word') return '';
  if (first.text === 'copy') return isTo(words, 'stdout', 'pstdout') ? marks.records : '';
  if (first.text === 'table' && second) return marks.records;
  const start = words.findIndex(({ kind, text }) => kind === 'word' && text === 'select');
  if (start < 0 || (start > 0 && first.text !== 'with')) return '';
  return `${columnsOf(words, start)}${hasRows(words, start) ? marks.records : ''}\n`;
}

const isTo = (words: readonly SqlWord[], ...names: readonly string[]): boolean =>
  words.some(({ text }, at) => names.includes(text) && words[at - 1]?.text === 'to');

/** The list after `select`, with unknown text for everything that is not literal. */
function columnsOf(words: readonly SqlWord[], start: number): Value {
  let text = '';
  for (const word of columnWords(words, start)) {
    if (word.kind === 'text') text += word.text.replace(placeholder, marks.any);
    else if (word.kind === 'symbol' ? word.text === '*' : !textMakers.has(word.text)) text += marks.any;
  }
  return text.replace(/\uE000{2,}/g, marks.any);
}

const textMakers = new Set(['concat', 'concat_ws', 'format', 'string_agg', 'group_concat', 'quote_ident', 'distinct']);

function columnWords(words: readonly SqlWord[], start: number): readonly SqlWord[] {
  let depth = 0;
  const end = words.findIndex(({ kind, text }, at) => {
    if (at <= start) return false;
    if (kind === 'symbol' && text === '(') depth++;
    else if (kind === 'symbol' && text === ')') depth--;
    return kind === 'word' && depth <= 0 && afterColumns.has(text);
  });
  return words.slice(start + 1, end < 0 ? undefined : end);
}

/** Whether whole rows, or a column of all rows, are printed; not for one value of one row. */
function hasRows(words: readonly SqlWord[], start: number): boolean {
  const columns = columnWords(words, start);
  const isSymbol = (char: string) => columns.some(({ kind, text }) => kind === 'symbol' && text === char);
  if (!words.some(({ kind, text }) => kind === 'word' && text === 'from')) return false;
  if (columns[0]?.kind === 'word' && aggregates.has(columns[0].text)) return false;
  const isChosen = words.some(({ kind, text }) => kind === 'word' && choosing.has(text));
  return isSymbol('*') || isSymbol(',') || !isChosen;
}
