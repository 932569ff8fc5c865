import type { Agent } from '../../packages/anyhook/src/agents/agent.js';
import { formatNamed, formatNames } from '../../packages/anyhook/src/formats/index.js';
import { type ToolKind, type ToolMap, toolKinds } from '../../packages/core/src/tool.js';
import { documentedAgents } from './documented-agents.js';
import { codes, inlineCode, page, table } from './markdown.js';

const kinds = Object.keys(toolKinds) as ToolKind[];

/** docs/reference/tools.md */
export function toolsPage(agents: readonly Agent[] = documentedAgents): string {
  const vocabularies = [
    ...formatNames().map((name) => ({ title: name, tools: formatNamed(name).tools })),
    ...agents.map(({ title, tools }) => ({ title, tools })),
  ];
  return page(
    'Tools',
    'the tool vocabulary and the tool maps of formats and agents',
    'Every agent and every hook format has its own names for tools and their fields. anyhook maps them to one vocabulary and back: a hook sees the names of its own format, whichever agent calls.',
    '## Kinds',
    table(
      ['kind', 'ability id', 'canonical fields'],
      kinds.map((kind) => [inlineCode(kind), abilityOf(kind), codes(toolKinds[kind].fields)]),
    ),
    'A field without a canonical name keeps its native name.',
    '## Names in each hook format',
    nameTable(formatNames().map((name) => ({ title: name, tools: formatNamed(name).tools }))),
    '## Names in each agent',
    nameTable(agents.map(({ title, tools }) => ({ title, tools }))),
    "The first name of a cell is used for calls that come from another source. A matcher is tested against the format's name and the agent's own name. Names for write and edit also match a patch.",
    '## Fields that are renamed',
    ...vocabularies.map(({ title, tools }) => fieldsOf(title, tools)).filter((part) => part !== ''),
  );
}

const abilityOf = (kind: ToolKind): string =>
  kind === 'mcp' ? inlineCode('mcp.<server>.<tool>') : inlineCode(toolKinds[kind].ability) || 'its own name';

function nameTable(sides: readonly { title: string; tools: ToolMap }[]): string {
  return table(
    ['kind', ...sides.map(({ title }) => title)],
    kinds.map((kind) => [
      inlineCode(kind),
      ...sides.map(({ tools }) => codes(Object.keys(tools).filter((name) => tools[name]?.kind === kind))),
    ]),
  );
}

function fieldsOf(title: string, tools: ToolMap): string {
  const rows = Object.entries(tools).flatMap(([name, { fields = {}, pack }]) => {
    const renamed = Object.entries(fields).map(([from, to]) => `${inlineCode(from)} is ${inlineCode(to)}`);
    const more = pack ? ['other fields are packed into its own structure'] : [];
    const all = [...renamed, ...more];
    return all.length > 0 ? [[inlineCode(name), all.join(', ')]] : [];
  });
  return rows.length === 0 ? '' : `### ${title}\n\n${table(['tool', 'fields'], rows)}`;
}
