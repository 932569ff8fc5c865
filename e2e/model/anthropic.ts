import type { ModelProtocol, ModelStep, StreamChunk } from './step.js';

const usage = { input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** Anthropic Messages, streamed. */
export const anthropicProtocol: ModelProtocol = {
  isTurnRequest: (path) => path.endsWith('/v1/messages'),
  conversation: ({ system, messages }) => ({ system, messages }),
  answer: (step, id) => {
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'scripted', content: [], usage };
    const stopReason = 'say' in step ? 'end_turn' : 'tool_use';
    return [
      event('message_start', { message: { ...message, stop_reason: null, stop_sequence: null } }),
      ...block(step, id),
      event('message_delta', { delta: { stop_reason: stopReason, stop_sequence: null }, usage: { output_tokens: 10 } }),
      event('message_stop', {}),
    ];
  },
};

function block(step: ModelStep, id: string): readonly StreamChunk[] {
  const [start, delta] =
    'say' in step
      ? [
          { type: 'text', text: '' },
          { type: 'text_delta', text: step.say },
        ]
      : [
          { type: 'tool_use', id: `toolu_${id}`, name: step.tool, input: {} },
          { type: 'input_json_delta', partial_json: JSON.stringify(step.input) },
        ];
  return [
    event('content_block_start', { index: 0, content_block: start }),
    event('content_block_delta', { index: 0, delta }),
    event('content_block_stop', { index: 0 }),
  ];
}

const event = (type: string, fields: object): StreamChunk => ({ event: type, data: { type, ...fields } });
