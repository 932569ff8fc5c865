import { formatNamed } from '../../packages/anyhook/src/formats/index.js';
import { fieldTable } from './fields.js';
import { type FormatReference, formatFolder, formatReferences } from './format-references.js';
import { codes, inlineCode, page, table, yesNo } from './markdown.js';
import { jsonSchema, partSchema } from './schemas.js';

/** docs/reference/dialects/<name>.md */
export async function formatPages(): Promise<ReadonlyMap<string, string>> {
  const references = await formatReferences();
  return new Map(
    [...references].map(([name, about]) => [`docs/reference/dialects/${name}.md`, formatPage(name, about)]),
  );
}

function formatPage(name: string, { title, found, schemas, answers }: FormatReference): string {
  const [first] = Object.values(schemas);
  return page(
    title,
    formatFolder(name),
    found,
    ...Object.entries(schemas).flatMap(([file, schema]) => [
      `JSON Schema: [schemas/${file}.schema.json](../../../packages/anyhook/schemas/${file}.schema.json)`,
      ...(schema.parts ? [] : ['## Fields', fieldTable(jsonSchema(schema))]),
    ]),
    ...Object.entries(first?.parts ?? {})
      .filter(([part]) => part !== 'handler')
      .map(([part, schema]) => `## Fields: ${part}\n\n${fieldTable(partSchema(schema), { flat: part === 'group' })}`),
    '## Events',
    table(
      ['event', 'canonical', 'blocks', 'context', 'rewrites'],
      Object.entries(formatNamed(name).events).map(([native, row]) => [
        inlineCode(native),
        codes(row.events),
        yesNo(row.blocks),
        yesNo(row.context),
        yesNo(row.rewrites),
      ]),
    ),
    '## How a hook answers',
    answers.map((line) => `- ${line}`).join('\n'),
  );
}
