/** The YAML between the first two `---` lines; it begins on line 2 of the file. */
export function extractFrontmatter(text: string): { readonly yaml: string } | { readonly missing: string } {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const open = /^---[ \t]*(?:\r?\n|$)/.exec(body);
  if (!open)
    return { missing: 'expected frontmatter: the first line must be "---", and the fields end at a second "---"' };
  const start = open[0].length;
  const close = /^---[ \t]*\r?$/m.exec(body.slice(start));
  if (!close) return { missing: 'expected a second line "---" that ends the frontmatter, got none' };
  return { yaml: body.slice(start, start + close.index) };
}
