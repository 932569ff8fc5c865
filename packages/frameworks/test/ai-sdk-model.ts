import { ReadableStream } from 'node:stream/web';

/** The output of a scripted model in one turn, with tools of any name. */
export type ModelTurn =
  | { readonly text: string }
  | { readonly calls: readonly { readonly tool: string; readonly input: unknown }[] };

interface ShownPrompt {
  readonly prompt: unknown;
}

/** A model with the AI SDK's interface, without its package: frameworks based on it have their own versions. */
export function scriptedAiSdkModel(next: () => ModelTurn, seen: string[]) {
  let calls = 0;
  const contentOf = (step: ModelTurn) =>
    'text' in step
      ? [{ type: 'text' as const, text: step.text }]
      : step.calls.map(({ tool: toolName, input }) => ({
          type: 'tool-call' as const,
          toolCallId: `call-${++calls}`,
          toolName,
          input: JSON.stringify(input),
        }));
  const turn = ({ prompt }: ShownPrompt): ModelTurn => {
    seen.push(JSON.stringify(prompt));
    return next();
  };
  return {
    specificationVersion: 'v3' as const,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate(shown: ShownPrompt) {
      const step = turn(shown);
      return { content: contentOf(step), ...finishOf(step), warnings: [] };
    },
    async doStream(shown: ShownPrompt) {
      const step = turn(shown);
      const parts = contentOf(step).flatMap((part): object[] => (part.type === 'text' ? deltasOf(part.text) : [part]));
      const all = [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', ...finishOf(step) }];
      return { stream: ReadableStream.from(all) as never };
    },
  };
}

const finishOf = (step: ModelTurn) => ({
  finishReason: { unified: 'text' in step ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  },
});

const deltasOf = (text: string): object[] => [
  { type: 'text-start', id: '1' },
  { type: 'text-delta', id: '1', delta: text },
  { type: 'text-end', id: '1' },
];
