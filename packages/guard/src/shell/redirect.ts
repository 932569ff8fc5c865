import { isFullyKnown, marks, sentContent, type Value } from '../value.js';
import { fileOfDescriptor, noteCopy, readFile, writeFile } from './files.js';
import type { Interpreter } from './interpreter.js';
import type { Command, HereDoc, Redirection } from './parse.js';
import type { ShellFrame } from './state.js';
import { closed, nothing, OutputStream, type Stream, TextStream, WriteStream } from './streams.js';
import { setVariable } from './variables.js';
import { expandText, partsText } from './words.js';

/** Opens the files of redirections; the new streams are set in the state. */
export function redirect(redirections: readonly Redirection[], shell: Interpreter, state: ShellFrame): void {
  for (const one of redirections) {
    if (!shell.step()) return;
    const fd = descriptorOf(one, shell, state);
    if (one.type === 'HereDoc') state.streams.set(fd, new TextStream(hereText(one, shell, state)));
    else if (!one.target) continue;
    else if (one.type === 'HereString')
      state.streams.set(fd, new TextStream(`${expandText(one.target, shell, state)}\n`));
    else openTarget(one.operator, fd, expandText(one.target, shell, state), one.descriptor !== undefined, shell, state);
  }
}

function descriptorOf(one: Redirection, shell: Interpreter, state: ShellFrame): number {
  if (one.descriptor?.type === 'FileDescriptor') return one.descriptor.value;
  if (one.descriptor) {
    const free = 10 + state.streams.size;
    setVariable(one.descriptor.name, String(free), shell, state);
    return free;
  }
  return one.operator.startsWith('<') ? 0 : 1;
}

/** A text without expansions still loses the backslashes before special characters and line ends. */
const withoutEscapes = (text: string): string =>
  text.replace(/\\([$`\\\n])/g, (_, char) => (char === '\n' ? '' : char));

function hereText({ operator, delimiter, body }: HereDoc, shell: Interpreter, state: ShellFrame): Value {
  const plain = delimiter?.quoted ? body.text : withoutEscapes(body.text);
  const text = delimiter?.quoted || !body.parts ? plain : partsText(body.parts, shell, state);
  return operator === '<<-' ? text.replace(/^\t{1,200}/gm, '') : text;
}

function openTarget(
  operator: string,
  fd: number,
  target: Value,
  hasDescriptor: boolean,
  shell: Interpreter,
  state: ShellFrame,
): void {
  const { streams } = state;
  if (operator === '<&' || operator === '>&') {
    const number = /^(\d{1,4})-?$/.exec(target)?.[1];
    if (number !== undefined) {
      streams.set(fd, streams.get(Number(number)) ?? closed);
      return;
    }
    if (target === '-') {
      streams.set(fd, closed);
      return;
    }
  }
  const stream = openFile(operator, target, shell, state);
  streams.set(fd, stream);
  // `&> file` and `>& file` are both streams; so is `<> file` in a shell that reads and writes it.
  if (operator.startsWith('&') || (operator === '>&' && !hasDescriptor)) {
    streams.set(1, stream);
    streams.set(2, stream);
  }
}

function openFile(operator: string, path: Value, shell: Interpreter, state: ShellFrame): Stream {
  const own = /^\/dev\/(?:fd\/(\d{1,3})|(stdin)|(stdout)|(stderr))$/.exec(path);
  if (own) {
    const number = own[1] !== undefined ? Number(own[1]) : own[2] ? 0 : own[3] ? 1 : 2;
    if (operator === '<' || fileOfDescriptor(path, state) === path) return state.streams.get(number) ?? closed;
  }
  if (/^\/dev\/(?:tcp|udp)\//.test(path)) return networkStream(path.split('/')[3] ?? '', shell, state);
  if (operator === '<') return new TextStream(readFile(path, shell, state), undefined, shell.placeIn(state, path).path);
  if (path === '/dev/null') return nothing;
  if (/^\/dev\/(?:tty|pts\/\d+)$/.test(path)) return state.streams.get(2) ?? nothing;
  const how = operator.endsWith('>>') ? 'append' : 'over';
  const at = shell.placeIn(state, path);
  const place = at.path;
  if (how === 'over' && operator !== '<>') shell.emptied.push(at);
  const isWaiting = shell.waiting.has(path);
  if (!isWaiting) writeFile(path, { how: operator === '<>' ? 'edit' : how, text: '' }, shell, state);
  return new WriteStream(
    (text) => {
      if (text.includes(marks.endless)) shell.note(fillsDisk, state.remote);
      noteCopy(text, at, shell, state);
      if (isWaiting) writeFile(path, { how, text }, shell, state);
      else shell.files.set(place, (shell.files.get(place) ?? '') + text);
    },
    () => (operator === '<>' ? readFile(path, shell, state) : undefined),
  );
}

/** A file that gets endless text. */
const fillsDisk = { do: 'exhaust', what: 'fills the disk' } as const;

export function networkStream(host: Value, shell: Interpreter, state: ShellFrame): Stream {
  const send = (text: Value): void => {
    if (text !== '') shell.note({ do: 'send', ...sentContent(text), host }, state.remote);
  };
  return new WriteStream(send, () => marks.net, true);
}

/** Programs that read their input to the end, with the options that do not change that. */
const readers: Readonly<Record<string, RegExp>> = {
  cat: /^-[AbeEnstTuv]+$/,
  sort: /^-[bdfgihMnrRsuVz]+$/,
  tee: /^-[ai]+$/,
  uniq: /^-[cdiu]+$/,
  wc: /^-[clmLw]+$/,
};

/**
 * Whether a command certainly reads all of its input. It must be the program itself, it must certainly run, and nothing
 * may stop it: a file that cannot be opened, a closed output, or a following reader that ends first.
 */
export function readsAll(
  { prefix, redirects }: Command,
  argv: readonly Value[],
  shell: Interpreter,
  { functions, aliases, hashed, variables, streams, hasEnded }: ShellFrame,
): boolean {
  const [name = '', ...words] = argv;
  const flags = Object.hasOwn(readers, name) ? readers[name] : undefined;
  if (!flags || prefix.length > 0 || hasEnded || !shell.isSure()) return false;
  if (functions.has(name) || aliases.has(name) || hashed.has(name) || variables.has('PATH')) return false;
  const isEmptied = redirects.every((one) => one.type === 'Redirect' && one.target?.value === '/dev/null');
  const isPlain = words.every((word) => isFullyKnown(word) && flags.test(word));
  return isPlain && isEmptied && keepsAll(streams.get(1)) && keepsAll(streams.get(2));
}

const keepsAll = (stream: Stream | undefined): boolean => stream === nothing || stream instanceof OutputStream;
