import { isFullyKnown, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import type { Command } from './parse.js';
import type { ShellFrame } from './state.js';
import { nothing, OutputStream, type Stream } from './streams.js';

/** Programs that read their input to the end, with options that do not change that. */
const readers: Readonly<Record<string, RegExp>> = {
  cat: /^-[AbeEnstTuv]+$/,
  sort: /^-[bdfgihMnrRsuVz]+$/,
  tee: /^-[ai]+$/,
  uniq: /^-[cdiu]+$/,
  wc: /^-[clmLw]+$/,
};

/**
 * Whether a command certainly reads all of its input. It must be the program itself, it must certainly run, and nothing may
 * stop it: a file that cannot be opened, a closed output, or a following reader that ends first.
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
