import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every Markdown page that people read: of the repository, docs, packages and examples. */
export const docPages: readonly string[] = [
  ...readdirSync('.').filter((name) => name.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  ...readdirSync('packages').map((name) => join('packages', name, 'README.md')),
  'examples/sample-project/README.md',
  'examples/ability-repo/README.md',
  'clients/python/README.md',
  'e2e/README.md',
];

/** A block of code between fences. */
export interface CodeBlock {
  readonly language: string;
  readonly text: string;
}

const fence = /^( *)```([\w-]*)[^\n]*\n([\s\S]*?)^\1```/gm;

export const codeBlocks = (page: string): readonly CodeBlock[] =>
  [...readFileSync(page, 'utf8').matchAll(fence)].map(([, , language = '', text = '']) => ({ language, text }));

/** The text of a page without blocks of code. */
export const withoutBlocks = (page: string): string => readFileSync(page, 'utf8').replace(fence, '');
