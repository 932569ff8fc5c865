import { showHidden } from '@anyhook/core';
import type { AgentCodec } from '../agent.js';
import {
  contextOf,
  type Encode,
  type Encoders,
  noOp,
  reasonOf,
  refuseByExit,
  rewrittenPrompt,
  userTextOf,
} from '../kit/codec.js';
import { codecOf } from '../kit/codec-of.js';
import { joinTexts } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { shape } from './events.js';

/** Plain text on stdout is context at these two events (quirk 1). */
const context: Encode = (_event, verdict) => ({
  ...noOp,
  stdout: showHidden(joinTexts([rewrittenPrompt(verdict), contextOf(verdict)]) ?? ''),
});

/** An ask that reaches this code is a deny: Kiro has no other decision. */
const toolBefore: Encode = (_event, verdict) =>
  verdict.decision === 'deny' || verdict.decision === 'ask'
    ? refuseByExit(joinTexts([reasonOf(verdict), contextOf(verdict)]) ?? '')
    : noOp;

/** A hook that fails changes nothing, and its stderr is shown to the user (quirk 2). */
const warning: Encode = (_event, verdict) => {
  const stderr = userTextOf(verdict);
  return stderr ? { stdout: '', stderr: showHidden(stderr), exitCode: 1 } : noOp;
};

/** The documentation knows no block at a stop; a version that has one blocks, and the others show the reason (quirk 9). */
const agentStop: Encode = (event, verdict) =>
  verdict.decision === 'deny' && verdict.stop === undefined
    ? refuseByExit(joinTexts([reasonOf(verdict), userTextOf(verdict)]) ?? '')
    : warning(event, verdict);

/** The answer to each event. Events that are not listed get an empty answer. */
const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': context,
  'tool.before': toolBefore,
  'tool.after': warning,
  'tool.failure': warning,
  'agent.stop': agentStop,
};

const codec = codecOf({ shape, capabilities, encoders });

export const kiroCodec = (): AgentCodec => codec;
