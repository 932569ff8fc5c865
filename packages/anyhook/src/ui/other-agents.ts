import { type Decision, emptyVerdict, type Verdict } from '@anyhook/core';
import { agents } from '../agents/index.js';
import { fit } from '../engine/fit.js';
import type { OutcomeOnAgent, WhyView } from './page-types.js';

const strength: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];

/** What each agent would make of what the hooks said at this event. */
export function onOtherAgents(view: WhyView): readonly OutcomeOnAgent[] {
  const verdict = saidVerdict(view);
  return agents
    .filter(({ isProtocol }) => !isProtocol)
    .map((agent): OutcomeOnAgent => {
      const { name, title } = agent;
      if (!Object.values(agent.events).includes(view.event))
        return { name, title, notes: [`${title} has no event for ${view.event}`] };
      const fitted = fit(verdict, agent, view.event);
      return { name, title, decision: fitted.decision, notes: fitted.notes };
    });
}

/** The verdict before it was reduced to what the agent can do. */
function saidVerdict({ hooks, decision, detail }: WhyView): Verdict {
  const said = hooks.filter((run) => !run.shadow && !run.recheck).map((run) => run.decision);
  const strongest = [...said, decision === 'deny' && said.includes('ask') ? 'ask' : decision].reduce(
    (a, b) => (strength.indexOf(b) > strength.indexOf(a) ? b : a),
    'pass' as Decision,
  );
  const { rewrite, reason, context = [], messages = [], stop, signals = [] } = detail ?? {};
  return {
    ...emptyVerdict,
    decision: strongest,
    ...(reason !== undefined && { reason }),
    ...(rewrite && { rewrite }),
    ...(stop !== undefined && { stop }),
    context,
    messages,
    signals,
  };
}
