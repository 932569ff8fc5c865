import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  Agent,
  ContextWindowOverflowError,
  InterruptResponseContent,
  type InvokableTool,
  Message,
  Model,
  type ModelStreamEvent,
  SlidingWindowConversationManager,
  TextBlock,
  tool,
} from '@strands-agents/sdk';
import type { FiringEngine } from 'anyhook/generic';
import { features, type HookPlugin, hookPlugin } from 'anyhook/strands';
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
class Scripted extends Model {
  constructor(
    readonly next: () => Say,
    readonly seen: string[],
  ) {
    super();
  }
  override updateConfig(): void {}
  override getConfig() {
    return { modelId: 'scripted' };
  }
  override async *stream(messages: Message[]): AsyncGenerator<ModelStreamEvent> {
    const step = this.next();
    this.seen.push(JSON.stringify(messages));
    yield { type: 'modelMessageStartEvent', role: 'assistant' };
    if ('text' in step) {
      yield { type: 'modelContentBlockStartEvent' };
      yield { type: 'modelContentBlockDeltaEvent', delta: { type: 'textDelta', text: step.text } };
      yield { type: 'modelContentBlockStopEvent' };
    } else
      for (const { tool: name, input } of step.calls) {
        yield {
          type: 'modelContentBlockStartEvent',
          start: { type: 'toolUseStart', name, toolUseId: `call-${++calls}` },
        };
        const delta = { type: 'toolUseInputDelta', input: JSON.stringify(input) } as const;
        yield { type: 'modelContentBlockDeltaEvent', delta };
        yield { type: 'modelContentBlockStopEvent' };
      }
    yield { type: 'modelMessageStopEvent', stopReason: 'text' in step ? 'endTurn' : 'toolUse' };
  }
}

const toolsOf = ({ tools }: ScriptedRun) =>
  (Object.keys(toolFields) as ToolName[]).map((name) =>
    tool({
      name,
      description: name,
      inputSchema: z.object(Object.fromEntries(toolFields[name].map((field) => [field, z.string()]))),
      callback: (input) => tools[name](input as ToolTexts),
    }),
  );

interface Cast {
  readonly plugin: HookPlugin;
  readonly agent: Agent;
  readonly seen: readonly string[];
}

async function act({ prompt, stream, approve }: ScriptedRun, { plugin, agent, seen }: Cast): Promise<RunResult> {
  const run = async (input: Parameters<Agent['invoke']>[0]) => {
    if (!stream) return agent.invoke(input);
    const events = agent.stream(input);
    for (;;) {
      const { done, value } = await events.next();
      if (done) return value;
    }
  };
  let result = await run(prompt);
  let asked = 0;
  for (; result.stopReason === 'interrupt' && asked < 5; asked += 1) {
    const answers = (result.interrupts ?? []).map(
      ({ id }) => new InterruptResponseContent({ interruptId: id, response: approve }),
    );
    result = await run(answers);
  }
  await plugin.end();
  const text = result.toString();
  return { seen, text, asked, ...(seen.length === 0 && { blocked: text }) };
}

function cast(play: ScriptedRun, { tools = toolsOf(play), next = scriptPlayer(play.script) as () => Say } = {}): Cast {
  const seen: string[] = [];
  const plugin = hookPlugin(play.engine, play.options);
  const agent = new Agent({ model: new Scripted(next, seen), tools, plugins: [plugin], printer: false });
  return { plugin, agent, seen };
}

const { version } = JSON.parse(readFileSync('../node_modules/@strands-agents/sdk/package.json', 'utf8')) as {
  version: string;
};

contractSuite({
  name: 'strands',
  version,
  features,
  play: (play) => act(play, cast(play)),
  async delegate(play) {
    const seen: string[] = [];
    const helper = new Agent({
      name: 'helper',
      model: new Scripted(() => ({ text: 'helped' }), seen),
      plugins: [hookPlugin(play.engine, { ...play.options, agent: { name: 'helper' } })],
      printer: false,
    });
    const script: Say[] = [{ calls: [{ tool: 'helper', input: { input: 'help' } }] }, ...play.script];
    const tools = [helper.asTool() as unknown as InvokableTool<unknown, never>];
    const played = await act(play, cast(play, { tools, next: () => script.shift() ?? { text: 'nothing left' } }));
    return { ...played, seen: [...played.seen, ...seen] };
  },
  async compact(play) {
    const seen: string[] = [];
    const plugin = hookPlugin(play.engine, play.options);
    const next = scriptPlayer(play.script);
    let isTooLong = true;
    const model = new Scripted(() => {
      if (!isTooLong) return next();
      isTooLong = false;
      throw new ContextWindowOverflowError('too long');
    }, seen);
    const messages = Array.from({ length: 8 }, (_, at) => {
      return new Message({ role: at % 2 ? 'assistant' : 'user', content: [new TextBlock(`before ${at}`)] });
    });
    const conversationManager = plugin.compacting(new SlidingWindowConversationManager({ windowSize: 4 }));
    return act(play, {
      plugin,
      agent: new Agent({ model, messages, conversationManager, plugins: [plugin], printer: false }),
      seen,
    });
  },
});

type Verdict = Awaited<ReturnType<FiringEngine['fire']>>['verdict'];

const pass: Verdict = { decision: 'pass', context: [], messages: [], notes: [], signals: [], hooks: [] };

test('a blocked prompt is not in the transcript of the next one', async () => {
  const engine: FiringEngine = {
    fire: async (name, { prompt } = {}) => ({
      verdict: name === 'prompt.submit' && prompt === 'forbidden' ? { ...pass, decision: 'deny', reason: 'no' } : pass,
    }),
  };
  const seen: string[] = [];
  const model = new Scripted(() => ({ text: 'done' }), seen);
  const agent = new Agent({ model, plugins: [hookPlugin(engine)], printer: false });
  assert.match(`${await agent.invoke('forbidden')}`, /^no/);
  assert.match(`${await agent.invoke('good')}`, /^done/);
  assert.match(seen.join(), /A hook blocked this prompt.*good/);
  assert.doesNotMatch(seen.join(), /forbidden/);
});

test('messages that a hook rewrites reach the model, but are not stored', async () => {
  const engine: FiringEngine = {
    fire: async (name) => {
      if (name !== 'model.before') return { verdict: pass };
      return { verdict: { ...pass, rewrite: { of: 'messages', value: [{ role: 'user', content: 'other' }] } } };
    },
  };
  const seen: string[] = [];
  const model = new Scripted(() => ({ text: 'done' }), seen);
  const agent = new Agent({ model, plugins: [hookPlugin(engine)], printer: false });
  await agent.invoke('first');
  assert.match(seen.join(), /other/);
  assert.doesNotMatch(seen.join(), /first/);
  assert.match(JSON.stringify(agent.messages), /first/);
});
