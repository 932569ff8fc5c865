import type { Event, EventOf, Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import { contextOf, type Encode, type Encoders, jsonAnswer, reasonOf, userTextOf } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { type Fields, joinTexts, objectValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { nativeInput, refusedInput, shape } from './events.js';

/** An ask that reaches this code is a deny: Cline would run the tool (quirk 5). */
const denies = (verdict: Verdict): boolean => verdict.decision === 'deny' || verdict.decision === 'ask';

/** Tools of the CLI that reject a malformed input, so that the call does not run (quirk 2). */
const rejectingTools: ReadonlySet<string> = new Set([
  ...['run_commands', 'read_files', 'editor', 'search_codebase', 'fetch_web_content', 'spawn_agent'],
]);

const rejectsBadInput = ({ call, raw }: EventOf<'tool.before'>): boolean =>
  rejectingTools.has(call.nativeName) && objectValue(raw)?.['hookName'] === 'tool_call';

/** Gives the call an input that its tool rejects, and the model the reason. */
const refuse = (event: Event, verdict: Verdict) =>
  jsonAnswer(event, {
    top: {
      overrideInput: refusedInput,
      contextModification: joinTexts([
        `This call was refused and did not run: ${reasonOf(verdict)}`,
        contextOf(verdict),
      ]),
    },
  });

/** Ends the whole run (quirk 2). */
const cancel = (verdict: Verdict, why: string | undefined): Fields => ({
  cancel: true,
  errorMessage: joinTexts([why || 'A hook stopped the agent.', userTextOf(verdict)], '\n'),
});

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: cancel(verdict, verdict.stop) });
  if (denies(verdict))
    return rejectsBadInput(event)
      ? refuse(event, verdict)
      : jsonAnswer(event, { top: cancel(verdict, reasonOf(verdict)) });
  const { rewrite } = verdict;
  const overrideInput = rewrite?.of === 'input' ? nativeInput(event, rewrite.value) : undefined;
  return jsonAnswer(event, { top: { overrideInput, contextModification: contextOf(verdict) } });
};

const toolAfter: Encode = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: cancel(verdict, verdict.stop) });
  const reason = denies(verdict) ? reasonOf(verdict) : undefined;
  return jsonAnswer(event, { top: { contextModification: joinTexts([reason, contextOf(verdict)]) } });
};

/** The answer to each event, always with exit 0 (quirk 1). Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
};

const codec = codecOf({ shape, capabilities, encoders, nativeInput });

export const clineCodec = (): AgentCodec => codec;
