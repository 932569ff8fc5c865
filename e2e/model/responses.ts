import type { ModelProtocol, ModelStep, StreamChunk } from './step.js';

const usage = { input_tokens: 100, output_tokens: 10, total_tokens: 110 };

/** OpenAI Responses, streamed. */
export const responsesProtocol: ModelProtocol = {
  isTurnRequest: (path) => path.endsWith('/responses'),
  conversation: ({ instructions, input }) => ({ instructions, input }),
  answer: (step, id) => [
    event('response.created', { response: { id: `resp_${id}` } }),
    event('response.output_item.done', { item: item(step, id) }),
    event('response.completed', { response: { id: `resp_${id}`, usage } }),
  ],
};

function item(step: ModelStep, id: string): object {
  if ('say' in step) {
    const content = [{ type: 'output_text', text: step.say }];
    return { type: 'message', role: 'assistant', id: `msg_${id}`, content };
  }
  const call = {
    id: `fc_${id}`,
    call_id: `call_${id}`,
    name: step.tool,
    ...(step.namespace && { namespace: step.namespace }),
  };
  return typeof step.input === 'string'
    ? { type: 'custom_tool_call', ...call, input: step.input }
    : { type: 'function_call', ...call, arguments: JSON.stringify(step.input) };
}

const event = (type: string, fields: object): StreamChunk => ({ event: type, data: { type, ...fields } });
