import { packageReason } from '../package-story.js';
import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect } from './observation.js';

/** A plugin that was written for one agent, added from a git repository, on every agent. */
export const addedPackage: AgentCase = {
  name: 'a package from a git repository denies, its update shows the diff, and remove leaves nothing',
  steps: (agent) => [agent.shell('echo package-marker > package-1.txt'), agent.shell('echo harmless > package-2.txt')],
  observe: (view) => {
    if (view.file('package-1.txt') !== undefined) throw new Error('the forbidden command ran');
    if (view.file('package-2.txt') !== 'harmless\n') throw new Error('the harmless command did not run');
    if (firstTurnWith(view, packageReason) !== view.turn + 1) throw new Error('the model was not told the reason');
    if (view.storyFault !== undefined) throw new Error(view.storyFault);
    return fullEffect;
  },
};

/** `anyhook init --yes` in a home without any hooks, and nothing else. */
export const firstRun: AgentCase = {
  name: 'after the first run of init alone, what an agent tries is denied',
  steps: (agent) => [
    agent.shell('rm -rf ~/kept; echo ran > first-run-1.txt'),
    agent.shell('echo harmless > first-run-2.txt'),
  ],
  observe: (view) => {
    if (!view.keptInHome.includes('kept/a.txt')) throw new Error('the user’s file is gone');
    if (view.file('first-run-1.txt') !== undefined) throw new Error('the forbidden command ran');
    if (view.file('first-run-2.txt') !== 'harmless\n') throw new Error('the harmless command did not run');
    if (firstTurnWith(view, 'delete recursive outside') !== view.turn + 1)
      throw new Error('the model was not told why');
    return fullEffect;
  },
};

export const firstRunHome: Readonly<Record<string, string>> = { 'kept/a.txt': 'a file of the user\n' };
