import type { CopySource, EffectPlace } from '../effect.js';
import { type Call, type Machine, memoryKeys } from '../machine.js';
import { type OptionTable, type ReadWords, readWords } from '../packs/options.js';
import { isUserFile } from '../places/scope.js';
import { marks, sentContent, sourcesOf, type Value } from '../value.js';
import { argumentsOf, fileName, isStandardInput, withoutSlashes } from './call-words.js';

/** The options and operands of a call. */
export const readCallWords = (call: Call, table: OptionTable): ReadWords => readWords(argumentsOf(call), table);

/** Whether one of the options is given. */
export const isGiven = (words: ReadWords, ...names: readonly string[]): boolean =>
  words.options.some(({ name }) => names.includes(name));

/** The value of the last of the options that is given; undefined if none is. */
export const optionValue = (words: ReadWords, ...names: readonly string[]): Value | undefined =>
  words.options.findLast(({ name, value }) => names.includes(name) && value !== undefined)?.value;

/** The values of all uses of the options, in order. */
export const optionValues = (words: ReadWords, ...names: readonly string[]): readonly Value[] =>
  words.options.flatMap(({ name, value }) => (names.includes(name) && value !== undefined ? [value] : []));

/** Whether the program only prints help: the option precedes anything that it could work on. */
export function onlyHelps(call: Call, ...more: readonly string[]): boolean {
  for (const word of argumentsOf(call)) {
    if (word === '--help' || word === '--version' || more.includes(word)) return true;
    if (word === '--' || !word.startsWith('-')) return false;
  }
  return false;
}

/** Unknown text, with the sources of these values. */
export const unknownFrom = (...values: readonly (Value | undefined)[]): Value => {
  const sources = sourcesOf(...values);
  return sources.includes(marks.any) ? sources : marks.any + sources;
};

/** The name of files that `find` selects by something other than their names. */
export const foundName = '(found)';

export function folderName(path: Value): Value {
  const bare = withoutSlashes(path);
  const slash = bare.lastIndexOf('/');
  if (slash < 0) return '.';
  return slash === 0 ? '/' : withoutSlashes(bare.slice(0, slash));
}

/** The contents of the files, joined; `-` is the standard input. */
export const readFiles = (machine: Machine, files: readonly Value[], stdin: Value | undefined): Value =>
  files.map((file) => (isStandardInput(file) ? (stdin ?? marks.any) : machine.read(file))).join('');

/** The input of a program that reads files, or else its standard input. */
export const inputOf = (machine: Machine, call: Call, files: readonly Value[]): Value =>
  files.length === 0 ? (call.stdin ?? '') : readFiles(machine, files, call.stdin);

const addressScheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//;

/** The host of an address such as `https://user@host:80/x`; the address itself if it has another form. */
export function hostInAddress(address: Value): Value {
  const rest = address.replace(addressScheme, '');
  const end = rest.search(/[/?#]/);
  const authority = end < 0 ? rest : rest.slice(0, end);
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host.startsWith('[')) return host.slice(1, host.indexOf(']') < 0 ? undefined : host.indexOf(']'));
  return host.split(':', 1)[0] ?? host;
}

const ownHosts = new Set(['localhost', '::1', '0.0.0.0', '::', 'host.docker.internal', 'ip6-localhost']);

/** Whether a host is this machine. */
export const isThisMachine = (host: Value): boolean =>
  ownHosts.has(host.toLowerCase()) || host.toLowerCase().endsWith('.localhost') || /^127\.[\d.]+$/.test(host);

/** Whether only this machine can reach a server at this address. */
export const servesThisMachine = (host: Value): boolean => isThisMachine(host) && !/^(?:0\.0\.0\.0|::)$/.test(host);

/** Whether a text contains a credential, or may contain one. */
export const holdsSecret = (text: Value): boolean => text.includes(marks.secret) || text.includes(marks.environment);

/** `https://user:secret@host/`: the credential of the request, as with `curl -u`. */
const loginInAddress = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/)[\w.%-]*:?\uE002@/;

/** Whether an address contains a secret other than the login for its host. */
export const addressHoldsSecret = (address: Value): boolean => holdsSecret(address.replace(loginInAddress, '$1'));

/** Writes text. A file outside the project that gets no text counts as deleted; endless text fills the disk. */
export function writeText(
  machine: Machine,
  path: Value,
  how: 'over' | 'append',
  text: Value | undefined,
  from?: CopySource,
): void {
  const at = machine.place(path);
  if (how === 'over' && text === '' && isUserFile(at)) machine.note({ do: 'delete', at, recursive: false });
  if (text?.includes(marks.endless) && !path.startsWith('/dev/'))
    machine.note({ do: 'exhaust', what: 'fills the disk' });
  machine.write(path, how, text, from);
}

/** Reports a move. The next boot empties the folders for temporary files, so files that are moved there are lost. */
export function noteMove(machine: Pick<Machine, 'note'>, from: EffectPlace, to: EffectPlace): void {
  const isLost = /^temp/.test(to.scope) && (from.scope === 'in-home' || from.scope === 'outside');
  if (isLost && !/[^.]\.\w{1,8}$/.test(fileName(from.path))) machine.note({ do: 'delete', at: from, recursive: false });
  machine.note({ do: 'move', from, to });
}

/** Changes a file in place; `left` is its text afterwards, if known. */
export function editFile(machine: Machine, path: Value, left: Value | undefined): void {
  if (left === undefined) machine.write(path, 'edit');
  else writeText(machine, path, 'over', left);
}

/** Records a folder whose files came from the network; the project also has other files. */
export function noteFetched({ memory, cwd }: Machine, { path, scope }: EffectPlace): void {
  const isOwn = scope === 'project' || (scope === 'inside' && path === cwd);
  const key = isOwn ? memoryKeys.fetchedBesideOwn : memoryKeys.fetchedFolders;
  memory.set(key, `${memory.get(key) ?? ''}${path}\n`);
}

/** A file server shows its files to everyone who can reach the port. */
export function noteServedFolder(machine: Machine, folder: Value | undefined): void {
  const scope = machine.place(folder ?? '.').scope;
  if (['root', 'home', 'system', 'secret', 'above'].includes(scope))
    machine.note({ do: 'expose', what: 'files outside the project' });
}

/** Reports that data are sent off the machine, unless the host is this machine. */
export function noteSend(machine: Machine, data: readonly Value[], host: Value, what?: string): void {
  if (isThisMachine(host)) return;
  machine.note({ do: 'send', ...sentContent(data.join('')), host, ...(what === undefined ? {} : { what }) });
}

/** `host:path` and `user@host:path`, as ssh programs read them; undefined for a path on this machine. */
export function remotePath(word: Value): { readonly host: Value; readonly path: Value } | undefined {
  const address = /^(?:scp|sftp|rsync|ssh):\/\//.exec(word);
  if (address) {
    const rest = word.slice(address[0].length);
    const slash = rest.indexOf('/');
    return { host: hostInAddress(rest), path: slash < 0 ? '' : rest.slice(slash + 1) };
  }
  const colon = word.indexOf(':');
  const slash = word.indexOf('/');
  if (colon <= 0 || (slash >= 0 && slash < colon)) return undefined;
  const host = word.slice(0, colon);
  return { host: host.slice(host.lastIndexOf('@') + 1), path: word.slice(colon + 1) };
}
