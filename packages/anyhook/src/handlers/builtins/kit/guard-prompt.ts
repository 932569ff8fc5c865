import { deny, type Event, pass, type Result, sha256 } from '@anyhook/core';
import { type FindSecrets, type GuardRules, type GuardWorld, guardReason, judgePrompt } from '@anyhook/guard';
import type { BuiltinContext } from '../builtin.js';
import { countUp } from './counts.js';

/** The model reads a prompt's secrets, and no agent can ask here: the first prompt is refused, a repeat is consent. */
export function promptResult(
  { prompt, files = [], synthetic }: Extract<Event, { name: 'prompt.submit' }>,
  context: BuiltinContext,
  world: GuardWorld,
  rules: GuardRules,
  findSecrets: FindSecrets,
): Result {
  if (synthetic) return pass();
  const judgement = judgePrompt(prompt, files, world, rules, findSecrets);
  const reason = judgement.decision === 'pass' ? undefined : guardReason(judgement, rules);
  if (reason === undefined) return pass();
  if (judgement.decision === 'deny') return deny(reason);
  const isAnswer = countUp(context, `shell-guard:prompt:${sha256(prompt).slice(0, 16)}`) % 2 === 0;
  return isAnswer ? pass({ messages: [reason] }) : deny(`${reason} Send the same prompt again to go on anyway.`);
}
