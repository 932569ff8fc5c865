// The hooks of a project inside a Strands agent. Start it in the folder of the project.
import { Agent, Model, tool } from '@strands-agents/sdk';
import { createEngine } from 'anyhook';
import { hookPlugin } from 'anyhook/strands';
import { z } from 'zod';

// A model that calls the tool once and then ends. Take a real one instead.
class Scripted extends Model {
  answers = [
    { start: { type: 'toolUseStart', name: 'bash', toolUseId: '1' }, input: '{"command":"rm -rf build"}' },
    { text: 'That is all.' },
  ];
  updateConfig() {}
  getConfig() {
    return { modelId: 'scripted' };
  }
  async *stream() {
    const { start, ...said } = this.answers.shift() ?? {};
    const delta = { type: start ? 'toolUseInputDelta' : 'textDelta', ...said };
    yield/** @type {const} */ ({ type: 'modelMessageStartEvent', role: 'assistant' });
    yield/** @type {any} */ ({ type: 'modelContentBlockStartEvent', start });
    yield/** @type {any} */ ({ type: 'modelContentBlockDeltaEvent', delta });
    yield/** @type {const} */ ({ type: 'modelContentBlockStopEvent' });
    yield/** @type {any} */ ({ type: 'modelMessageStopEvent', stopReason: start ? 'toolUse' : 'endTurn' });
  }
}
const bash = tool({
  name: 'bash',
  description: 'Runs a command',
  inputSchema: z.object({ command: z.string() }),
  callback: ({ command }) => `(this would be the output of ${command})`,
});

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const hooks = hookPlugin(createEngine({ cwd: process.cwd(), trust: 'project' }));
const agent = new Agent({ model: new Scripted(), tools: [bash], plugins: [hooks], printer: false });
await agent.invoke('Clean up');
await hooks.end();
console.log(JSON.stringify(agent.messages));
