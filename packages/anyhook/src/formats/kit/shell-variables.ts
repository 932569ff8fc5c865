/**
 * A shell line in which each of these variables is one word, wherever it stands: agents that fill in `$NAME` themselves
 * quote its value, also inside of single quotes. `${NAME}` is left to the shell.
 */
export function quoteVariables(line: string, names: readonly string[]): string {
  const isVariable = new RegExp(String.raw`^\$(?:${names.join('|')})(?!\w)`);
  let out = '';
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const char = line[i] as string;
    const [variable] = char === '$' && quote !== '"' ? (isVariable.exec(line.slice(i, i + 64)) ?? []) : [];
    if (variable !== undefined) {
      out += quote === "'" ? `'"${variable}"'` : `"${variable}"`;
      i += variable.length - 1;
      continue;
    }
    out += char;
    if (char === '\\' && quote !== "'") out += line[++i] ?? '';
    else if (quote === '' && (char === '"' || char === "'")) quote = char;
    else if (char === quote) quote = '';
  }
  return out;
}
