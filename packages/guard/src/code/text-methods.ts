import { firstItems, leftOut } from '../left-out.js';
import { isFullyKnown, marks } from '../value.js';
import { byWord } from '../word-lists.js';
import {
  type Arguments,
  type CodeList,
  type CodeText,
  type CodeValue,
  codeList,
  codeText,
  firstText,
  textList,
} from './code-values.js';
import { numberOf, repeatedText, sliceValue } from './computed.js';
import { base64Text, fromHex, reversedText, rotated13, translatedText } from './decoded-texts.js';
import { joinedTexts } from './expressions.js';
import { characters, formattedText } from './formatted-text.js';

/** How many characters of a text are distinguished. */
const maxChars = 2_000;

type TextMethod = (owner: CodeText, args: Arguments) => CodeValue;

const each =
  (change: (text: string) => string): TextMethod =>
  (owner) => ({ ...owner, ...codeText(...owner.values.map(change)) });

const bound = (codeValue: CodeValue | undefined): number | undefined =>
  codeValue === undefined ? undefined : numberOf(codeValue);

const replaced: TextMethod = (owner, { list: [from, to] }) => {
  const pattern = from?.kind === 'text' && from.type === 'pattern' ? (from.path?.[0] ?? '') : firstText(from);
  const isPlain =
    isFullyKnown(pattern) &&
    pattern !== '' &&
    ![...pattern].some((char) => '\\^$.*+?()[]{}|'.includes(char) && from?.kind === 'text' && from.type === 'pattern');
  if (!isPlain || to?.kind === 'function')
    return { ...owner, ...codeText(...owner.values.map((value) => value + marks.any)) };
  const text = firstText(to);
  if (owner.values.some((value) => value.length * text.length > 1_000_000))
    return codeText(leftOut('codeText', text, ...owner.values));
  return { ...owner, ...codeText(...owner.values.map((value) => value.replaceAll(pattern, () => text))) };
};

const splitText: TextMethod = (owner, { list: [glue] }) => {
  const char = glue === undefined || firstText(glue) === marks.any ? ' ' : firstText(glue);
  return textList((owner.values[0] ?? '').split(char).filter((part) => char !== ' ' || part !== ''));
};

const sliced: TextMethod = (owner, { list: [from, to] }) => sliceValue(owner, bound(from), bound(to));
const decodedAs: TextMethod = (owner, { list: [form] }) => {
  const name = form === undefined ? '' : firstText(form);
  if (name.startsWith('base64')) return codeText(...owner.values.map(base64Text));
  if (name === 'hex' || name === 'hex_codec') return codeText(...owner.values.map(fromHex));
  return name.includes('rot') ? codeText(...owner.values.map(rotated13)) : owner;
};

const same: TextMethod = (owner) => owner;
const lower = each((text) => text.toLowerCase());
const upper = each((text) => text.toUpperCase());
const trimmed = each((text) => text.trim());
const reversed = each(reversedText);
const listed: TextMethod = (owner) =>
  codeList(firstItems([...(owner.values[0] ?? '')], maxChars).map((char) => codeText(char)));
const linesOf: TextMethod = (owner) => textList((owner.values[0] ?? '').split('\n'));

const methods: Readonly<Record<string, TextMethod>> = byWord({
  join: (owner, { list }) => joinedTexts(list, owner.values[0] ?? ''),
  'replace replaceAll gsub sub': replaced,
  format: (owner, { list, named }) => formattedText(owner.values[0] ?? '', list, named),
  concat: (owner, { list }) => joinedTexts([owner, ...list], ''),
  split: splitText,
  'slice substring': sliced,
  substr: (owner, { list: [from, count] }) =>
    sliceValue(owner, bound(from), count === undefined ? undefined : (bound(from) ?? 0) + numberOf(count)),
  charAt: (owner, { list: [at] }) => codeText(...owner.values.map((value) => value[numberOf(at)] ?? '')),
  repeat: (owner, { list: [count] }) => codeText(...owner.values.map((value) => repeatedText(value, numberOf(count)))),
  'lower toLowerCase downcase': lower,
  'upper toUpperCase upcase': upper,
  'strip rstrip lstrip trim chomp': trimmed,
  reverse: reversed,
  chars: listed,
  tr: (owner, { list: [from, to] }) =>
    codeText(...owner.values.map((value) => translatedText(value, firstText(from), firstText(to)))),
  unpack1: (owner, { list: [form] }) =>
    firstText(form).startsWith('m') ? codeText(...owner.values.map(base64Text)) : codeText(marks.decoded),
  unpack: (owner, { list: [form] }) =>
    codeList([firstText(form).startsWith('m') ? codeText(...owner.values.map(base64Text)) : codeText(marks.decoded)]),
  'decode toString': decodedAs,
  chr: (owner) => characters([owner]),
  'encode to_s to_str to_sym to_a valueOf read readlines readline text json shellescape freeze dup': same,
  'splitlines lines': linesOf,
});

/** The result of a text method; undefined for unknown methods. */
export const textMethod = (owner: CodeText, name: string, args: Arguments): CodeValue | undefined =>
  Object.hasOwn(methods, name) ? methods[name]?.(owner, args) : undefined;

/** The result of a list method; undefined for unknown methods. */
export function listMethod(owner: CodeList, name: string, args: Arguments): CodeValue | undefined {
  const [first] = args.list;
  if (name === 'join') return joinedTexts(owner.items, first === undefined ? '' : firstText(first));
  if (name === 'reverse' || name === 'toReversed') return codeList([...owner.items].reverse());
  if (name === 'concat' || name === 'extend' || name === 'push' || name === 'append')
    return codeList([...owner.items, ...args.list]);
  if (name === 'slice') return sliceValue(owner, bound(first), bound(args.list[1]));
  if (name === 'first' || name === 'shift') return owner.items[0];
  if (name === 'last' || name === 'pop') return owner.items.at(-1);
  if (name === 'pack') return packed(owner, firstText(first));
  if (['sort', 'uniq', 'flatten', 'toArray', 'compact', 'to_a', 'copy', 'entries', 'values', 'flat'].includes(name))
    return owner;
  return undefined;
}

/** `[114, 109].pack('c*')` and `['cm0='].pack('m')` */
function packed(owner: CodeList, form: string): CodeValue {
  const texts = owner.items.map(firstText);
  if (form.startsWith('H')) return codeText(...texts.map(fromHex));
  const codes = texts.map(Number);
  return codes.some(Number.isNaN)
    ? codeText(marks.decoded)
    : codeText(String.fromCodePoint(...codes.filter((code) => code > 0 && code < 0xd800)));
}
