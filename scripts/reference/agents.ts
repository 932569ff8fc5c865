import { cellName, readMeasured } from '../../e2e/measured.js';
import { type Agent, type Grade, verdictEffects } from '../../packages/anyhook/src/agents/agent.js';
import { eventNames } from '../../packages/core/src/contract.js';
import { documentedAgents, type QuirksOf, quirksInFolder } from './documented-agents.js';
import { inlineCode, page, table } from './markdown.js';

const measured = readMeasured();

/** docs/reference/capabilities.md */
export function capabilitiesPage(agents: readonly Agent[] = documentedAgents): string {
  return page(
    'What each agent can do',
    'packages/anyhook/src/agents/*/codec.ts',
    'If a hook asks for something that an agent cannot do at an event, anyhook does the nearest thing and says so.',
    '- **exact**: the agent supports it.\n- **emulated**: the same effect in another way.\n- **degraded**: a weaker effect, and the user is notified.\n- **–**: impossible; it becomes a note.',
    'If the agent cannot ask, an ask becomes a deny that a person can [approve](../guides/approvals.md). If an output cannot be replaced, context tells the model what to use instead. Events that are not listed can only be observed.',
    `- **✓**: the [end-to-end tests](../../e2e/README.md) saw this effect on the real agent, in the version shown (${inlineCode('e2e/measured.json')}); in a – cell they saw what anyhook does instead. Cells without it come from documentation, source or single trials.\n- **documented only**: taken from the agent's documentation or source, never run. These are ${titlesOf(agents.filter(({ documentedOnly }) => documentedOnly))}.`,
    `## At a glance\n\n${overviewTable(agents)}`,
    ...agents.map((agent) =>
      [
        `## ${headingOf(agent)}`,
        capabilityTable(agent),
        ...weakerOf(agent),
        `Context is cut at ${limitOf(agent)}.`,
      ].join('\n\n'),
    ),
  );
}

/** The most frequent questions: an effect at an event, in words. */
const overviewColumns = [
  { text: 'deny a call', event: 'tool.before', effect: 'deny' },
  { text: 'ask first', event: 'tool.before', effect: 'ask' },
  { text: 'change a call', event: 'tool.before', effect: 'rewrite' },
  { text: 'replace its output', event: 'tool.after', effect: 'rewrite' },
  { text: 'refuse a prompt', event: 'prompt.submit', effect: 'deny' },
  { text: 'add context', event: 'prompt.submit', effect: 'context' },
  { text: 'send it back to work', event: 'agent.stop', effect: 'deny' },
] as const;

/** One row for each agent. */
function overviewTable(agents: readonly Agent[]): string {
  const rows = agents.map(({ name, title, documentedOnly, capabilities }) => [
    `${title}${documentedOnly ? ' (documented only)' : ''}`,
    ...overviewColumns.map(
      ({ event, effect }) => `${gradeText(capabilities[event]?.[effect])}${mark(name, cellName({ event, effect }))}`,
    ),
  ]);
  return table(['agent', ...overviewColumns.map(({ text }) => text)], rows);
}

const headingOf = ({ title, name, documentedOnly }: Agent): string => {
  const version = measured[name]?.version;
  return `${title} (${inlineCode(name)}${documentedOnly ? ', documented only' : ''}${version ? `, ✓ on ${version}` : ''})`;
};

const titlesOf = (some: readonly Agent[]): string => some.map(({ title }) => title).join(', ');

const limitOf = ({ contextLimit }: Agent): string =>
  contextLimit >= Number.MAX_SAFE_INTEGER ? 'no limit' : `${contextLimit.toLocaleString('en')} characters`;

function capabilityTable({ name: agent, capabilities }: Agent): string {
  const rows = eventNames.flatMap((event) => {
    const row = capabilities[event];
    if (!row) return [];
    return [
      [
        inlineCode(event),
        ...verdictEffects.map((effect) => `${gradeText(row[effect])}${mark(agent, cellName({ event, effect }))}`),
      ],
    ];
  });
  return table(['event', ...verdictEffects], rows);
}

const gradeText = (grade: Grade = 'impossible'): string => (grade === 'impossible' ? '–' : grade);

/** No mark without an observation. An impossible effect is never requested, so it cannot be observed. */
const mark = (agent: string, cell: string): string =>
  (measured[agent]?.cells[cell]?.seen ?? 'nothing') === 'nothing' ? '' : ' ✓';

/** Describes the weaker effects that the runs showed. */
function weakerOf({ name }: Agent): readonly string[] {
  const cells = Object.entries(measured[name]?.cells ?? {}).filter(([, { seen }]) => seen === 'weaker');
  const lines = cells.map(([cell, { how = '' }]) => `- ${describeCell(cell)}: ${how}`);
  return lines.length > 0 ? [`Weaker effects, as seen:\n\n${lines.join('\n')}`] : [];
}

function describeCell(cell: string): string {
  const [event = '', effect = ''] = cell.split(' ');
  return `${effect} at ${inlineCode(event)}`;
}

/** docs/reference/quirks.md */
export async function quirksPage(
  agents: readonly Agent[] = documentedAgents,
  quirksOf: QuirksOf = quirksInFolder,
): Promise<string> {
  const parts: string[] = [];
  for (const agent of agents) {
    const { title, documentedOnly } = agent;
    const quirks = await quirksOf(agent);
    if (quirks.length === 0) continue;
    const rows = quirks.map(({ id, versions, behaviour, answer, source }) => [
      String(id),
      versions,
      behaviour,
      answer,
      source,
    ]);
    parts.push(
      `## ${title}${documentedOnly ? ' (documented only)' : ''}\n\n${table(['no.', 'versions', 'what it does', 'what anyhook does', 'source'], rows)}`,
    );
  }
  return page(
    'Quirks of agents',
    'packages/anyhook/src/agents/*/quirks.yaml',
    'Unexpected behaviour of agents. The codecs cite these by number. "measured" was observed on the real agent of that version; "documented" comes from its documentation.',
    ...parts,
  );
}
