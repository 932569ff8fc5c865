import type { LoadedAbility } from '../../abilities/ability.js';
import { findAbilities } from '../../abilities/find-abilities.js';
import { abilityBrief, abilityView } from '../../abilities/views.js';
import { nearestWord } from '../../core/errors.js';
import type { McpTool } from './mcp-tool.js';
import { toolResult } from './results.js';

const text = (description: string) => ({ type: 'string', minLength: 1, maxLength: 200, description });
const usual = 50;

const list: McpTool = {
  tool: {
    name: 'list_abilities',
    description: 'Lists the abilities of this project, each with its name and a summary.',
    inputSchema: {
      type: 'object',
      properties: {
        query: text('only those with one of these words in name, summary, description or keywords; best first'),
        environment: text('only those that may be used in this environment'),
        limit: { type: 'integer', minimum: 1, maximum: 500, description: `default ${usual}` },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  isHeavy: false,
  async run(args, { opened: { abilities }, toolOf }) {
    const { query, environment, limit = usual } = args as { query?: string; environment?: string; limit?: number };
    const found = findAbilities(abilities, { query, environment });
    const shown = found.slice(0, limit);
    return toolResult({
      status: 'ok',
      message: `${counted(found.length, shown.length)} Use create_task and run_task, or the ability's own tool.`,
      fields: {
        total: found.length,
        abilities: shown.map((one) => ({ ...abilityBrief(one), ...ownTool(toolOf(one.ability.name)) })),
      },
    });
  },
};

const show: McpTool = {
  tool: {
    name: 'show_ability',
    description: 'Shows one ability in full: its input schema, environments and documents to read with it.',
    inputSchema: {
      type: 'object',
      properties: { ability: text('its name in list_abilities') },
      required: ['ability'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  isHeavy: false,
  async run(args, { opened: { abilities }, toolOf }) {
    const name = String(args['ability']);
    const found = abilities.find(({ ability }) => ability.name === name);
    if (!found) return unknownAbility(name, abilities);
    const message = `${name}: ${found.ability.summary}`;
    return toolResult({
      status: 'ok',
      message,
      fields: { ability: { ...abilityView(found), ...ownTool(toolOf(name)) } },
    });
  },
};

/** The tools that describe abilities. */
export const abilityInfoTools: readonly McpTool[] = [list, show];

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

const ownTool = (tool: string | undefined): object => (tool === undefined ? {} : { tool });

const counted = (found: number, shown: number): string =>
  `${found === 1 ? 'There is 1 ability' : `There are ${found} abilities`}${shown < found ? `; ${shown} are shown` : ''}.`;
