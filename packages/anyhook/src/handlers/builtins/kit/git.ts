import { askGit, refusalText, timeLeft } from '@anyhook/core';
import type { BuiltinContext } from '../builtin.js';
import { cutAtLine, flattenText } from './text.js';

const maxGitText = 16 * 1024;

/** The output of git; `refused`: why git was not run. Neither if it failed, e.g. outside a repository. */
interface GitReply {
  readonly text?: string;
  /** What the output does not include. */
  readonly note?: string;
  readonly refused?: string;
}

/** The output of a read-only git command, cut with a note. */
export async function gitText(context: BuiltinContext, cwd: string, args: readonly string[]): Promise<GitReply> {
  const answer = await askGit({ cwd, env: context.env }, args, {
    timeoutMs: timeLeft(context.timeoutMs)(),
    maxBytes: 4 * maxGitText,
    ...(context.signal ? { signal: context.signal } : {}),
  });
  if (answer.kind === 'refused') return { refused: flattenText(refusalText(answer)) };
  if (answer.kind !== 'text') return {};
  const { text, isCut, note } = answer;
  return { text: cutAtLine(isCut ? text : text.trimEnd(), maxGitText), ...(note !== undefined && { note }) };
}

/** A section of context with git's output, or with why git was not run; none if there was no output. */
export function gitSection(title: string, { text, note, refused }: GitReply): readonly string[] {
  if (refused !== undefined) return [`${title}: ${refused}`];
  return text ? [`${title}:\n${text}${note === undefined ? '' : `\n(${note})`}`] : [];
}
