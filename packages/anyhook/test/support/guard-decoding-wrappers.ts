import type { CommandWrapper } from './guard-wrappers.js';

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const bytes = (text: string): readonly number[] => [...Buffer.from(text)];
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (text: string): string => Buffer.from(text).toString('hex');
const hexEscapes = (text: string): string =>
  bytes(text)
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('');
const octalEscapes = (text: string): string =>
  bytes(text)
    .map((byte) => `\\${byte.toString(8).padStart(3, '0')}`)
    .join('');
const rotated = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) => {
    const first = letter >= 'a' ? 97 : 65;
    return String.fromCharCode(((letter.charCodeAt(0) - first + 13) % 26) + first);
  });
const reversed = (text: string): string => [...text].reverse().join('');

const any = (wrap: (text: string) => string): CommandWrapper => ({ takes: 'line', gives: 'line', wrap });
/** For single-line texts, because the program reads lines. */
const oneLine = (wrap: (text: string) => string): CommandWrapper => ({ takes: 'plain', gives: 'line', wrap });

/** The text of the command is encoded, and a program or the shell decodes it. */
export const decodingWrappers: Readonly<Record<string, CommandWrapper>> = {
  'hex in quotes': any((text) => `eval $'${hexEscapes(text)}'`),
  'octal in quotes': any((text) => `bash -c $'${octalEscapes(text)}'`),
  'unicode in quotes': any(
    (text) => `eval $'${[...text].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}'`,
  ),
  'printf of a name': oneLine((text) => {
    const [name = '', ...rest] = text.split(' ');
    return `$(printf '${hexEscapes(name)}') ${rest.join(' ')}`;
  }),
  'printf of hex': any((text) => `printf '${hexEscapes(text)}' | sh`),
  'printf of octal': any((text) => `sh -c "$(printf '${octalEscapes(text)}')"`),
  'printf %b': any((text) => `printf %b '${octalEscapes(text)}' | bash`),
  'echo -e': any((text) => `echo -e '${hexEscapes(text)}' | bash`),
  base64: any((text) => `echo ${base64(text)} | base64 -d | sh`),
  'base64 in a variable': any((text) => `x=${base64(text)}; eval "$(echo "$x" | base64 --decode)"`),
  'base64 as input': any((text) => `base64 -d <<< ${base64(text)} | bash`),
  'base64 evaluated': any((text) => `eval "$(base64 -d <<<'${base64(text)}')"`),
  'base64 as a file': any((text) => `bash <(echo ${base64(text)} | base64 -d)`),
  'base64 into a file': any((text) => `echo ${base64(text)} | base64 -d > /tmp/e.sh && sh /tmp/e.sh`),
  'base64 twice': any((text) => `echo ${base64(base64(text))} | base64 -d | base64 -d | sh`),
  'base64 of openssl': any((text) => `echo ${base64(text)} | openssl base64 -d -A | sh`),
  'base64 of openssl enc': any((text) => `echo ${base64(text)} | openssl enc -base64 -d -A | sh`),
  'base64 of python': any(
    (text) => `python3 -c "import base64;print(base64.b64decode('${base64(text)}').decode())" | sh`,
  ),
  'base64 of perl': any((text) => `perl -MMIME::Base64 -e 'print decode_base64("${base64(text)}")' | sh`),
  'hex of xxd': any((text) => `echo ${hex(text)} | xxd -r -p | sh`),
  rev: oneLine((text) => `echo ${quoted(reversed(text))} | rev | sh`),
  rot13: oneLine((text) => `echo ${quoted(rotated(text))} | tr 'A-Za-z' 'N-ZA-Mn-za-m' | sh`),
  'small rot13': oneLine((text) => `echo ${quoted(text.replace(/[a-z]/g, rotated))} | tr 'a-z' 'n-za-m' | sh`),
  sed: oneLine((text) => `echo ${quoted(`z${text}`)} | sed 's/^z//' | sh`),
  cut: oneLine((text) => `echo ${quoted(`z:${text}`)} | cut -d: -f2- | sh`),
  head: oneLine((text) => `printf '%s\\n' ${quoted(text)} x | head -1 | sh`),
  tail: oneLine((text) => `printf '%s\\n' x ${quoted(text)} | tail -n 1 | sh`),
  grep: oneLine((text) => `printf '%s\\n' x ${quoted(text)} | grep -v '^x$' | sh`),
  awk: oneLine((text) => `echo ${quoted(text)} | awk '{print $0}' | sh`),
  paste: any((text) => `printf '%s' ${quoted(text)} | cat - | sh`),
};
