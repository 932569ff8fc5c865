import type { EventName } from '../../../../core/src/contract.js';
import { withoutUndefined } from '../../../../core/src/defined.js';
import type { ToolMap } from '../../../../core/src/tool.js';
import type { Agent, Wire } from '../../../src/agents/agent.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  type Encode,
  type Encoders,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
} from '../../../src/agents/kit/codec.js';
import { asText, type Fields, objectValue, textValue } from '../../../src/agents/kit/json-fields.js';

/** The toy's tools. */
const tools: ToolMap = {
  drum: { kind: 'shell', fields: { command: 'beat' } },
  crayon: { kind: 'write', fields: { path: 'sheet', content: 'picture' } },
};

/** The toy's events. */
const events: Readonly<Record<string, EventName>> = {
  awake: 'session.start',
  heard: 'prompt.submit',
  about_to_play: 'tool.before',
  played: 'tool.after',
};

/** The payload in Claude's field names, which the readers of the kit understand. */
const viewOf = (payload: Fields): Fields =>
  withoutUndefined({
    hook_event_name: textValue(payload['moment']),
    session_id: textValue(payload['box']),
    cwd: textValue(payload['shelf']),
    prompt: textValue(payload['words']),
    tool_name: textValue(payload['toy']),
    tool_input: objectValue(payload['with']),
    outcome: payload['outcome'],
  });

const shape: PayloadShape = {
  agent: 'toy',
  viewOf,
  events,
  tools,
  mcpOf: () => undefined,
  readers: {
    ...claudeReaders,
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: { ok: true, text: asText(view['outcome']) },
    }),
  },
};

/** What the toy grants at each event. */
const capabilities: Agent['capabilities'] = {
  'session.start': { context: 'exact' },
  'prompt.submit': { deny: 'exact' },
  'tool.before': { deny: 'exact' },
};

const answer = (body: object): Wire => ({ ...noOp, stdout: JSON.stringify(body) });

/** A refusal is `{"no": reason}` (quirk 1). */
const refuse: Encode = (_event, verdict) => (verdict.decision === 'deny' ? answer({ no: reasonOf(verdict) }) : noOp);

const notify: Encode = (_event, verdict) => {
  const hint = contextOf(verdict);
  return hint === undefined ? noOp : answer({ hint });
};

const encoders: Encoders = { 'prompt.submit': refuse, 'tool.before': refuse, 'session.start': notify };

export const toyCodec = codecOf({ shape, capabilities, encoders });
