import { ErrorCode, McpError, type Resource, type ResourceTemplate } from '@modelcontextprotocol/sdk/types.js';
import { abilityBrief, abilityView, environmentsOf } from '../registry/views.js';
import { taskView } from '../tasks/views.js';
import type { ProjectAbilities } from './ability-source.js';

const mimeType = 'application/json';

export const resources: readonly Resource[] = [
  { uri: 'anyhook://abilities', name: 'abilities', description: 'the abilities of this project', mimeType },
  {
    uri: 'anyhook://routing',
    name: 'routing',
    description: 'which words lead to which ability, and to which documents',
    mimeType,
  },
];

export const resourceTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'anyhook://abilities/{name}',
    name: 'ability',
    description: 'one ability, with its schemas',
    mimeType,
  },
  { uriTemplate: 'anyhook://tasks/{key}', name: 'task', description: 'one task, with its whole output', mimeType },
];

/** The content of a resource; throws the error that clients expect if there is none. */
export async function readResource(uri: string, project: ProjectAbilities): Promise<string> {
  const content = await contentOf(uri, project);
  if (content === undefined)
    throw new McpError(ErrorCode.InvalidParams, `no resource has the URI ${JSON.stringify(uri.slice(0, 300))}`);
  return JSON.stringify(content, null, 2);
}

async function contentOf(uri: string, project: ProjectAbilities): Promise<object | undefined> {
  const { abilities, runner } = project;
  if (uri === 'anyhook://abilities') return abilities.map(abilityBrief);
  if (uri === 'anyhook://routing') return routingOf(project);
  const [, folder, encodedName = ''] = /^anyhook:\/\/(abilities|tasks)\/(.+)$/.exec(uri) ?? [];
  const name = decodeName(encodedName);
  if (folder === undefined || name === undefined) return undefined;
  if (folder === 'abilities') {
    const found = abilities.find(({ ability }) => ability.name === name);
    return found && abilityView(found);
  }
  const task = await runner.get(name);
  return task && taskView(task);
}

function decodeName(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

const routingOf = ({ abilities }: ProjectAbilities): object =>
  abilities
    .filter(({ state }) => state.kind === 'active')
    .map(({ ability }) => ({
      ability: ability.name,
      summary: ability.summary,
      environments: environmentsOf(ability),
      keywords: ability.routing.keywords,
      negative_keywords: ability.routing.negativeKeywords,
      documents: ability.routing.documents,
    }));
