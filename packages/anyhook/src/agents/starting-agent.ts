import type { ProcessFacts } from '@anyhook/core';
import type { Agent } from './agent.js';
import { surroundingAgent } from './environment.js';
import { agents } from './index.js';

/** The agent that started this process, and the evidence for it. */
export interface StartingAgent {
  readonly agent: string;
  readonly sign: string;
}

/** The agent (or hook) among the ancestors of a process: by its program, or by the variables that it sets. */
export function startingAgent(
  ancestors: readonly ProcessFacts[],
  known: readonly Agent[] = agents,
): StartingAgent | undefined {
  for (const ancestor of ancestors) {
    const agent = known.find((one) => isProgramOf(ancestor, one));
    if (agent) return { agent: agent.title, sign: `process ${ancestor.pid} is its program` };
    const marked = surroundingAgent(ancestor.env);
    if (marked) return { agent: marked.agent, sign: `${marked.variable} is set for process ${ancestor.pid}` };
  }
  return undefined;
}

function isProgramOf({ name, file, args }: ProcessFacts, { programs }: Agent): boolean {
  if (!programs) return false;
  const files = [file ?? '', args[0] ?? '', ...possibleScripts(args)];
  if ([name, ...files].some((path) => programs.names.some((own) => isNameOf(programName(path), own)))) return true;
  return (programs.packages ?? []).some((one) => files.some((path) => path.includes(`/node_modules/${one}/`)));
}

/** Also `codex-x86_64-unknown-linux-musl`, `kiro-cli-chat` and `kimi_cli`; a short name must match completely. */
const isNameOf = (program: string, own: string): boolean =>
  program === own || (own.length > 3 && /^[-_.]/.test(program.slice(own.length)) && program.startsWith(own));

const interpreter =
  /^(?:node|nodejs|bun|deno|electron|python[\d.]*|pypy[\d.]*|ruby|perl[\d.]*|php[\d.]*|lua[\d.]*|java|dotnet|tsx|npx|npm|uv|uvx|pipx|(?:ba|da|z|k|mk|fi|a)?sh|busybox)$/;

/** The files that an interpreter may run: its first operand, and the second if the first may be an option's value. */
function possibleScripts([program = '', ...rest]: readonly string[]): readonly string[] {
  if (!interpreter.test(programName(program))) return [];
  const first = rest.findIndex((word) => !word.startsWith('-'));
  const mayBeValue = first > 0 && !rest[first - 1]?.includes('=');
  const words = rest.slice(first < 0 ? rest.length : first).filter((word) => !word.startsWith('-'));
  return words.slice(0, mayBeValue ? 2 : 1).filter((word) => !/\s/.test(word));
}

/** `/usr/lib/x/claude.js` and `-claude` are `claude`. */
const programName = (path: string): string =>
  path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/^-/, '')
    .replace(/\.(?:[cm]?js|ts|py|exe)$/i, '')
    .toLowerCase();
