import { readFileSync } from 'node:fs';
import {
  Agent,
  type AgentInputItem,
  type Model,
  type ModelRequest,
  Runner,
  setTracingDisabled,
  tool,
  Usage,
} from '@openai/agents';
import { features, openaiAgentsHooks } from 'anyhook/openai-agents';
import { z } from 'zod';
import { contractSuite } from '../contract.js';
import { type RunResult, type ScriptedRun, type ScriptStep, scriptPlayer } from '../driver.js';

setTracingDisabled(true);
const { version } = JSON.parse(readFileSync('../node_modules/@openai/agents/package.json', 'utf8')) as {
  version: string;
};

contractSuite({ name: 'openai-agents', version, features, play, delegate });

function play(given: ScriptedRun): Promise<RunResult> {
  const seen: string[] = [];
  return run(given, seen, new Agent({ name: 'root', model: scripted(given.script, seen), tools: toolsOf(given) }));
}

function delegate(given: ScriptedRun): Promise<RunResult> {
  const seen: string[] = [];
  const helper = new Agent({ name: 'helper', model: scripted([{ text: 'helped' }], seen) });
  const model = scripted([], seen);
  model.handoff = 'transfer_to_helper';
  return run(given, seen, new Agent({ name: 'root', model, handoffs: [helper] }));
}

function toolsOf({ tools }: ScriptedRun) {
  return [
    tool({
      name: 'bash',
      description: 'runs a command',
      parameters: z.object({ command: z.string() }),
      execute: (input) => tools.bash(input),
    }),
    tool({
      name: 'write_file',
      description: 'writes a file',
      parameters: z.object({ path: z.string(), content: z.string() }),
      execute: (input) => tools.write_file(input),
    }),
  ];
}

async function run(
  { prompt, engine, options, stream, approve }: ScriptedRun,
  seen: string[],
  agent: Agent,
): Promise<RunResult> {
  const hooks = openaiAgentsHooks(engine, options);
  const runner = hooks.runner(new Runner({ tracingDisabled: true }));
  const once = async (input: string | Parameters<typeof runner.run>[1]) => {
    if (!stream) return runner.run(agent, input as string, { maxTurns: 30 });
    const result = await runner.run(agent, input as string, { maxTurns: 30, stream: true });
    for await (const _event of result.toTextStream());
    await result.completed;
    return result;
  };
  let result = await once(prompt);
  let asked = 0;
  while (result.interruptions.length > 0) {
    for (const interruption of result.interruptions) {
      asked += 1;
      if (approve) result.state.approve(interruption);
      else result.state.reject(interruption);
    }
    result = await once(result.state as never);
  }
  await hooks.end();
  const text = String(result.finalOutput);
  const isBlocked = JSON.stringify(result.rawResponses).includes('"anyhook":{"blocked"');
  return { seen, text, asked, ...(isBlocked && { blocked: text }) };
}

/** A model with the SDK's own interface. */
function scripted(script: readonly ScriptStep[], seen: string[]): Model & { handoff?: string } {
  const next = scriptPlayer(script);
  let calls = 0;
  const outputOf = (model: { handoff?: string }, { input, systemInstructions }: ModelRequest): AgentInputItem[] => {
    seen.push(JSON.stringify([systemInstructions, input]));
    const step = next();
    const call = (name: string, values: object) => ({
      type: 'function_call' as const,
      callId: `call-${++calls}`,
      name,
      arguments: JSON.stringify(values),
      status: 'completed' as const,
    });
    if (model.handoff && calls === 0) return [call(model.handoff, {})];
    if ('calls' in step) return step.calls.map(({ tool: name, input: values }) => call(name, values));
    return [
      { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: step.text }] },
    ];
  };
  return {
    async getResponse(request) {
      return { usage: new Usage(), responseId: `response-${seen.length}`, output: outputOf(this, request) as never };
    },
    async *getStreamedResponse(request) {
      const output = outputOf(this, request);
      yield { type: 'response_started' };
      for (const item of output)
        if (item.type === 'message') yield { type: 'output_text_delta', delta: JSON.stringify(item.content) };
      const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
      yield { type: 'response_done', response: { id: `response-${seen.length}`, usage, output: output as never } };
    },
  };
}
