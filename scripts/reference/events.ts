import type { Agent } from '../../packages/anyhook/src/agents/agent.js';
import { derivations } from '../../packages/anyhook/src/engine/derive.js';
import { formatNamed, formatNames } from '../../packages/anyhook/src/formats/index.js';
import { contractOf, type EventName, eventNames } from '../../packages/core/src/contract.js';
import { documentedAgents } from './documented-agents.js';
import { codes, inlineCode, page, table } from './markdown.js';

/** docs/reference/events.md */
export function eventsPage(agents: readonly Agent[] = documentedAgents): string {
  return page(
    'Events',
    'the contract table and the event tables of formats and agents',
    'An event is something that happens in an agent. Its contract is the upper limit of what hooks may do there. A format or an agent may allow less; the user then sees a note about what was lost.',
    table(
      ['event', 'decisions', 'rewrites', 'context lives for', 'deny means'],
      eventNames.map((name) => {
        const { decisions, rewrites, context, denyMeans } = contractOf(name);
        return [inlineCode(name), decisions.join(', ') || '–', rewrites || '–', context || '–', denyMeans ?? '–'];
      }),
    ),
    '`pass` (no opinion) is always possible and is never an allow.',
    '## Names in each hook format',
    table(
      ['event', ...formatNames()],
      eventNames.map((name) => [inlineCode(name), ...formatNames().map((format) => codes(formatEvents(format, name)))]),
    ),
    'A hook in the config uses canonical names. On the command line you may use canonical names, and names of formats that have only one meaning. `format:name` always works, for example `docker:stop`.',
    '## Names in each agent',
    table(
      ['event', ...agents.map(({ title }) => title)],
      eventNames.map((name) => [
        inlineCode(name),
        ...agents.map(({ events }) => codes(Object.keys(events).filter((native) => events[native] === name))),
      ]),
    ),
    '## Derived events',
    'If an agent lacks an event but another event implies it, anyhook derives it and marks it with `derivedFrom`.',
    table(
      ['when an agent fires', 'and lacks', 'the second is derived', 'and differs'],
      derivations.map(({ from, to, unlessBlocked, fields, difference }) => [
        inlineCode(from),
        inlineCode(to),
        [
          unlessBlocked ? 'unless a hook blocked the first' : 'always',
          ...Object.entries(fields ?? {}).map(([key, value]) => `${key}: ${String(value)}`),
        ].join(', '),
        difference ?? '',
      ]),
    ),
    'The [agent runtime](runtime.md) fires every event except `other`, including those that no agent has.',
  );
}

function formatEvents(format: string, name: EventName): readonly string[] {
  return Object.entries(formatNamed(format).events).flatMap(([native, row]) =>
    row.events.includes(name) ? [native] : [],
  );
}
