import type { DecisionFilter } from './query.js';
import type { DecisionRecord } from './record.js';

/** Does a decision that may not be in the journal yet match a filter? */
export function matchesFilter(record: DecisionRecord, filter: DecisionFilter): boolean {
  const { root, session, host: agent, event, tool, decision, hook, via, shadow, since, until } = filter;
  const is = <T>(wanted: T | undefined, value: T): boolean => wanted === undefined || wanted === value;
  return (
    is(root, record.root) &&
    is(session, record.session) &&
    is(agent, record.host) &&
    is(event, record.event) &&
    is(decision, record.decision) &&
    is(via, record.via) &&
    (tool === undefined || record.tool === tool || record.toolName === tool) &&
    tookPart(record, hook, shadow) &&
    record.at >= (since ?? 0) &&
    record.at < (until ?? Number.POSITIVE_INFINITY)
  );
}

function tookPart({ hooks }: DecisionRecord, hook: string | undefined, shadow: boolean | undefined): boolean {
  if (hook === undefined && !shadow) return true;
  return hooks.some((run) => (hook === undefined || run.hook === hook) && (!shadow || run.shadow === true));
}
