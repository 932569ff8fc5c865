import { marks, type Value } from '../value.js';
import { type PsFile, type PsItem, psText } from './items.js';
import type { PsExpression, PsScript } from './syntax.js';
import { joinedWindowsPath, withWildcards } from './windows-paths.js';

/**
 * Filtering a listing by name keeps only files with that name; all other filters (by date, size, kind) may keep
 * everything, so they change nothing.
 */
export function narrowedFile(file: PsFile, patterns: readonly Value[] | undefined): readonly PsFile[] {
  const { listed } = file;
  if (patterns === undefined || listed === undefined) return [file];
  return patterns.map((pattern) => ({ ...file, path: joinedWindowsPath(listed, withWildcards(pattern)) }));
}

type Evaluate = (expression: PsExpression) => PsItem;

/** The names that a filter block keeps, as patterns; undefined if it does not filter by name. */
export function namePatterns(script: PsScript, evaluate: Evaluate): readonly Value[] | undefined {
  const expression = onlyExpression(script.body);
  return expression && patternsOf(expression, evaluate);
}

function onlyExpression(body: PsScript['body']): PsExpression | undefined {
  const [statement] = body;
  if (body.length !== 1 || statement?.kind !== 'pipeline') return undefined;
  const [stage] = statement.stages;
  return statement.stages.length === 1 && stage?.kind === 'expression' ? stage.of : undefined;
}

function patternsOf(expression: PsExpression, evaluate: Evaluate): readonly Value[] | undefined {
  if (expression.kind === 'statements') {
    const inner = onlyExpression(expression.body);
    return inner && patternsOf(inner, evaluate);
  }
  if (expression.kind !== 'binary') return undefined;
  const { op, left, right } = expression;
  if (op === '-and') return patternsOf(left, evaluate) ?? patternsOf(right, evaluate);
  if (op === '-or') {
    const [one, other] = [patternsOf(left, evaluate), patternsOf(right, evaluate)];
    return one && other ? [...one, ...other] : undefined;
  }
  if (left.kind !== 'member' || left.of.kind !== 'variable' || left.name.kind !== 'text') return undefined;
  return patternsFor(left.name.text.toLowerCase(), op, evaluate(right));
}

/** The names that `Name -like '*.log'` and similar filters keep. */
export function patternsFor(property: string, op: string, value: PsItem): readonly Value[] | undefined {
  const texts = (typeof value === 'object' && value !== null && value.kind === 'list' ? value.items : [value]).map(
    psText,
  );
  const wrap: Readonly<Record<string, (text: Value) => Value>> = {
    name: (text) => text,
    pschildname: (text) => text,
    fullname: lastPlainPart,
    basename: (text) => `${text}.*`,
    extension: (text) => `*${text}`,
  };
  const shape = wrap[property];
  if (!shape) return undefined;
  if (op === '-eq' || op === '-in' || op === '-like') return texts.map(shape);
  if (op !== '-match') return undefined;
  const found = texts.map(plainRun);
  return found.every((text) => text !== undefined) ? found.flat() : undefined;
}

/** The end of a pattern of full paths from its last part that is not just a wildcard: `bin\*` in `*\bin\*`. */
function lastPlainPart(text: Value): Value {
  const parts = text.split(/[\\/]/);
  const at = parts.findLastIndex((part) => part !== '' && part !== '*');
  return parts.slice(Math.max(0, at)).join('/');
}

/** Text that every match of a regular expression contains, as patterns; undefined if there is none. */
function plainRun(pattern: Value): readonly Value[] | undefined {
  const choices = pattern.replaceAll(/[()^$]/g, '').split('|');
  const runs = choices.map((choice) =>
    choice
      .replaceAll('\\.', '\0')
      .split(/[^\w\0-]|\\\w/)
      .map((run) => run.replaceAll('\0', '.'))
      .reduce((longest, run) => (run.length > longest.length ? run : longest), ''),
  );
  return runs.every((run) => run.length > 1) ? runs.map((run) => `${marks.star}${run}${marks.star}`) : undefined;
}
