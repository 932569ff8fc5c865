import { existsSync, readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { parse } from 'yaml';
import { agentRows } from '../../packages/anyhook/src/agents/index.js';
import { formatNames } from '../../packages/anyhook/src/formats/index.js';

/** The reference texts of a format: the `reference.yaml` of its folder. */
export interface FormatReference {
  readonly title: string;
  /** The locations of its files. */
  readonly found: string;
  /** Its JSON Schemas, by the names of the files in schemas/. */
  readonly schemas: Readonly<Record<string, FileSchema>>;
  /** The answers of its hooks, one line each. */
  readonly answers: readonly string[];
}

/** The schema of one kind of file. */
export interface FileSchema {
  readonly title: string;
  readonly schema: v.GenericSchema;
  /** Parts that occur in several places of the file, by name. */
  readonly parts?: Readonly<Record<string, v.GenericSchema>>;
}

/** The folder of a format: that of its agent, or its own. */
export function formatFolder(name: string): string {
  const row = agentRows.find(({ format }) => format?.name === name);
  return `packages/anyhook/src/${row ? `agents/${row.agent.name}` : `formats/${name}`}`;
}

/** The texts of each format. */
export async function formatReferences(): Promise<ReadonlyMap<string, FormatReference>> {
  return new Map(await Promise.all(formatNames().map(async (name) => [name, await readReference(name)] as const)));
}

/** Schemas by the names of their constants. */
interface NamedSchema {
  readonly title: string;
  readonly schema: string;
  readonly parts?: Readonly<Record<string, string>>;
}

async function readReference(name: string): Promise<FormatReference> {
  const folder = formatFolder(name);
  const text = readFileSync(`${folder}/reference.yaml`, 'utf8');
  const { schemas: named, ...texts } = parse(text) as Omit<FormatReference, 'schemas'> & {
    readonly schemas: Readonly<Record<string, NamedSchema>>;
  };
  const known = await schemasIn(folder);
  const find = (constant: string): v.GenericSchema => {
    const schema = known.get(constant);
    if (!schema)
      throw new Error(`${folder}/reference.yaml names the schema ${constant}, which its folder does not have`);
    return schema;
  };
  const schemas = Object.entries(named).map(([file, { title, schema, parts }]) => [
    file,
    { title, schema: find(schema), ...(parts && { parts: mapValues(parts, find) }) },
  ]);
  return { ...texts, schemas: Object.fromEntries(schemas) };
}

/** The exports of the modules with schemas: of an agent's format, or of a separate format. */
async function schemasIn(folder: string): Promise<ReadonlyMap<string, v.GenericSchema>> {
  const files = ['format', 'format-schema', 'schema'].filter((file) => existsSync(`${folder}/${file}.ts`));
  const modules = await Promise.all(files.map((file) => import(`../../${folder}/${file}.js`) as Promise<object>));
  return new Map(modules.flatMap((module) => Object.entries(module) as [string, v.GenericSchema][]));
}

const mapValues = <A, B>(map: Readonly<Record<string, A>>, change: (value: A) => B): Readonly<Record<string, B>> =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
