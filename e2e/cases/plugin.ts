import { findAgent } from '../../packages/anyhook/src/agents/index.js';
import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect } from './observation.js';

const command = (line: string) => [{ hooks: [{ type: 'command', command: line }] }];

/** A plugin that was cloned but not built: its hooks start missing files. */
export const unbuiltPlugin: AgentCase = {
  name: 'a plugin that was not built lets the agent work and is told once',
  files: {
    'package.json': '{"scripts":{"build":"tsc"}}',
    'hooks/hooks.json': JSON.stringify({
      hooks: {
        UserPromptSubmit: command('node ${CLAUDE_PLUGIN_ROOT}/dist/prompt.js'),
        PreToolUse: command('node ${CLAUDE_PLUGIN_ROOT}/dist/guard.js'),
        PostToolUse: command('node ${CLAUDE_PLUGIN_ROOT}/dist/after.js'),
      },
    }),
  },
  steps: (agent) => [agent.shell('echo one > unbuilt-1.txt'), agent.shell('echo two > unbuilt-2.txt')],
  observe: (view, { name: agent }) => {
    if (view.file('unbuilt-1.txt') !== 'one\n' || view.file('unbuilt-2.txt') !== 'two\n')
      throw new Error('a command did not run');
    const { capabilities } = findAgent(agent);
    const readsContext = (['prompt.submit', 'tool.before', 'tool.after'] as const).some(
      (event) => (capabilities[event]?.context ?? 'impossible') !== 'impossible',
    );
    // An agent's own texts may name the build as well.
    const [, told, ...again] = (view.turns.at(-1) ?? '').split('It is broken and guards nothing');
    if (readsContext && (told === undefined || again.length > 0))
      throw new Error(`the model was told ${told === undefined ? 'nothing' : 'twice'} about the plugin`);
    if (readsContext && firstTurnWith(view, 'dist/') === 0) throw new Error('the model was not told what is missing');
    if (readsContext && !told?.slice(0, 400).includes('npm run build'))
      throw new Error('the model was not told how to build the plugin');
    return fullEffect;
  },
};
