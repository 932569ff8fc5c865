import { readFileSync } from 'node:fs';
import { ReadableStream } from 'node:stream/web';
import { Agent, type AgentConfig } from '@mastra/core/agent';
import { Mastra } from '@mastra/core/mastra';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { features, hookAgent } from 'anyhook/mastra';
import { z } from 'zod';
import { contractSuite } from '../contract.js';
import {
  type RunResult,
  type ScriptedRun,
  scriptPlayer,
  type ToolName,
  type ToolTexts,
  toolFields,
} from '../driver.js';

type Say =
  | { readonly text: string }
  | { readonly calls: readonly { readonly tool: string; readonly input: ToolTexts }[] };

const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
let calls = 0;

/** A model that follows a script. */
function scripted(next: () => Say, seen: string[]) {
  const say = ({ prompt }: { readonly prompt: unknown }) => {
    seen.push(JSON.stringify(prompt));
    const step = next();
    if ('text' in step) return { content: [{ type: 'text' as const, text: step.text }], finishReason: 'stop' as const };
    const content = step.calls.map(({ tool, input }) => ({
      type: 'tool-call' as const,
      toolCallId: `call-${++calls}`,
      toolName: tool,
      input: JSON.stringify(input),
    }));
    return { content, finishReason: 'tool-calls' as const };
  };
  return {
    specificationVersion: 'v2' as const,
    provider: 'scripted',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async (asked: { readonly prompt: unknown }) => ({ ...say(asked), usage, warnings: [] }),
    doStream: async (asked: { readonly prompt: unknown }) => {
      const { content, finishReason } = say(asked);
      const parts = content.flatMap((part): readonly object[] =>
        part.type === 'tool-call'
          ? [part]
          : [
              { type: 'text-start', id: '0' },
              { type: 'text-delta', id: '0', delta: part.text },
              { type: 'text-end', id: '0' },
            ],
      );
      return { stream: ReadableStream.from([...parts, { type: 'finish', finishReason, usage }]) };
    },
  } as unknown as AgentConfig['model'];
}

const toolsOf = ({ tools }: ScriptedRun) =>
  Object.fromEntries(
    (Object.keys(toolFields) as ToolName[]).map((id) => {
      const inputSchema = z.object(Object.fromEntries(toolFields[id].map((field) => [field, z.string()])));
      return [id, createTool({ id, description: id, inputSchema, execute: (input) => tools[id](input as ToolTexts) })];
    }),
  );

/** The relevant part of a run's result, streamed or not. */
interface Ending {
  readonly text: string;
  readonly finishReason?: string | undefined;
  readonly runId?: string | undefined;
  readonly tripwire?: { readonly reason?: string } | undefined;
}

async function act(play: ScriptedRun, agents: Readonly<Record<string, Agent>>, next: () => Say): Promise<RunResult> {
  const { prompt, stream, approve, engine, options } = play;
  const seen: string[] = [];
  const model = scripted(next, seen);
  const coder = new Agent(
    hookAgent(
      { id: 'coder', name: 'coder', instructions: 'Work.', model, tools: toolsOf(play), agents },
      engine,
      options,
    ),
  );
  const mastra = new Mastra({ agents: { coder }, storage: new InMemoryStore(), logger: false });
  const agent = mastra.getAgent('coder');
  const limit = { maxSteps: 40 };
  const drained = async (streamed: Awaited<ReturnType<typeof agent.stream>>): Promise<Ending> => {
    for await (const _ of streamed.fullStream);
    const [text, finishReason] = await Promise.all([streamed.text, streamed.finishReason]);
    return { text, finishReason, runId: streamed.runId, tripwire: streamed.tripwire };
  };
  let ending: Ending = stream
    ? await drained(await agent.stream(prompt, limit))
    : ((await agent.generate(prompt, limit)) as Ending);
  let asked = 0;
  for (; ending.finishReason === 'suspended' && ending.runId && asked < 5; asked += 1) {
    const { runId } = ending;
    ending = await drained(await (approve ? agent.approveToolCall({ runId }) : agent.declineToolCall({ runId })));
  }
  const reason = ending.tripwire?.reason;
  return { seen, text: ending.text, asked, ...(reason !== undefined && { blocked: reason }) };
}

const manifest = new URL('../../node_modules/@mastra/core/package.json', import.meta.url);

contractSuite({
  name: 'mastra',
  version: JSON.parse(readFileSync(manifest, 'utf8')).version,
  features,
  play: (play) => act(play, {}, scriptPlayer(play.script)),
  async delegate(play) {
    const seen: string[] = [];
    const model = scripted(() => ({ text: 'helped' }), seen);
    const helper = new Agent({ id: 'helper', name: 'helper', description: 'Helps.', instructions: 'Help.', model });
    const script = [{ calls: [{ tool: 'agent-helper', input: { prompt: 'help' } }] }, ...play.script];
    let turn = 0;
    const played = await act(play, { helper }, () => script[turn++] ?? { text: 'nothing left' });
    return { ...played, seen: [...played.seen, ...seen] };
  },
});
