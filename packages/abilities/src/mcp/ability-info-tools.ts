import { nearestWord } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { findAbilities } from '../registry/find-abilities.js';
import { abilityBrief, abilityView } from '../registry/views.js';
import type { McpTool } from './mcp-tool.js';
import { toolResult } from './results.js';

const textField = (description: string) => ({ type: 'string', minLength: 1, maxLength: 200, description });
const defaultLimit = 50;

const listTool: McpTool = {
  tool: {
    name: 'list_abilities',
    description: 'Lists the abilities of this project, each with its name and a summary.',
    inputSchema: {
      type: 'object',
      properties: {
        query: textField('only those with one of these words in name, summary, description or keywords; best first'),
        environment: textField('only those that may be used in this environment'),
        limit: { type: 'integer', minimum: 1, maximum: 500, description: `default ${defaultLimit}` },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  startsPrograms: false,
  async run(args, { project: { abilities }, toolNameOf }) {
    const {
      query,
      environment,
      limit = defaultLimit,
    } = args as { query?: string; environment?: string; limit?: number };
    const found = findAbilities(abilities, { query, environment });
    const shown = found.slice(0, limit);
    return toolResult({
      status: 'ok',
      message: `${countSentence(found.length, shown.length)} Use create_task and run_task, or the ability's own tool.`,
      fields: {
        total: found.length,
        abilities: shown.map((one) => ({ ...abilityBrief(one), ...toolField(toolNameOf(one.ability.name)) })),
      },
    });
  },
};

const showTool: McpTool = {
  tool: {
    name: 'show_ability',
    description: 'Shows one ability in full: its input schema, environments and documents to read with it.',
    inputSchema: {
      type: 'object',
      properties: { ability: textField('its name in list_abilities') },
      required: ['ability'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  startsPrograms: false,
  async run(args, { project: { abilities }, toolNameOf }) {
    const name = String(args['ability']);
    const found = abilities.find(({ ability }) => ability.name === name);
    if (!found) return unknownAbility(name, abilities);
    const message = `${name}: ${found.ability.summary}`;
    return toolResult({
      status: 'ok',
      message,
      fields: { ability: { ...abilityView(found), ...toolField(toolNameOf(name)) } },
    });
  },
};

/** The tools that describe abilities. */
export const abilityInfoTools: readonly McpTool[] = [listTool, showTool];

function unknownAbility(name: string, abilities: readonly LoadedAbility[]) {
  const near = nearestWord(
    name,
    abilities.map(({ ability }) => ability.name),
  );
  const hint = near === undefined ? 'See list_abilities.' : `Did you mean "${near}"?`;
  const message = `No ability has the name ${JSON.stringify(name)}. ${hint}`;
  return toolResult({
    status: 'refused',
    message,
    isError: true,
    fields: { error: { code: 'UNKNOWN_ABILITY', message } },
  });
}

const toolField = (tool: string | undefined): object => (tool === undefined ? {} : { tool });

const countSentence = (found: number, shown: number): string =>
  `${found === 1 ? 'There is 1 ability' : `There are ${found} abilities`}${shown < found ? `; ${shown} are shown` : ''}.`;
