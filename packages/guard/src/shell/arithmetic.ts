import { hasUnknown, type Value } from '../value.js';
import type { ArithmeticExpression, WordPart } from './parse.js';

/** What arithmetic needs from the shell. */
export interface ArithmeticScope {
  readonly textOf: (parts: readonly WordPart[]) => Value;
  readonly variable: (name: string) => Value;
  readonly assign: (name: string, value: Value) => void;
  /** Runs the substitutions in a subscript such as that of `a[$(…)]`. */
  readonly subscript: (text: Value) => void;
  /** The expression is nested too deeply to be read. */
  readonly unread: () => void;
  readonly substitute: (expression: Extract<ArithmeticExpression, { type: 'ArithmeticCommandExpansion' }>) => Value;
}

const operators: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => Math.trunc(a / b),
  '%': (a, b) => a % b,
  '**': (a, b) => a ** b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<': (a, b) => Number(a < b),
  '>': (a, b) => Number(a > b),
  '<=': (a, b) => Number(a <= b),
  '>=': (a, b) => Number(a >= b),
  '==': (a, b) => Number(a === b),
  '!=': (a, b) => Number(a !== b),
  '&&': (a, b) => Number(a !== 0 && b !== 0),
  '||': (a, b) => Number(a !== 0 || b !== 0),
  ',': (_, b) => b,
};

/** Variables that refer to each other. */
const maxNames = 20;

/** The depth of nested operators, such as a thousand minus characters in a hostile text. */
const maxExpressionDepth = 300;

/** The value of an expression; undefined if unknown. Every part is evaluated: it may run commands. */
export function evaluate(
  expression: ArithmeticExpression | undefined,
  scope: ArithmeticScope,
  depth = 0,
): number | undefined {
  if (!expression) return undefined;
  if (depth > maxExpressionDepth) {
    scope.unread();
    return undefined;
  }
  switch (expression.type) {
    case 'ArithmeticGroup':
      return evaluate(expression.expression, scope, depth + 1);
    case 'ArithmeticWord':
      return wordNumber(expression.parts ? scope.textOf(expression.parts) : expression.value, scope, 0);
    case 'ArithmeticCommandExpansion':
      return wordNumber(scope.substitute(expression), scope, 0);
    case 'ArithmeticUnary': {
      const operand = evaluate(expression.operand, scope, depth + 1);
      if (operand === undefined) return undefined;
      if (expression.operator !== '++' && expression.operator !== '--') return unary(expression.operator, operand);
      const next = operand + (expression.operator === '++' ? 1 : -1);
      if (expression.operand.type === 'ArithmeticWord') scope.assign(expression.operand.value, String(next));
      return expression.prefix ? next : operand;
    }
    case 'ArithmeticTernary': {
      const test = evaluate(expression.test, scope, depth + 1);
      const yes = evaluate(expression.consequent, scope, depth + 1);
      const no = evaluate(expression.alternate, scope, depth + 1);
      return test === undefined ? undefined : test !== 0 ? yes : no;
    }
    case 'ArithmeticBinary':
      return binary(expression, scope, depth + 1);
  }
}

const unary = (operator: string, operand: number): number =>
  operator === '-' ? -operand : operator === '!' ? Number(operand === 0) : operator === '~' ? ~operand : operand;

function binary(
  { operator, left, right }: Extract<ArithmeticExpression, { type: 'ArithmeticBinary' }>,
  scope: ArithmeticScope,
  depth: number,
): number | undefined {
  const second = evaluate(right, scope, depth);
  const isAssignment = operator.endsWith('=') && !['==', '!=', '<=', '>='].includes(operator);
  if (isAssignment && left.type === 'ArithmeticWord') {
    const before = operator === '=' ? second : evaluate(left, scope, depth);
    const compute = operators[operator.slice(0, -1)] ?? ((_: number, b: number) => b);
    const result = before === undefined || second === undefined ? undefined : compute(before, second);
    if (result !== undefined) scope.assign(left.value, String(result));
    return result;
  }
  const first = evaluate(left, scope, depth);
  const compute = operators[operator];
  if (first === undefined || second === undefined || !compute) return undefined;
  const result = compute(first, second);
  return Number.isFinite(result) ? result : undefined;
}

/** A number in any of bash's notations, or a variable's name. */
function wordNumber(text: Value, scope: ArithmeticScope, depth: number): number | undefined {
  const word = text.trim();
  if (word.includes('[')) scope.subscript(word);
  if (hasUnknown(word)) return undefined;
  if (word === '') return 0;
  if (/^-?\d{1,15}$/.test(word)) return /^-?0\d/.test(word) ? Number.parseInt(word, 8) : Number(word);
  if (/^0[xX][0-9a-fA-F]{1,12}$/.test(word)) return Number.parseInt(word, 16);
  const based = /^(\d{1,2})#([0-9A-Za-z]{1,12})$/.exec(word);
  if (based) return Number.parseInt(based[2] ?? '', Number(based[1]));
  if (!/^[A-Za-z_]\w*$/.test(word)) return undefined;
  const next = scope.variable(word);
  if (depth < maxNames) return wordNumber(next, scope, depth + 1);
  if (next !== word) scope.unread();
  return undefined;
}
