import { filesOfOthers, sharedFile } from '../undo-story.js';
import type { AgentCase, CaseView } from './case.js';
import { fullEffect } from './observation.js';

/** The config that `anyhook init` finds: undo is switched on. */
export const undoHome: Readonly<Record<string, string>> = {
  '.config/anyhook/config.yaml':
    'hooks:\n  - on: [prompt.submit, tool.before, tool.after, tool.failure, agent.done, session.end]\n    use: undo\n',
};

const files: Readonly<Record<string, string>> = {
  'deleted.txt': 'to be deleted\n',
  'overwritten.txt': 'to be overwritten\n',
  'folder/moved.txt': 'to be moved\n',
  'folder/deep/lost.txt': 'lost with its folder\n',
  'run.sh': '#!/bin/sh\n',
  '.gitignore': '.env\n',
  '.env': 'KEY=ignored\n',
};

/** Throws unless the agent did everything, and the undo was correct. */
function observe(view: CaseView) {
  if (view.file('last.txt') !== 'done\n') throw new Error('the agent never reached the last step');
  if (view.file('by-tool.txt') === undefined) throw new Error('the tool did not write');
  if (view.file('deleted.txt') !== undefined || view.file('.env') !== undefined) throw new Error('nothing is deleted');
  if (view.storyFault !== undefined) throw new Error(view.storyFault);
  return fullEffect;
}

/** A turn that deletes, overwrites, moves and adds, by tool and by shell. */
export const takenBack: AgentCase = {
  name: 'what an agent deletes and overwrites comes back with undo, and goes again with --redo',
  files,
  steps: (agent) => [
    agent.write('<project>/by-tool.txt', 'written by a tool'),
    agent.shell('rm deleted.txt && echo new > overwritten.txt && chmod 700 run.sh'),
    agent.shell('mv folder/moved.txt elsewhere.txt; rm -r folder/deep; rm .env'),
    agent.shell('echo done > last.txt'),
  ],
  observe,
};

/** A person and a second agent work between two calls of the agent, which then deletes the repository. */
export const takenBackBesideOthers: AgentCase = {
  name: 'undo changes no byte of a person and of a second agent in the same project, also after rm -rf .git',
  files: { ...files, ...filesOfOthers },
  steps: (agent) => [
    agent.write('<project>/by-tool.txt', 'written by a tool'),
    agent.shell(`rm deleted.txt && echo new > overwritten.txt && echo agent >> ${sharedFile}`),
    { ...agent.shell('mv folder/moved.txt elsewhere.txt; rm .env'), precededBy: 'concurrent edit' },
    agent.shell('rm -rf .git folder/deep'),
    agent.shell('echo done > last.txt'),
  ],
  observe,
};

/** The agent is killed in the middle of a call. */
export const takenBackAfterKill: AgentCase = {
  name: 'the turn of an agent that is killed in the middle of a command is taken back',
  files,
  steps: (agent) => [
    agent.write('<project>/by-tool.txt', 'written by a tool'),
    agent.shell('rm -r folder/deep .env'),
    agent.shell('rm deleted.txt; echo new > overwritten.txt; echo done > last.txt; echo > half; sleep 20'),
  ],
  observe,
};
