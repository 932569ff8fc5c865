import { type Event, showHidden, type Verdict } from '@anyhook/core';
import type { AgentCodec, DecodeContext, Wire } from '../agent.js';
import { contextOf, nativeInputOf, reasonOf, refuseByExit, userTextOf } from '../kit/codec.js';
import { joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { decode, events, shape } from './events.js';
import { tools } from './tools.js';

/** Exit 2 with the reason, or the input again with guidance below it (quirks 1 to 3). */
function encode(event: Event, verdict: Verdict, context: DecodeContext): Wire {
  const userText = userTextOf(verdict);
  const denies = verdict.decision === 'deny' || verdict.decision === 'ask';
  if (denies && capabilities[event.name]?.deny) return refuseByExit(lines(reasonOf(verdict), userText));
  const input = context.text ?? JSON.stringify(event.raw) ?? '';
  const guidance = contextOf(verdict);
  return {
    stdout: guidance === undefined ? input : `${input}\n\n---\n${guidance}\n---`,
    stderr: lines(denies ? reasonOf(verdict) : undefined, userText),
    exitCode: 0,
  };
}

const lines = (...texts: readonly (string | undefined)[]): string => {
  const all = joinTexts(texts, '\n');
  return all === undefined ? '' : `${showHidden(all)}\n`;
};

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode,
  encode,
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

export const flowAgentCodec = (): AgentCodec => codec;
