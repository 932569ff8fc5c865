import type { Agent } from '../agents/agent.js';
import type { Scene } from './case.js';
import { toolCases } from './tool.js';
import { blockedPrompt, startCases, stoppedAlways, stoppedOnce } from './turn.js';

/** The runs of every agent. One run shows as many cases as can stand side by side. */
const scenes: readonly Scene[] = [
  { cases: [...startCases, ...toolCases, stoppedOnce] },
  { cases: [stoppedAlways] },
  { cases: [blockedPrompt], prompt: 'an unwanted-prompt' },
];

/** The runs that an agent can make. */
export function scenesFor(agent: Agent): readonly Scene[] {
  const possible = scenes.filter(
    ({ subagent, isCareful }) => !(subagent && !agent.task) && !(isCareful && !agent.careful),
  );
  if (!agent.endsOnDeny) return possible;
  return possible.flatMap((scene) => scene.cases.map((one) => ({ ...scene, cases: [one] })));
}
