import type { ToolCall } from '@anyhook/core';
import type { Effect, SeenEffect } from './effect.js';
import { type CommandJudgement, type GuardRules, judgeReading, ofTool, readCall } from './guard.js';
import type { GuardWorld } from './world.js';

/** A credential found in a text by its format. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export type FindSecrets = (text: string) => readonly FoundSecret[];

const maxLength = 256 * 1024;

/**
 * The credentials that a prompt reveals, each kind once. A function finds them, because redaction knows their formats.
 * The credential itself is never part of the effect.
 */
export function promptEffects(prompt: string, findSecrets: FindSecrets): readonly Effect[] {
  // The end of a long prompt is searched too: people paste a log and ask below it.
  const parts = prompt.length <= 2 * maxLength ? [prompt] : [prompt.slice(0, maxLength), prompt.slice(-maxLength)];
  const kinds = new Set(parts.flatMap((part) => findSecrets(part).map(({ kind }) => kind)));
  return [...kinds].map((kind) => ({ do: 'reveal', what: `${kind} in the prompt` }));
}

/** What a prompt reveals: credentials in its text, and files that it attaches. */
export function judgePrompt(
  prompt: string,
  files: readonly string[],
  world: GuardWorld,
  rules: GuardRules,
  findSecrets: FindSecrets,
): CommandJudgement {
  const asRead: ToolCall = { kind: 'read', nativeName: 'prompt', input: { paths: files } };
  const inText = promptEffects(prompt, findSecrets).map((effect): SeenEffect => ({ ...effect, ...ofTool(asRead) }));
  return judgeReading(readCall(asRead, world, rules), world, rules, inText);
}
