import type { SeenCall } from '../../../guard/shell/seen-calls.js';
import type { Value } from '../../../guard/value.js';
import type { GuardedPaths, GuardedSettings } from './guarded-paths.js';
import { isLanguage } from './word-effects.js';

/** A call that starts an agent. */
export interface AgentStart {
  readonly agent: GuardedSettings;
  /** The words after the program. */
  readonly words: readonly Value[];
}

/** The agent that the call starts, by its program, its package, or a file of either. */
export function agentOf(call: SeenCall, { settings }: GuardedPaths): AgentStart | undefined {
  const { name, argv, isFullyKnown } = call;
  const named = settings.find((agent) => isProgramOf(name, argv[0] ?? '', agent));
  if (named) return { agent: named, words: argv.slice(1) };
  if ((isFullyKnown && !isLanguage(name)) || argv.some((word) => installing.test(word))) return undefined;
  for (const [at, word] of argv.entries()) {
    const agent = at === 0 ? undefined : settings.find((one) => isProgramOf('', word, one) || isPackageOf(word, one));
    if (agent) return { agent, words: argv.slice(at + 1) };
  }
  return undefined;
}

const installing = /^(?:i|install|add|update|upgrade|un\w*|rm|remove|info|view|show|outdated|ls|list)$/;

/** `claude`, `codex-x86_64-unknown-linux-musl`, `~/.local/share/claude/versions/2.1.3`, `…/node_modules/@openai/codex/bin/codex.js`. */
function isProgramOf(name: Value, path: Value, { programs, programFolder, packages }: GuardedSettings): boolean {
  const isNamed = (own: string) =>
    name === own || (own.length > 3 && /^[-_.]/.test(name.slice(own.length)) && name.startsWith(own));
  if (programs.some(isNamed)) return true;
  const slashed = path.replaceAll('\\', '/');
  return (
    (programFolder !== undefined && slashed.includes(programFolder)) ||
    packages.some((one) => slashed.includes(`/node_modules/${one}/`) || slashed.startsWith(`node_modules/${one}/`))
  );
}

/** `@anthropic-ai/claude-code`, also with a version: `npm:@openai/codex@latest`. */
const isPackageOf = (word: Value, { packages }: GuardedSettings): boolean =>
  packages.some((one) => {
    const plain = word.replace(/^(?:npm:|--package=|-p=)/, '');
    return plain === one || plain.startsWith(`${one}@`) || plain.startsWith(`${one}==`);
  });
