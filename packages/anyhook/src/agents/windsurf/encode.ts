import { showHidden, type Verdict } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import { contextOf, type Encode, type Encoders, noOp, reasonOf, refuseByExit, userTextOf } from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** An ask that reaches this code is a deny: Cascade has no other decision. */
const denies = (verdict: Verdict): boolean => verdict.decision === 'deny' || verdict.decision === 'ask';

const showMessages = (verdict: Verdict) => ({ ...noOp, stdout: showHidden(userTextOf(verdict) ?? '') });

const promptSubmit: Encode = (_event, verdict) => (denies(verdict) ? refuseByExit(reasonOf(verdict)) : noOp);

const toolBefore: Encode = (_event, verdict) =>
  denies(verdict) ? refuseByExit(joinTexts([reasonOf(verdict), contextOf(verdict)]) ?? '') : showMessages(verdict);

/** Only exit 2 reaches the model; after a tool it does not block anything (quirk 2). */
const toolAfter: Encode = (_event, verdict) => {
  const feedback = joinTexts([denies(verdict) ? reasonOf(verdict) : undefined, contextOf(verdict)]);
  return feedback === undefined ? showMessages(verdict) : refuseByExit(feedback);
};

const messagesOnly: Encode = (_event, verdict) => showMessages(verdict);

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'agent.done': messagesOnly,
};

const codec = codecOf({ shape, capabilities, encoders });

export const windsurfCodec = (): AgentCodec => codec;
