import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Token kinds of the parser, whose const enum does not exist at run time. */
export const jsonToken = {
  closeBrace: 2,
  closeBracket: 4,
  comma: 5,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const;

/** A text edit: replaces the range `from` to `to` with `text`. */
interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** JSON with comments as editable text that is never reformatted. */
export interface JsonText {
  readonly text: string;
  readonly root: Node;
}

/** Parses a JSON object; returns a problem as text if that fails. */
export function parseJsonObject(text: string): JsonText | string {
  const errors: ParseError[] = [];
  const root = parseTreeSafely(text, errors);
  if (root === 'too deep') return 'it is nested too deeply';
  const [first] = errors;
  if (first) return `line ${lineNumberAt(text, first.offset)}: ${errorCodeWords(printParseErrorCode(first.error))}`;
  if (root?.type !== 'object') return 'expected an object at the top';
  return { text, root };
}

/** The parser is recursive, so the depth must be limited. */
function parseTreeSafely(text: string, errors: ParseError[]): Node | undefined | 'too deep' {
  try {
    return parseTree(text, errors, { allowTrailingComma: true });
  } catch {
    return 'too deep';
  }
}

/** The last value with this name, as parsers use it. */
export const findProperty = (object: Node, name: string): Node | undefined =>
  (object.children ?? []).findLast(({ children }) => children?.[0]?.value === name)?.children?.[1];

export const addProperty = ({ text }: JsonText, object: Node, name: string, value: unknown): string =>
  insertChild(text, object, (style) => `${JSON.stringify(name)}:${style.inline ? '' : ' '}${printValue(value, style)}`);

export const addElement = ({ text }: JsonText, list: Node, value: unknown): string =>
  insertChild(text, list, (style) => printValue(value, style));

export function replaceValue({ text }: JsonText, { offset, length }: Node, value: unknown): string {
  const inline = !text.trim().includes('\n');
  return applyEdits(text, [{ from: offset, to: offset + length, text: printValue(value, { inline }) }]);
}

/** Removes a property or an element with its comma and the space before it. */
export function removeChild({ text }: JsonText, container: Node, child: Node): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const end = child.offset + child.length;
  const after = commaAfter(text, end);
  const endsLine = /^[ \t]*\r?\n/.test(text.slice(after === undefined ? end : after + 1));
  // The line break that ends a line comment must stay, unless another follows.
  const keepsBreak = !endsLine && endsInLineComment(text.slice(open, child.offset));
  const from = keepsBreak ? child.offset : open + text.slice(open, child.offset).trimEnd().length;
  if (after !== undefined) return applyEdits(text, [{ from, to: after + 1, text: '' }]);
  const children = container.children ?? [];
  const previous = children[children.indexOf(child) - 1];
  const comma = previous && commaAfter(text, previous.offset + previous.length);
  if (comma !== undefined) {
    return applyEdits(text, [
      { from: comma, to: comma + 1, text: '' },
      { from: Math.max(from, comma + 1), to: end, text: '' },
    ]);
  }
  const isAlone = from === open && text.slice(end, close).trim() === '';
  return applyEdits(text, [{ from, to: isAlone ? close : end, text: '' }]);
}

interface PrintStyle {
  /** Everything on one line, without spaces. */
  readonly inline: boolean;
}

function insertChild(text: string, container: Node, print: (style: PrintStyle) => string): string {
  const open = container.offset + 1;
  const close = container.offset + container.length - 1;
  const inner = text.slice(open, close);
  const last = container.children?.at(-1);
  const oneLine = !text.trim().includes('\n');
  const inline = !inner.includes('\n') && (last !== undefined || (oneLine && container.parent !== undefined));
  const outerIndent = lineIndent(text, container.offset);
  const { eol, indentUnit } = styleOf(text);
  const indent = last && startsLine(text, last.offset) ? lineIndent(text, last.offset) : outerIndent + indentUnit;
  const added = print({ inline });
  const end = last && last.offset + last.length;
  const comma = end === undefined ? undefined : commaAfter(text, end);
  const insertAt = open + inner.trimEnd().length;
  const space = inline ? (last && /,\s/.test(inner) ? ' ' : '') : eol + indent;
  const tail = comma !== undefined ? ',' : '';
  const closing =
    !inline && !inner.slice(inner.trimEnd().length).includes('\n') && last === undefined ? eol + outerIndent : '';
  return applyEdits(text, [
    ...(end !== undefined && comma === undefined ? [{ from: end, to: end, text: ',' }] : []),
    { from: insertAt, to: insertAt, text: space + added + tail + closing },
  ]);
}

/** A value is written on one line, so that a diff stays short. */
function printValue(value: unknown, { inline }: PrintStyle): string {
  return inline ? JSON.stringify(value) : printSpaced(value);
}

function printSpaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printSpaced).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${printSpaced(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Applies edits by position; edits at the same position keep their order. */
function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let position = 0;
  let result = '';
  for (const { from, to, text: added } of edits) {
    result += text.slice(position, from) + added;
    position = to;
  }
  return result + text.slice(position);
}

/** The position of the comma after a value, past whitespace and comments. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  return (scanner.scan() as number) === jsonToken.comma ? scanner.getTokenOffset() : undefined;
}

function endsInLineComment(text: string): boolean {
  const scanner = createScanner(text, false);
  let last: number = jsonToken.unknown;
  for (let kind: number = scanner.scan(); kind !== jsonToken.end; kind = scanner.scan()) {
    if (kind !== jsonToken.space && kind !== jsonToken.lineBreak) last = kind;
  }
  return last === jsonToken.lineComment;
}

/** The line endings and indentation of the file. */
function styleOf(text: string): { readonly eol: string; readonly indentUnit: string } {
  const indent = /^([ \t]+)["[{/]/m.exec(text)?.[1] ?? '  ';
  return { eol: text.includes('\r\n') ? '\r\n' : '\n', indentUnit: indent.includes('\t') ? '\t' : indent };
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;
const lineIndent = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
const startsLine = (text: string, offset: number): boolean => text.slice(lineStart(text, offset), offset).trim() === '';
const lineNumberAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;
const errorCodeWords = (code: string): string => code.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
