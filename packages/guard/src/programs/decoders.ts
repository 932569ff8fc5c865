import { type Call, type Machine, type Program, programTable } from '../machine.js';
import type { OptionTable } from '../packs/options.js';
import { foreignText, isFullyKnown, marks, sourcesOf, type Value } from '../value.js';
import { listOfWords } from '../word-lists.js';
import { argumentsOf } from './call-words.js';
import { hostInAddress, inputOf, isGiven, noteSend, optionValue, readCallWords, unknownFrom } from './kit.js';

/** The result of a decoder: known if the input is; else `decoded`, with the sources of the input. */
function decoded(input: Value, decode: (text: string) => string | undefined): Value {
  // Without known input it reads text that is typed or piped in from outside.
  const text = input !== '' && isFullyKnown(input) ? decode(input) : undefined;
  return text === undefined ? marks.decoded + (sourcesOf(input) || marks.any) : foreignText(text);
}

const utf8 = (bytes: readonly number[]): string => new TextDecoder().decode(Uint8Array.from(bytes));
const toBase64 = (text: string): string =>
  btoa(
    bytesOf(text)
      .map((byte) => String.fromCharCode(byte))
      .join(''),
  );
const bytesOf = (text: string): readonly number[] => [...new TextEncoder().encode(text)];

/** The text in base64; undefined if it is cut. */
export function textOfBase64(text: string): string | undefined {
  const letters = text
    .replace(/[^A-Za-z0-9+/_-]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  if (letters.length % 4 === 1) return undefined;
  return utf8([...atob(letters)].map((letter) => letter.charCodeAt(0)));
}

const base32Letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

function fromBase32(text: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of text.toUpperCase()) {
    const value = base32Letters.indexOf(letter);
    if (value < 0) continue;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return utf8(bytes);
}

const base64Options: OptionTable = {
  values: ['-w', '-b', '-i', '-o', '--wrap', '--break', '--input', '--output'],
  flags: ['--decode', '--ignore-garbage', '--help', '--version'],
};

/** base64 and base32: the input is a file, a pipe, or on macOS the value of -i. */
const base =
  (decode: (text: string) => string | undefined, always = false): Program =>
  (call, machine) => {
    // GNU's -i has no value (ignore garbage); that of macOS is a file.
    const isGnu =
      argumentsOf(call).some((word) => /^-[a-ce-zA-Z]*d[a-hj-zA-Z]*i|^-i$/.test(word)) && call.stdin !== undefined;
    const table = isGnu ? { ...base64Options, values: ['-w', '--wrap'] } : base64Options;
    const words = readCallWords(call, table);
    const decodes =
      always ||
      isGiven(words, '-d', '-D', '--decode') ||
      words.options.some(({ name }) => name.length > 3 && '--decode'.startsWith(name));
    const file = isGnu ? undefined : optionValue(words, '-i', '--input');
    const input = inputOf(machine, call, file === undefined ? words.operands.filter((word) => word !== '-') : [file]);
    const printed = decodes ? decoded(input, decode) : encoded(call, input);
    const output = isGnu ? undefined : optionValue(words, '-o', '--output');
    if (output === undefined || output === '/dev/stdout') return printed;
    machine.write(output, 'over', printed);
    return '';
  };

function encoded(call: Call, input: Value): Value {
  if (!isFullyKnown(input) || !call.name.includes('64')) return unknownFrom(input);
  return `${toBase64(input)}\n`;
}

const xxd: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-c', '-cols', '-g', '-l', '-len', '-n', '-o', '-s', '-seek'] });
  const input = inputOf(machine, call, words.operands.slice(0, 1));
  const isPlain = isGiven(words, '-p', '-plain', '-ps');
  const letters = words.options.map(({ name }) => name);
  if (!letters.includes('-r')) {
    if (!isFullyKnown(input) || !isPlain) return unknownFrom(input);
    return `${bytesOf(input)
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')}\n`;
  }
  const printed = decoded(input, (text) =>
    fromHex(isPlain || letters.includes('-s') ? text : text.replace(/^[0-9a-f]+:/gim, '').replace(/ {2,}.*$/gm, '')),
  );
  const output = words.operands[1];
  if (output === undefined) return printed;
  machine.write(output, 'over', printed);
  return '';
};

function fromHex(text: string): string {
  const digits = text.replace(/\\x|0x/gi, '').replace(/[^0-9a-f]/gi, '');
  const bytes: number[] = [];
  for (let at = 0; at + 1 < digits.length; at += 2) bytes.push(Number.parseInt(digits.slice(at, at + 2), 16));
  return utf8(bytes);
}

/** od, hexdump and similar programs print bytes, which no one runs as they are. */
const od: Program = (call, machine) => {
  const words = readCallWords(call, { values: ['-A', '-t', '-N', '-j', '-w', '-S'] });
  return unknownFrom(inputOf(machine, call, words.operands));
};

const openssl: Program = (call, machine) => {
  const [order = '', ...rest] = argumentsOf(call);
  const valueOf = (name: string): Value | undefined => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
  const has = (...names: readonly string[]): boolean => rest.some((word) => names.includes(word));
  if (order === 's_client')
    return connect(call, machine, valueOf('-connect') ?? valueOf('-host') ?? rest.at(-1) ?? 'unknown');
  if (order === 's_server') return marks.net;
  const from = valueOf('-in');
  const input = from === undefined ? (call.stdin ?? '') : machine.read(from);
  const to = valueOf('-out');
  const printed = opensslText(order, input, has);
  if (to === undefined) return has('-noout') ? marks.any : printed;
  machine.write(to, 'over', printed);
  return '';
};

function opensslText(order: string, input: Value, has: (...names: string[]) => boolean): Value {
  const isCipher = order === 'enc' || order === 'base64' || /^(?:aes|des|bf|camellia|chacha|aria)/.test(order);
  if (isCipher && has('-d')) {
    const isBase64 = order === 'base64' || has('-base64', '-a');
    return decoded(input, (text) =>
      isBase64 && !has('-k', '-pass', '-K', '-pbkdf2') ? textOfBase64(text) : undefined,
    );
  }
  if (order === 'base64' || (order === 'enc' && has('-base64')))
    return isFullyKnown(input) ? `${toBase64(input)}\n` : unknownFrom(input);
  if (isCipher) return unknownFrom(input);
  const printsKey = listOfWords('rsa pkey ec dsa pkcs8 pkcs12 cms smime asn1parse pkeyutl rsautl').includes(order);
  return printsKey && !has('-pubout', '-pubin') ? unknownFrom(input) : marks.any;
}

function connect(call: Call, machine: Machine, address: Value): Value {
  if (call.stdin !== undefined && call.stdin !== '') noteSend(machine, [call.stdin], hostInAddress(address));
  if (machine.memory.has('a named pipe')) machine.note({ do: 'shell', over: 'network' });
  return marks.net;
}

export const decoderPrograms = programTable({
  'base64 gbase64 base64url': base(textOfBase64),
  base32: base(fromBase32),
  basenc: base((text) => textOfBase64(text)),
  uudecode: base(() => undefined, true),
  xxd,
  od,
  openssl,
});
