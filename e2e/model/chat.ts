import type { ModelProtocol, ModelStep, StreamChunk } from './step.js';

const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };

/** OpenAI chat completions, streamed. */
export const chatProtocol: ModelProtocol = {
  isTurnRequest: (path) => path.endsWith('/chat/completions'),
  conversation: ({ messages }) => ({ messages }),
  answer: (step, id) => [
    chunk(id, { choices: [{ index: 0, delta: { role: 'assistant', ...said(step, id) }, finish_reason: null }] }),
    chunk(id, { choices: [{ index: 0, delta: {}, finish_reason: 'say' in step ? 'stop' : 'tool_calls' }] }),
    chunk(id, { choices: [], usage }),
  ],
};

function said(step: ModelStep, id: string): object {
  if ('say' in step) return { content: step.say };
  const call = { name: step.tool, arguments: JSON.stringify(step.input) };
  return { content: null, tool_calls: [{ index: 0, id: `call_${id}`, type: 'function', function: call }] };
}

const chunk = (id: string, fields: object): StreamChunk => ({
  data: { id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model: 'scripted', ...fields },
});
