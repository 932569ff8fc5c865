import { createRequire } from 'node:module';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, AIMessageChunk, type BaseMessage } from '@langchain/core/messages';
import { ChatGenerationChunk, type ChatResult } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import { features, type HookMiddleware, hookMiddleware } from 'anyhook/langchain';
import { type AgentMiddleware, createAgent, summarizationMiddleware, tool } from 'langchain';
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

let calls = 0;

/** A model that follows a script. */
class Scripted extends BaseChatModel {
  constructor(
    readonly next: () => Say,
    readonly seen: string[],
  ) {
    super({});
  }
  override _llmType(): string {
    return 'scripted';
  }
  override bindTools(): this {
    return this;
  }
  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const message = new AIMessage(this.say(messages));
    return { generations: [{ text: message.text, message }] };
  }
  override async *_streamResponseChunks(messages: BaseMessage[]): AsyncGenerator<ChatGenerationChunk> {
    const { content, tool_calls } = this.say(messages);
    const tool_call_chunks = tool_calls.map(({ id, name, args }, index) => ({
      id,
      name,
      index,
      args: JSON.stringify(args),
      type: 'tool_call_chunk' as const,
    }));
    yield new ChatGenerationChunk({ text: content, message: new AIMessageChunk({ content, tool_call_chunks }) });
  }
  private say(messages: BaseMessage[]) {
    this.seen.push(JSON.stringify(messages.map((message) => [message.getType(), message.content])));
    const step = this.next();
    const asked = 'text' in step ? [] : step.calls;
    const tool_calls = asked.map(({ tool: name, input }) => ({
      id: `call-${++calls}`,
      name,
      args: { ...input },
      type: 'tool_call' as const,
    }));
    return { content: 'text' in step ? step.text : '', tool_calls };
  }
}

const toolsOf = ({ tools }: ScriptedRun) =>
  (Object.keys(toolFields) as ToolName[]).map((name) => {
    const schema = z.object(Object.fromEntries(toolFields[name].map((field) => [field, z.string()])));
    return tool((input) => tools[name](input as ToolTexts), { name, description: name, schema });
  });

interface Cast {
  readonly middleware: HookMiddleware;
  readonly more?: readonly AgentMiddleware[];
  readonly tools: ReturnType<typeof toolsOf>;
  readonly next: () => Say;
}

async function act(
  { prompt, stream, approve }: ScriptedRun,
  { middleware, more = [], tools, next }: Cast,
): Promise<RunResult> {
  const seen: string[] = [];
  const model = new Scripted(next, seen);
  const agent = createAgent({ model, tools, middleware: [middleware, ...more], checkpointer: new MemorySaver() });
  const config = { configurable: { thread_id: 'thread' }, recursionLimit: 200 };
  const run = async (input: Parameters<typeof agent.invoke>[0]): Promise<void> => {
    if (!stream) return void (await agent.invoke(input, config));
    for await (const _ of await agent.stream(input, { ...config, streamMode: 'messages' }));
  };
  await run({ messages: [{ role: 'user', content: prompt }] });
  let asked = 0;
  for (; (await waits(agent, config)) && asked < 5; asked += 1) {
    const decision = approve ? { type: 'approve' } : { type: 'reject', message: 'not today' };
    await run(new Command({ resume: { decisions: [decision] } }) as never);
  }
  await middleware.endSessions();
  const { values } = await agent.graph.getState(config);
  const text = (values.messages as BaseMessage[]).at(-1)?.text ?? '';
  return { seen, text, asked, ...(seen.length === 0 && { blocked: text }) };
}

type Agent = Pick<ReturnType<typeof createAgent>, 'graph'>;

async function waits({ graph }: Agent, config: object): Promise<boolean> {
  const { tasks } = await graph.getState(config);
  return tasks.some(({ interrupts }) => interrupts.length > 0);
}

const { version } = createRequire(import.meta.url)('langchain/package.json') as { version: string };

contractSuite({
  name: 'langchain',
  version,
  features,
  play: (play) =>
    act(play, {
      middleware: hookMiddleware(play.engine, play.options),
      tools: toolsOf(play),
      next: scriptPlayer(play.script),
    }),
  async delegate(play) {
    const seen: string[] = [];
    const helper = createAgent({
      model: new Scripted(() => ({ text: 'helped' }), seen),
      tools: [],
      middleware: [hookMiddleware(play.engine, { ...play.options, agent: { name: 'helper' } })],
    });
    const ask = tool(
      async ({ task }) => (await helper.invoke({ messages: [{ role: 'user', content: task }] })).messages.at(-1)?.text,
      { name: 'helper', description: 'helps', schema: z.object({ task: z.string() }) },
    );
    const script = [{ calls: [{ tool: 'helper', input: { task: 'help' } }] }, ...play.script];
    let turn = 0;
    const played = await act(play, {
      middleware: hookMiddleware(play.engine, play.options),
      tools: [ask as never],
      next: () => script[turn++] ?? { text: 'nothing left' },
    });
    return { ...played, seen: [...played.seen, ...seen] };
  },
  compact(play) {
    const middleware = hookMiddleware(play.engine, play.options);
    const model = new Scripted(() => ({ text: 'a summary' }), []);
    const limits = version.startsWith('1.0.')
      ? { maxTokensBeforeSummary: 1, messagesToKeep: 2 }
      : { trigger: { messages: 3 }, keep: { messages: 1 } };
    const summary = summarizationMiddleware({ model, ...limits } as never) as AgentMiddleware;
    const script: Say[] = [{ calls: [{ tool: 'bash', input: { command: 'ls' } }] }, ...play.script];
    let turn = 0;
    return act(play, {
      middleware,
      more: [middleware.compacting(summary)],
      tools: toolsOf(play),
      next: () => script[turn++] ?? { text: 'nothing left' },
    });
  },
});
