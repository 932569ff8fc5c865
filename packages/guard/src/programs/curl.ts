import { curlOptions } from '../../.cache/programs/curl.js';
import { type Machine, type Program, programTable } from '../machine.js';
import { type ReadWords, readWords } from '../packs/options.js';
import { isFullyKnown, marks, type Value } from '../value.js';
import { listOfWords } from '../word-lists.js';
import { argumentsOf, fileName, isStandardInput, joinPath } from './call-words.js';
import {
  addressHoldsSecret,
  holdsSecret,
  hostInAddress,
  isGiven,
  isThisMachine,
  noteSend,
  optionValue,
  optionValues,
} from './kit.js';
import { answerOf } from './metadata-address.js';

const maxConfigDepth = 2;

const curl: Program = (call, machine) => runCurl(machine, argumentsOf(call), call.stdin, 0);

function runCurl(
  machine: Machine,
  given: readonly Value[],
  stdin: Value | undefined,
  depth: number,
): Value | undefined {
  const words = readWords(given, curlOptions);
  if (isGiven(words, '--help', '-h', '--version', '-V', '--manual', '-M')) return undefined;
  const config = optionValue(words, '-K', '--config');
  if (config !== undefined && depth >= maxConfigDepth) machine.note({ do: 'unread', why: 'depth' });
  else if (config !== undefined) {
    const text = isStandardInput(config) ? (stdin ?? '') : machine.read(config);
    const rest = given.filter(
      (word, at) => word !== '-K' && word !== '--config' && !/^(?:-K|--config)$/.test(given[at - 1] ?? ''),
    );
    if (isFullyKnown(text)) return runCurl(machine, [...rest, ...wordsOfConfig(text)], stdin, depth + 1);
  }
  const urls = [...words.operands, ...optionValues(words, '--url')];
  noteCurlSends(machine, words, urls, stdin);
  noteCurlRequests(machine, words, urls);
  writeCurlFiles(machine, words, urls);
  return curlOutput(machine, words, urls);
}

/** The lines of a file for `curl -K` as words. */
function wordsOfConfig(text: Value): readonly Value[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(-{0,2}[A-Za-z][\w-]*)(.*)$/s.exec(line.trim());
    if (!match) return [];
    const [, name = '', rest = ''] = match;
    const value = rest
      .trimStart()
      .replace(/^[=:]\s*/, '')
      .replace(/^"(.*)"$/, '$1');
    const option = name.startsWith('-') ? name : `--${name}`;
    return value === '' ? [option] : [option, value];
  });
}

const bodyOptions = ['-d', '--data', '--data-ascii', '--data-binary', '--json', '--url-query'];
/** Headers that usually contain a credential. */
const credentialHeader = /auth|token|key|cookie|secret|passw|credential|session|signature/i;

/** Whether a header contains a secret that is not the credential of a request. */
export const isMisusedHeader = (header: Value): boolean =>
  holdsSecret(header) && !credentialHeader.test(header.slice(0, Math.max(0, header.indexOf(':'))));

function noteCurlSends(machine: Machine, words: ReadWords, urls: readonly Value[], stdin: Value | undefined): void {
  const file = (path: Value): Value =>
    isStandardInput(path) || path === '.' ? (stdin ?? marks.any) : machine.read(path);
  const data: Value[] = [];
  for (const { name, value = '' } of words.options) {
    if (bodyOptions.includes(name)) data.push(value.startsWith('@') ? file(value.slice(1)) : value);
    else if (name === '--data-raw' || name === '--form-string') data.push(value);
    else if (name === '--data-urlencode')
      data.push(/^[^=@]*@/.test(value) ? file(value.slice(value.indexOf('@') + 1)) : value);
    else if (name === '-F' || name === '--form') data.push(formPart(value, file));
    else if (name === '-T' || name === '--upload-file') data.push(file(value));
    else if (name === '-H' || name === '--header') {
      const header = value.startsWith('@') ? file(value.slice(1)) : value;
      if (isMisusedHeader(header)) data.push(header);
    } else if (name === '-b' || name === '--cookie') {
      if (isMisusedHeader(value.replace('=', ':'))) data.push(value);
    } else if (
      (name === '-A' || name === '--user-agent' || name === '-e' || name === '--referer') &&
      holdsSecret(value)
    ) {
      data.push(value);
    }
  }
  const body = data.some((text) => loginField.test(text)) ? data.map(withoutLogin) : data;
  for (const url of urls) {
    const parts = addressHoldsSecret(url) && !isOwnAddress(url) ? [...body, url] : body;
    if (parts.length > 0 && !url.startsWith('file:')) noteSend(machine, parts, hostInAddress(url));
  }
}

/** A request for a token, as in OAuth: its body contains the secret of the client. */
const loginField = /(?:^|&)grant_type=/;
const loginFields = /^(?:client_secret|client_assertion|password|refresh_token|assertion|code|device_code)=/;

const withoutLogin = (text: Value): Value =>
  text
    .split('&')
    .filter((field) => !loginFields.test(field))
    .join('&');

/** Services whose key is part of the address. */
const keyInAddress = [
  /^https:\/\/api\.telegram\.org\/bot\uE002\//,
  /^https:\/\/(?!storage\.)[\w-]+\.googleapis\.com\/[^\uE002]*[?&]key=\uE002(?:&|$)/,
  /^https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[^\uE002]*\uE002$/,
  /^https:\/\/discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/[^\uE002]*\uE002$/,
  /^https:\/\/[\w-]+\.(?:infura\.io|g\.alchemy\.com)\/(?:v2|v3)\/\uE002$/,
];

/** Whether the secret in an address is the address itself (a webhook), or the key of that service. */
function isOwnAddress(url: Value): boolean {
  const isOnly = url.split(marks.secret).length === 2 && !url.includes(marks.environment);
  return isOnly && (url.startsWith(marks.secret) || keyInAddress.some((form) => form.test(url)));
}

/** `name=@file`, `name=<file` and `name=value` in a form. */
function formPart(part: Value, file: (path: Value) => Value): Value {
  const match = /^[^=]*=[@<]/.exec(part);
  if (!match) return part;
  const path = part.slice(match[0].length).split(';', 1)[0] ?? '';
  return path
    .split(',')
    .map((one) => file(one.replace(/^"(.*)"$/, '$1')))
    .join('');
}

/** Ports of search engines and databases, whose contents one request deletes. */
const storePorts = /:(?:9200|9201|5984|8086|6333)(?:\/|$)/;

/** A single index by name; a leading special character means all of them, or settings. */
const namedIndex = /:(?:9200|9201)\/[a-z][\w.-]*\/?$/;

/** A request to a search engine that deletes its matches. */
export const deletesByQuery = (url: Value): boolean => /\/_delete_by_query(?![\w-])/.test(url);

function noteCurlRequests(machine: Machine, words: ReadWords, urls: readonly Value[]): void {
  const method = optionValue(words, '-X', '--request') ?? '';
  const orders = optionValues(words, '-Q', '--quote', '--prequote', '--postquote');
  const deletes = /^delete$/i.test(method) || orders.some((order) => /^[-+*]?\s*(?:dele|rmd|rm|rmdir)\b/i.test(order));
  const socket = optionValue(words, '--unix-socket', '--abstract-unix-socket');
  if (
    socket?.includes('docker.sock') &&
    (method !== '' || isGiven(words, ...bodyOptions)) &&
    !/^(?:get|head)$/i.test(method)
  ) {
    machine.note({ do: 'mount', what: "Docker's socket" });
  }
  const removesIndex = optionValues(words, ...bodyOptions).some((body) => body.includes('remove_index'));
  for (const url of urls.filter((one) => deletesByQuery(one) || (removesIndex && one.includes('/_aliases'))))
    machine.note({ do: 'destroy', kind: 'db', what: 'data of a store', target: url });
  if (!deletes) return;
  for (const url of urls) {
    const host = hostInAddress(url);
    if (isThisMachine(host) && namedIndex.test(url)) continue;
    if (storePorts.test(url)) machine.note({ do: 'destroy', kind: 'db', what: 'data of a store', target: url });
    else if (!isThisMachine(host)) machine.note({ do: 'destroy', kind: 'remote', what: 'a resource', target: url });
  }
}

function writeCurlFiles(machine: Machine, words: ReadWords, urls: readonly Value[]): void {
  const folder = optionValue(words, '--output-dir') ?? '';
  for (const path of optionValues(words, '-o', '--output')) {
    // `#1` is replaced by a part of the address.
    const name = path.replace(/#\d+/g, marks.star);
    if (path !== '-') machine.write(joinPath(folder, name), 'over', textOf(machine, urls));
  }
  for (const format of optionValues(words, '-w', '--write-out'))
    for (const [, path = ''] of format.matchAll(/%output\{>{0,2}([^{}]+)\}/g)) machine.write(path, 'over');
  if (isGiven(words, '-O', '--remote-name', '--remote-name-all')) {
    for (const url of urls) machine.write(joinPath(folder, nameInUrl(url)), 'over', marks.net);
  }
  const others = optionValues(
    words,
    ...listOfWords(
      '-D --dump-header -c --cookie-jar --trace --trace-ascii --stderr --libcurl --etag-save --hsts --alt-svc',
    ),
  );
  for (const path of others) if (path !== '-' && path !== '%') machine.write(path, 'over');
}

/** The file name at the end of an address. */
export const nameInUrl = (url: Value): Value => {
  const path = url.replace(/^[a-z]+:\/\//i, '').split(/[?#]/, 1)[0] ?? '';
  return path.includes('/') ? fileName(path) || 'index.html' : 'index.html';
};

function textOf(machine: Machine, urls: readonly Value[]): Value {
  const parts = urls.map((url) =>
    /^file:/i.test(url) ? machine.read(url.replace(/^file:\/*(?:localhost\/)?/i, '/')) : answerOf(machine, url),
  );
  return parts.join('') || marks.net;
}

function curlOutput(machine: Machine, words: ReadWords, urls: readonly Value[]): Value {
  const files = optionValues(words, '-o', '--output');
  const printsAll = files.length < urls.length || files.includes('-');
  if (isGiven(words, '-O', '--remote-name', '--remote-name-all') || !printsAll) return marks.any;
  return textOf(machine, urls);
}

export const curlPrograms = programTable({ 'curl curlie': curl });
