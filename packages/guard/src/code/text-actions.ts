import { leftOut } from '../left-out.js';
import { isFullyKnown, marks, type Value } from '../value.js';
import type { CodeAction } from './actions.js';
import {
  type CodeValue,
  codeList,
  codeNumber,
  codeText,
  derivedValue,
  firstText,
  textList,
  textsOf,
  unknownCodeValue,
} from './code-values.js';
import { numberOf } from './computed.js';
import { base64Text, fromHex, fromPercent, reversedText, rotated13 } from './decoded-texts.js';
import { joinedTexts } from './expressions.js';
import { characters, formattedText } from './formatted-text.js';

const eachText =
  (change: (text: Value) => Value): CodeAction =>
  ({ list: [first = unknownCodeValue] }) =>
    codeText(...textsOf(first).map(change));

const asReverse: CodeAction = ({ list }, flow) => {
  const [first = unknownCodeValue] = list;
  if (first.kind === 'list') return codeList([...first.items].reverse());
  if (flow.language === 'perl' && list.length > 1) return codeList([...list].reverse());
  return codeText(...textsOf(first).map(reversedText));
};

/** `Buffer.from(text, 'base64')`. */
const asBuffer: CodeAction = ({ list: [first = unknownCodeValue, form] }) => {
  if (first.kind === 'list') return characters([first]);
  const name = form === undefined ? '' : firstText(form);
  if (name.startsWith('base64')) return codeText(...textsOf(first).map(base64Text));
  return name === 'hex' ? codeText(...textsOf(first).map(fromHex)) : codeText(...textsOf(first));
};

/** `pack('H*', hex)`, `pack('C*', 114, 109)`. */
const asPack: CodeAction = ({ list: [form, ...rest] }) => {
  const letter = firstText(form)[0] ?? '';
  if (letter === 'H' || letter === 'h') return codeText(...textsOf(rest[0]).map(fromHex));
  if (letter === 'C' || letter === 'U' || letter === 'c' || letter === 'W') return characters(rest);
  return letter === 'A' || letter === 'a' ? codeText(...textsOf(rest[0])) : codeText(marks.decoded);
};

const asDecodeNamed: CodeAction = ({ list: [first = unknownCodeValue, form] }) => {
  const name = form === undefined ? '' : firstText(form).toLowerCase();
  if (name.includes('rot')) return codeText(...textsOf(first).map(rotated13));
  if (name.includes('hex')) return codeText(...textsOf(first).map(fromHex));
  if (name.includes('base64')) return codeText(...textsOf(first).map(base64Text));
  return codeText(...textsOf(first));
};

const replacedText = (text: CodeValue, from: Value, to: Value): CodeValue => {
  const values = textsOf(text);
  if (from === '') return derivedValue(text);
  if (values.some((value) => value.length * to.length > 1_000_000)) return codeText(leftOut('codeText', to, ...values));
  return codeText(...values.map((value) => value.replaceAll(from, () => to)));
};

/** Functions that turn a text or a number into another one. */
const textActions = {
  characters: ({ list }) =>
    list[0]?.kind === 'text' && list[0].type !== 'number' ? codeText(...list[0].values) : characters(list),
  base64: eachText(base64Text),
  hex: eachText(fromHex),
  percent: eachText(fromPercent),
  rot13: eachText(rotated13),
  otherDecoder: ({ list }) => codeText(marks.decoded + (derivedValue(...list).values[0] ?? '')),
  decodeNamed: asDecodeNamed,
  bufferFrom: asBuffer,
  pack: asPack,
  reverse: asReverse,
  format: ({ list: [form, ...rest], named }) => formattedText(firstText(form), rest, named),
  joinTexts: ({ list: [glue, ...rest] }) =>
    glue?.kind === 'list'
      ? joinedTexts(glue.items, firstText(rest[0] ?? codeText('')))
      : joinedTexts(rest, firstText(glue)),
  joinLast: ({ list: [items = unknownCodeValue, glue] }) =>
    joinedTexts([items], glue === undefined ? '' : firstText(glue)),
  paste: ({ list, named }) => joinedTexts(list, firstText(named.get('collapse') ?? codeText(''))),
  pasteSpaced: ({ list, named }) =>
    joinedTexts(list, firstText(named.get('sep') ?? named.get('collapse') ?? codeText(' '))),
  split: ({ list: [first] }) =>
    textList(
      firstText(first)
        .split(' ')
        .filter((word) => word !== ''),
    ),
  explode: ({ list: [glue, text] }) => textList(firstText(text).split(firstText(glue) || ' ')),
  replaceTexts: ({ list: [from, to, text = unknownCodeValue] }) => replacedText(text, firstText(from), firstText(to)),
  integer: ({ list: [first = unknownCodeValue, base] }) => {
    const text = firstText(first);
    const number = base === undefined ? numberOf(first) : Number.parseInt(text, numberOf(base) || 10);
    return Number.isNaN(number) ? derivedValue(first) : codeNumber(number);
  },
  ordinal: ({ list: [first = unknownCodeValue] }) => {
    const text = firstText(first);
    return text.length === 1 && isFullyKnown(text) ? codeNumber(text.charCodeAt(0)) : derivedValue(first);
  },
} satisfies Record<string, CodeAction>;

export type TextActionName = keyof typeof textActions;

export const runTextAction = (name: TextActionName, ...given: Parameters<CodeAction>): CodeValue =>
  (textActions[name] as CodeAction)(...given) ?? unknownCodeValue;
