import type { AgentCase } from './case.js';
import { fullEffect } from './observation.js';

/** What `anyhook init` finds: undo is switched on. */
export const undoHome: Readonly<Record<string, string>> = {
  '.config/anyhook/config.yaml':
    'hooks:\n  - on: [prompt.submit, tool.before, tool.after, tool.failure, agent.done, session.end]\n    use: undo\n',
};

/** A turn that deletes, overwrites, moves and adds, by tool and by shell. */
export const takenBack: AgentCase = {
  name: 'what an agent deletes and overwrites comes back with undo, and goes again with --redo',
  files: {
    'deleted.txt': 'to be deleted\n',
    'overwritten.txt': 'to be overwritten\n',
    'folder/moved.txt': 'to be moved\n',
    'folder/deep/lost.txt': 'lost with its folder\n',
    'run.sh': '#!/bin/sh\n',
    '.gitignore': '.env\n',
    '.env': 'KEY=ignored\n',
  },
  steps: (agent) => [
    agent.write('<project>/by-tool.txt', 'written by a tool'),
    agent.shell('rm deleted.txt && echo new > overwritten.txt && chmod 700 run.sh'),
    agent.shell('mv folder/moved.txt elsewhere.txt; rm -r folder/deep; rm .env'),
    agent.shell('echo done > last.txt'),
  ],
  observe: (view) => {
    if (view.file('last.txt') !== 'done\n') throw new Error('the agent did not come to the last step');
    if (view.file('by-tool.txt') === undefined) throw new Error('the tool did not write');
    if (view.file('deleted.txt') !== undefined || view.file('.env') !== undefined)
      throw new Error('nothing is deleted');
    if (view.storyFault !== undefined) throw new Error(view.storyFault);
    return fullEffect;
  },
};
