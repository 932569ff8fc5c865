import { agentRows } from '../../packages/anyhook/src/agents/index.js';
import { formatNames } from '../../packages/anyhook/src/formats/index.js';
import type { FormatReference } from '../../packages/anyhook/src/formats/kit/reference.js';

/** The folder of a format: that of its agent, or one of its own. */
export function formatFolder(name: string): string {
  const row = agentRows.find(({ format }) => format?.name === name);
  return `packages/anyhook/src/${row ? `agents/${row.agent.name}` : `formats/${name}`}`;
}

/** The texts of each format in the `reference.ts` of its folder. */
export async function formatReferences(): Promise<ReadonlyMap<string, FormatReference>> {
  const read = async (name: string): Promise<FormatReference> =>
    ((await import(`../../${formatFolder(name)}/reference.js`)) as { reference: FormatReference }).reference;
  return new Map(await Promise.all(formatNames().map(async (name) => [name, await read(name)] as const)));
}
