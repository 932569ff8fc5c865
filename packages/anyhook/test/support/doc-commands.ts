import { codeBlocks, docPages, withoutBlocks } from './doc-pages.js';

/** The pages whose command lines must be valid. */
export const pagesWithCommands = [...docPages.filter((page) => page !== 'CHANGELOG.md'), 'site/index.md'];

const start = /^(?:\$ )?(?:npx (?:--yes )?(?:--package \S+ )?)?anyhook (?=[a-z])/;

/** The command lines of a page that start anyhook, without the name of the program. */
function commandLines(page: string): readonly string[] {
  const inText = [...withoutBlocks(page).matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  const inBlocks = codeBlocks(page).flatMap(({ language, text }) => {
    const lines = text.replace(/\\\n\s*/g, ' ').split('\n');
    if (['sh', 'bash'].includes(language)) return lines;
    if (language === 'yaml') return lines.map((line) => line.replace(/^[\s-]*run: /, ''));
    return lines.filter((line) => line.startsWith('$ '));
  });
  const parts = [...inText, ...inBlocks].flatMap((line) => line.split(/ && | \| /));
  return parts.map((part) => part.trim()).flatMap((part) => (start.test(part) ? [part.replace(start, '')] : []));
}

/** Every command line of the docs, with its page. */
export const docCommands = (): readonly { readonly page: string; readonly line: string }[] =>
  pagesWithCommands.flatMap((page) => commandLines(page).map((line) => ({ page, line })));

/** The words of a line up to a comment or a redirection; a quoted text is one word. */
export function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g) ?? [];
  const end = words.findIndex((word) => /^(?:#.*|--|[<>;].*|-)$/.test(word));
  return end < 0 ? words : words.slice(0, end);
}
