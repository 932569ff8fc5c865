import { beforeStatementWords, verbs } from '../../.cache/sql/sql.js';
import type { Machine } from '../machine.js';
import type { Value } from '../value.js';
import { wordSet } from '../word-lists.js';
import { runClientLine } from './sql-client.js';
import { sqlOutput } from './sql-output.js';
import { type SqlWord, sqlStatements } from './sql-words.js';

/** Longer text is not read. */
const maxSqlLength = 65_536;
/** Levels of SQL in strings of SQL. */
const maxSqlDepth = 4;

const sqlVerbs = new Set(verbs);

/** Whether a text starts like SQL. Only such texts are judged where a library also accepts other texts. */
export function looksLikeSql(text: Value): boolean {
  const [first] = sqlStatements(text.slice(0, maxSqlLength));
  return first?.[0]?.kind === 'word' && sqlVerbs.has(first[0].text);
}

/** Judges SQL text: reports what it destroys, grants or runs; returns its output. `target` is the database or host. */
export function runSql(sql: Value, machine: Machine, target?: string, depth = 0): Value {
  if (sql.length > maxSqlLength) machine.note({ do: 'unread', why: 'length' });
  const lines: string[] = [];
  let output = '';
  for (const line of sql.slice(0, maxSqlLength).split('\n')) {
    const printed = runClientLine(line, machine);
    if (printed === undefined) lines.push(line);
    else output += printed;
  }
  for (const words of sqlStatements(lines.join('\n'), () => machine.note({ do: 'unread', why: 'length' }))) {
    new Statement(words, machine, target, depth).judge();
    const printed = sqlOutput(words);
    output += printed;
    if (isRunAgain(words)) judgeInner(printed, machine, target, depth);
  }
  return output;
}

function judgeInner(sql: Value, machine: Machine, target: string | undefined, depth: number): void {
  if (depth < maxSqlDepth) runSql(sql, machine, target, depth + 1);
  else machine.note({ do: 'unread', why: 'depth' });
}

/** `\gexec` of psql runs the result of the query. */
const isRunAgain = (words: readonly SqlWord[]): boolean =>
  words.at(-1)?.text === 'gexec' && words.at(-2)?.text === '\\';

class Statement {
  constructor(
    private readonly words: readonly SqlWord[],
    private readonly machine: Machine,
    private readonly target: string | undefined,
    private readonly depth: number,
  ) {}

  judge(): void {
    this.runTexts();
    this.judgeFiles();
    if (this.isPlan()) return;
    for (let at = 0; at < this.words.length; at++) {
      const starts = this.startsAt(at);
      const word = this.word(at);
      if (word === 'drop' && (starts || dropTypes.has(this.word(at + 1)))) this.judgeDrop(at);
      else if (!starts) continue;
      else if (word === 'truncate' && this.word(at + 1) !== '(') this.destroy(this.shown(at, 3));
      else if (word === 'delete') this.judgeDelete(at);
      else if (word === 'update') this.judgeUpdate(at);
      else if (word === 'grant' || word === 'revoke')
        this.machine.note({ do: 'grant', what: this.shown(at, 5), ...this.targetField });
      else if (word === 'alter') this.judgeAlter(at);
      else if ((word === 'reset' && this.word(at + 1) === 'master') || (word === 'purge' && this.has('logs')))
        this.destroy(this.shown(at, 3));
      else if (word === 'shutdown')
        this.machine.note({ do: 'system', what: 'shutdown of the database', ...this.targetField });
    }
  }

  private get targetField(): { target?: string } {
    return this.target === undefined ? {} : { target: this.target };
  }

  /** The word at a position; strings and quoted names are not words. */
  private word(at: number): string {
    const found = this.words[at];
    return found === undefined || found.kind === 'text' || found.kind === 'name' ? '' : found.text;
  }

  private has(...words: readonly string[]): boolean {
    return this.words.some((_, at) => words.includes(this.word(at)));
  }

  private shown(at: number, count: number): string {
    return this.words
      .slice(at, at + count)
      .map(({ text }) => text)
      .join(' ');
  }

  private destroy(what: string): void {
    this.machine.note({ do: 'destroy', kind: 'db', what, ...this.targetField });
  }

  /** `EXPLAIN` runs nothing, but `EXPLAIN ANALYZE` does. */
  private isPlan(): boolean {
    const first = this.word(0);
    return (first === 'explain' || first === 'desc' || first === 'describe') && !this.has('analyze', 'analyse');
  }

  /** Whether a statement may start here: at the beginning, and after words that begin a block. */
  private startsAt(at: number): boolean {
    if (at === 0) return true;
    const before = this.words[at - 1] as SqlWord;
    if (before.kind === 'symbol' && before.text === '(')
      return this.word(0) === 'with' && ['as', 'materialized'].includes(this.word(at - 2));
    if (before.kind === 'symbol') return before.text === ')' && this.isAfterWith(at);
    return before.kind === 'word' && beforeStatements.has(before.text);
  }

  /** `)` ends a table of `WITH`, options of `EXPLAIN`, or a condition of T-SQL. */
  private isAfterWith(at: number): boolean {
    return ['with', 'explain', 'if', 'while'].includes(this.word(0)) && at > 2;
  }

  private judgeDrop(at: number): void {
    const next = this.word(at + 1);
    if (next === 'not' || next === 'default' || next === 'identity' || next === 'expression') return;
    const words = this.words.slice(at, at + 12).filter(({ text }) => !['if', 'exists', 'concurrently'].includes(text));
    this.destroy(
      words
        .slice(0, 3)
        .map(({ text }) => text)
        .join(' '),
    );
  }

  /** Other ways to drop: `ALTER TABLE t DROP c`; changes of privileges. */
  private judgeAlter(at: number): void {
    const drop = this.words.findIndex((_, index) => index > at && this.word(index) === 'drop');
    const isKnownDrop = dropTypes.has(this.word(drop + 1));
    const isHarmless = ['not', 'default', 'identity', 'expression'].includes(this.word(drop + 1));
    if (drop > 0 && !isKnownDrop && !isHarmless) this.destroy(`${this.shown(at, 3)} ${this.shown(drop, 2)}`);
    if (this.word(at + 1) === 'table' && this.has('delete') && !this.hasCondition(at))
      this.destroy(`${this.shown(at, 3)} delete`);
    const isUser = this.word(at + 1) === 'user' || this.word(at + 1) === 'role';
    if (isUser && this.has('superuser', 'createrole', 'createdb'))
      this.machine.note({ do: 'grant', what: this.shown(at, 4), ...this.targetField });
  }

  private judgeDelete(at: number): void {
    if (this.word(0) === 'create' || this.hasCondition(at)) return;
    const from = this.word(at + 1) === 'from' ? at + 2 : at + 1;
    if (this.words[from] !== undefined) this.destroy(`delete from ${this.words[from]?.text} without where`);
  }

  private judgeUpdate(at: number): void {
    const hasSet = this.words.some((_, index) => index > at && this.word(index) === 'set');
    const isOther = this.word(at + 1) === 'statistics' || this.word(at + 1) === 'set' || this.word(0) === 'create';
    if (!hasSet || isOther || this.hasCondition(at)) return;
    this.destroy(`update ${this.words[at + 1]?.text ?? ''} without where`);
  }

  /** Whether a condition follows that is not always true. */
  private hasCondition(at: number): boolean {
    let depth = 0;
    for (let index = at; index < this.words.length; index++) {
      const word = this.word(index);
      if (word === '(') depth++;
      else if (word === ')') depth--;
      else if (word === 'where' && depth <= 0) return !this.isAlwaysTrue(index + 1);
    }
    return false;
  }

  private isAlwaysTrue(start: number): boolean {
    const words = this.words
      .slice(start)
      .filter(({ text, kind }) => !(kind === 'symbol' && (text === '(' || text === ')')));
    const parts: SqlWord[][] = [[]];
    for (const word of words) {
      if (word.kind === 'word' && word.text === 'or') parts.push([]);
      else if (word.kind === 'word' && afterConditions.has(word.text)) break;
      else parts.at(-1)?.push(word);
    }
    return parts.some(isTrueCondition);
  }

  /** Strings that the database runs: blocks, `EXECUTE 'drop …'`, programs. */
  private runTexts(): void {
    this.words.forEach((word, at) => {
      if (word.kind !== 'text') return;
      const before = this.textStarter(at);
      const isBlock = word.isBody === true && this.word(0) === 'do';
      if (isBlock || sqlRunners.has(before)) judgeInner(word.text, this.machine, this.target, this.depth);
      if (programRunners.has(before)) this.startProgram(word.text, before);
    });
  }

  /** The word before a string, skipping `(`, `N`, `from` and names. */
  private textStarter(at: number): string {
    let index = at - 1;
    while (index >= 0 && ['(', 'n', 'e', '=', 'from', 'as', 'immediate', ',', '||', '|'].includes(this.word(index)))
      index--;
    const found = this.word(index);
    return this.word(index - 1) === 'prepare' ? 'prepare' : found;
  }

  private startProgram(text: Value, how: string): void {
    this.machine.note({ do: 'system', what: `${how} in SQL`, ...this.targetField });
    if (how !== 'load_extension')
      this.machine.runShell(text, { via: how, remote: this.target ?? 'the database server' });
  }

  /** Files that the database writes. */
  private judgeFiles(): void {
    this.words.forEach((word, at) => {
      if (word.kind !== 'text') return;
      const before = this.word(at - 1);
      const isCopy = before === 'to' && this.word(0) === 'copy';
      const isBackup = before === 'into' && this.word(0) === 'vacuum';
      const isFunction = before === '(' && this.word(at - 2) === 'writefile';
      if (before === 'outfile' || before === 'dumpfile' || isCopy || isBackup || isFunction)
        this.machine.write(word.text, 'over');
    });
  }
}

/** `1=1`, `true`, `1`, `'a'='a'`, `id = id`. */
function isTrueCondition(words: readonly SqlWord[]): boolean {
  const [left, char, right] = words;
  if (words.length === 1) return left?.text === 'true' || (Number(left?.text) || 0) !== 0;
  if (left?.text === 'not' && words.length === 2) return char?.text === 'false' || char?.text === '0';
  if (words.length === 3 && char?.text === '=') return left?.text === right?.text;
  return words.length === 4 && char?.text === '=' && right?.text === '=' && left?.text === words[3]?.text;
}

const afterConditions = new Set(['returning', 'limit', 'order', 'go', 'end']);
const beforeStatements = new Set(beforeStatementWords);
const dropTypes =
  wordSet(`table tables database schema index view user role column keyspace sequence trigger function procedure type
  domain extension materialized temporary temp foreign tablespace partition collection constraint primary policy
  publication subscription server event login owned stage warehouse dictionary`);
const sqlRunners = new Set(['execute', 'exec', 'sp_executesql', 'prepare', 'immediate']);
const programRunners = new Set(['program', 'xp_cmdshell', 'sys_exec', 'sys_eval', 'load_extension']);
