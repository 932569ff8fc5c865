import type { AgentDriver } from '../agents/agent.js';
import type { ModelStep } from '../model/step.js';
import type { Workplace } from '../workplace.js';
import { type AgentCase, type CaseView, firstTurnWith } from './case.js';
import { fullEffect, type Observation } from './observation.js';

/** A guard is never silent because of where the agent works. */
export const workplaceCases: readonly (AgentCase & { readonly workplace: Workplace })[] = [
  { name: 'a guard denies in a new work tree of a trusted project', workplace: 'work tree', observe: isDenied, steps },
  {
    name: 'a guard holds the call back in a clone of a trusted project',
    workplace: 'clone',
    observe: isBlocked,
    steps,
  },
  {
    name: 'hooks that nobody trusts are told to the model',
    workplace: 'untrusted project',
    observe: isReported,
    steps,
  },
];

function steps(agent: AgentDriver): readonly ModelStep[] {
  return [agent.shell('echo forbidden-marker > hook-md.txt')];
}

function isDenied(view: CaseView): Observation {
  if (view.file('hook-md.txt') !== undefined) throw new Error('the forbidden command ran');
  if (firstTurnWith(view, 'REASON-OF-HOOK-MD') !== view.turn + 1) throw new Error('the model was not told the reason');
  return fullEffect;
}

/** Equal hooks in another place ask until a person confirms them, and here no person can be asked. */
function isBlocked(view: CaseView): Observation {
  if (view.file('hook-md.txt') !== undefined) throw new Error('the forbidden command ran');
  return fullEffect;
}

function isReported(view: CaseView): Observation {
  if (firstTurnWith(view, 'not trusted') === 0) throw new Error('the model was not told that hooks are not trusted');
  return fullEffect;
}
