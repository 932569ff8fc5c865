import { readFileSync } from 'node:fs';
import { ReadableStream } from 'node:stream/web';
import { generateText, type LanguageModel, type ModelMessage, stepCountIs, streamText, tool } from 'ai';
import { aiSdkHooks, features } from 'anyhook/ai-sdk';
import { z } from 'zod';
import { contract } from '../contract.js';
import { type Input, type Play, type Played, player, type Step } from '../driver.js';

const { version } = JSON.parse(readFileSync('../node_modules/ai/package.json', 'utf8')) as { version: string };

contract({ name: 'ai-sdk', version, features, play });

async function play({ prompt, script, tools, engine, options, stream, approve }: Play): Promise<Played> {
  const seen: string[] = [];
  const hooks = aiSdkHooks(engine, options);
  const settings = {
    ...hooks.wrap({
      model: scripted(script, seen),
      tools: {
        bash: tool({
          description: 'runs a command',
          inputSchema: z.object({ command: z.string() }),
          execute: (input: Input) => tools.bash(input),
        }),
        write_file: tool({
          description: 'writes a file',
          inputSchema: z.object({ path: z.string(), content: z.string() }),
          execute: (input: Input) => tools.write_file(input),
        }),
      },
    }),
    stopWhen: stepCountIs(30),
    maxRetries: 0,
  };
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  for (let asked = 0; ; ) {
    const result = stream ? streamText({ ...settings, messages }) : await generateText({ ...settings, messages });
    const [text, parts, finish, response] = await Promise.all([
      result.text,
      result.content,
      result.finishReason,
      result.response,
    ]);
    const content = parts.flatMap((part) =>
      part.type === 'tool-approval-request'
        ? [{ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved: approve }]
        : [],
    );
    if (content.length === 0) {
      await hooks.end();
      return { seen, text, asked, ...(finish === 'content-filter' && { blocked: text }) };
    }
    asked += content.length;
    messages.push(...response.messages, { role: 'tool', content });
  }
}

type Delta =
  | { readonly type: 'text-start' | 'text-end'; readonly id: string }
  | { readonly type: 'text-delta'; readonly id: string; readonly delta: string };

/** A model of the SDK's own interface. */
function scripted(script: readonly Step[], seen: string[]): Exclude<LanguageModel, string> {
  const next = player(script);
  let calls = 0;
  const contentOf = (step: Step) =>
    'text' in step
      ? [{ type: 'text' as const, text: step.text }]
      : step.calls.map(({ tool: toolName, input }) => ({
          type: 'tool-call' as const,
          toolCallId: `call-${++calls}`,
          toolName,
          input: JSON.stringify(input),
        }));
  const finishOf = (step: Step) => ({
    finishReason: { unified: 'text' in step ? ('stop' as const) : ('tool-calls' as const), raw: undefined },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
  });
  return {
    specificationVersion: 'v3',
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    async doGenerate({ prompt }) {
      seen.push(JSON.stringify(prompt));
      const step = next();
      return { content: contentOf(step), ...finishOf(step), warnings: [] };
    },
    async doStream({ prompt }) {
      seen.push(JSON.stringify(prompt));
      const step = next();
      const id = '1';
      const parts = contentOf(step).flatMap((part): (typeof part | Delta)[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id },
              { type: 'text-delta', id, delta: part.text },
              { type: 'text-end', id },
            ]
          : [part],
      );
      const all = [
        { type: 'stream-start' as const, warnings: [] },
        ...parts,
        { type: 'finish' as const, ...finishOf(step) },
      ];
      return { stream: ReadableStream.from(all) as never };
    },
  };
}
