import { existsSync } from 'node:fs';
import { eventNames } from '../../src/core/contract.js';
import { type Host, type Quirk, wishes } from '../../src/hosts/host.js';
import { hosts } from '../../src/hosts/index.js';
import { code, page, table } from './markdown.js';

const agents = Object.values(hosts).filter(({ name }) => name !== 'anyhook');

/** docs/reference/capabilities.md */
export function capabilitiesPage(): string {
  return page(
    'What each agent can do',
    'src/hosts/*/capabilities.ts',
    'A hook may wish for something that an agent cannot do at an event. anyhook then does the nearest thing and says so.',
    '- **exact**: the agent has it.\n- **emulated**: same effect by another way.\n- **degraded**: a weaker effect, and the user is told.\n- **–**: impossible; it becomes a note.',
    'An ask where the agent cannot ask becomes a deny. Events that are not listed can only be observed.',
    `**Documented only**: what the agent's documentation or source says; nobody ran it. That is so for ${listOf(agents.filter(({ documentedOnly }) => documentedOnly))}.`,
    ...agents.map((host) => `## ${headingOf(host)}\n\n${capabilityTable(host)}\n\nContext is cut at ${limitOf(host)}.`),
  );
}

const headingOf = ({ title, name, documentedOnly }: Host): string =>
  `${title} (${code(name)}${documentedOnly ? ', documented only' : ''})`;

const listOf = (some: readonly Host[]): string => some.map(({ title }) => title).join(', ');

const limitOf = ({ contextLimit }: Host): string =>
  contextLimit >= Number.MAX_SAFE_INTEGER ? 'no limit' : `${contextLimit.toLocaleString('en')} characters`;

function capabilityTable({ capabilities }: Host): string {
  const rows = eventNames.flatMap((name) => {
    const row = capabilities[name];
    return row ? [[code(name), ...wishes.map((wish) => (row[wish] === 'impossible' ? '–' : (row[wish] ?? '–')))]] : [];
  });
  return table(['event', ...wishes], rows);
}

/** docs/reference/quirks.md */
export async function quirksPage(): Promise<string> {
  const parts: string[] = [];
  for (const { name, title, documentedOnly } of agents) {
    const quirks = await quirksOf(name);
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
    'src/hosts/*/quirks.ts',
    'What agents do that one would not guess. The codecs cite these by number. "measured" was seen on the real agent of that version, "documented" was read.',
    ...parts,
  );
}

async function quirksOf(name: string): Promise<readonly Quirk[]> {
  const file = new URL(`../../src/hosts/${name}/quirks.ts`, import.meta.url);
  if (!existsSync(file)) return [];
  return ((await import(file.href)) as { quirks: readonly Quirk[] }).quirks;
}
