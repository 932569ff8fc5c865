/** A generated page, with a header that names its source and asks not to edit it. */
export function page(title: string, source: string, ...parts: readonly string[]): string {
  const header = `<!-- Generated from ${source} by scripts/generate.ts. Do not edit; run "npm run generate". -->`;
  return `${[header, `# ${title}`, ...parts].map((part) => part.trimEnd()).join('\n\n')}\n`;
}

/** A table without its empty columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const kept = head.map((_, i) => i).filter((i) => i === 0 || rows.some((row) => row[i]));
  const line = (cells: readonly string[]) => `| ${kept.map((i) => cell(cells[i] ?? '')).join(' | ')} |`;
  return [line(head), `|${kept.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Text as code, or nothing. */
export const inlineCode = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``);

/** A list of names as code. */
export const codes = (names: readonly string[]): string => names.map(inlineCode).join(', ');

export const yesNo = (value: boolean): string => (value ? 'yes' : '–');

const cell = (text: string): string => withoutTags(text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' '));

/** `<name>` in a text would be parsed as HTML and not be shown; in code it is. */
const withoutTags = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replace(/<(?=[a-z/])/gi, '&lt;')))
    .join('');
