import { bare, constants, operators, prefixes, statements, topics } from '../../.cache/code/operators.js';
import {
  type CodeValue,
  codeList,
  codeName,
  codeNumber,
  codeText,
  derivedValue,
  firstText,
  joinValues,
  unknownCodeValue,
} from './code-values.js';
import { joinedPath, numberOf, repeatedText } from './computed.js';
import { formattedText } from './formatted-text.js';

/** The precedence of operators; higher binds tighter. */
export const operatorLevels: Readonly<Record<string, number>> = {
  ...{ '?': 1, or: 1, and: 1, xor: 1, '||': 1, '&&': 1, '??': 1, if: 1 },
  ...{ '==': 3, '!=': 3, '===': 3, '!==': 3, '<': 3, '>': 3, '<=': 3, '>=': 3, '=~': 3, '!~': 3, '<=>': 3, '~': 3 },
  ...{ in: 3, is: 3, instanceof: 3, eq: 3, ne: 3, lt: 3, gt: 3, le: 3, ge: 3, cmp: 3 },
  ...{ '|': 4, '&': 4, '^': 4, '|>': 4 },
  ...{ '+': 5, '-': 5, '.': 5, '..': 5, '...': 5, '<<': 5, '>>': 5 },
  ...{ '*': 6, '/': 6, '%': 6, '//': 6, x: 6, '**': 7 },
};
export const wordOperators = new Set(operators);

export const awkWords = new Set(['in', 'getline', 'if', 'else', 'while', 'for', 'print', 'printf', 'next', 'exit']);
export const prefixWords = new Set(prefixes);
/** Words that begin a statement or follow one. */
export const statementWords = new Set(statements);
/** Functions that are called by their bare name. */
export const topicNames = new Set(topics);
export const bareNames = new Set([...bare, ...topicNames]);

export const isMemberSymbol = (char: string, language: string): boolean => {
  if (char === '.' || char === '?.')
    return language !== 'perl' && language !== 'php' && language !== 'awk' && language !== 'r';
  if (char === '->') return language === 'perl' || language === 'php';
  if (char === '::') return language !== 'python' && language !== 'javascript' && language !== 'awk';
  return char === ':' && language === 'lua';
};

/** Numbers in other bases as plain numbers; modes of files keep their octal digits. */
export function plainNumber(text: string, language: string): string {
  const isOctal = text.length > 1 && text.startsWith('0') && !text.startsWith('0x') && !text.startsWith('0b');
  return isOctal || language === 'awk' || !text.startsWith('0x') ? text : String(Number(text));
}

export function added(left: CodeValue, right: CodeValue): CodeValue {
  if (left.kind === 'list') return codeList([...left.items, ...(right.kind === 'list' ? right.items : [right])]);
  if (isNumber(left) && isNumber(right)) return codeNumber(numberOf(left) + numberOf(right));
  return joinValues(left, right);
}

export const isNumber = (codeValue: CodeValue): boolean => codeValue.kind === 'text' && codeValue.type === 'number';

export function computed(left: CodeValue, operator: string, right: CodeValue): CodeValue {
  if (isNumber(left) && isNumber(right)) return calculated(numberOf(left), operator, numberOf(right));
  if (operator === '<<') return joinValues(left, right);
  // `os.O_WRONLY | os.O_TRUNC` is one name of two flags.
  if (operator === '|' && left.kind === 'ref' && right.kind === 'ref') return codeName(`${left.name}|${right.name}`);
  // Between two unknown values, the character may just as well be a division.
  if (operator === '/' && left.kind === 'text' && (left.type === 'path' || right.kind === 'text'))
    return joinedPath([left, right], true);
  if (operator === '%' && left.kind === 'text') {
    const values = right.kind === 'list' ? right.items : [right];
    return formattedText(firstText(left), values, right.kind === 'map' ? right.entries : new Map());
  }
  if ((operator === '*' || operator === 'x') && left.kind === 'text')
    return isNumber(right)
      ? codeText(...left.values.map((value) => repeatedText(value, numberOf(right))))
      : derivedValue(left, right);
  if (operator === '*' && left.kind === 'list' && right.kind === 'text')
    return codeText(left.items.map(firstText).join(firstText(right)));
  return (operatorLevels[operator] ?? 0) === 3 ? unknownCodeValue : derivedValue(left, right);
}

export function calculated(left: number, operator: string, right: number): CodeValue {
  const results: Readonly<Record<string, number>> = {
    ...{ '-': left - right, '*': left * right, '/': left / right, '//': Math.floor(left / right), '%': left % right },
    ...{
      '^': left ^ right,
      '|': left | right,
      '&': left & right,
      '<<': left << right,
      '>>': left >> right,
      '**': left ** right,
    },
  };
  const result = results[operator];
  return result === undefined ? unknownCodeValue : codeNumber(result);
}

export { constants };
