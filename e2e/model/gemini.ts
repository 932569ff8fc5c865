import type { ModelProtocol } from './step.js';

const usageMetadata = { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 };

/** Gemini streamGenerateContent. */
export const geminiProtocol: ModelProtocol = {
  isTurnRequest: (path) => path.endsWith(':streamGenerateContent'),
  conversation: ({ systemInstruction, contents }) => ({ systemInstruction, contents }),
  answer: (step) => {
    const part = 'say' in step ? { text: step.say } : { functionCall: { name: step.tool, args: step.input } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    return [{ data: { candidates: [candidate], usageMetadata, modelVersion: 'scripted' } }];
  },
};
