import { oldCommands } from '../../old-commands.js';

/** Adapters call these, and a model reads what they print. */
const silent: ReadonlySet<string> = new Set(['run-hook', 'telemetry']);

/** The arguments with the new spelling of a command; `notify` names it. */
export function withNewCommand(argv: readonly string[], notify: (text: string) => void): readonly string[] {
  const [first = '', ...rest] = argv;
  if (first === 'help' && !rest[0]?.startsWith('-'))
    return [first, ...withNewCommand(rest, notify).filter((word) => !word.startsWith('-'))];
  const words = Object.hasOwn(oldCommands, first) ? oldCommands[first] : undefined;
  if (words === undefined) return argv;
  if (!silent.has(first)) notify(`"anyhook ${first}" is now "anyhook ${words}"`);
  return [...words.split(' '), ...rest];
}
