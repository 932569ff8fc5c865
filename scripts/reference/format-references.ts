import { formatNames } from '../../packages/anyhook/src/formats/index.js';
import type { FormatReference } from '../../packages/anyhook/src/formats/kit/reference.js';

/** The texts of each format in `packages/anyhook/src/formats/<name>/reference.ts`. */
export async function formatReferences(): Promise<ReadonlyMap<string, FormatReference>> {
  const read = async (name: string): Promise<FormatReference> =>
    ((await import(`../../packages/anyhook/src/formats/${name}/reference.js`)) as { reference: FormatReference })
      .reference;
  return new Map(await Promise.all(formatNames().map(async (name) => [name, await read(name)] as const)));
}
