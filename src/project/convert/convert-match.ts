import type { Hook, Pattern } from '../../core/hook.js';
import { firstName, type ToolMap, toolKinds } from '../../core/tool.js';
import { compileGlob, compilePattern, wordList } from '../../engine/pattern.js';
import type { Dialect } from '../../formats/format.js';

/** Tool names in another dialect's words, and what did not carry over. */
export interface Translated {
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** The tools that a hook matches, in the words of another dialect; undefined when it matches all. */
export async function translateTools(hook: Hook, from: Dialect, to: Dialect): Promise<Translated | undefined> {
  const { tool, abilities } = hook.match;
  if (tool) return translatePattern(tool, from, to);
  if (!abilities || abilities.some((glob) => glob === '*' || glob === '**')) return undefined;
  return translateAbilities(abilities, to);
}

async function translatePattern(tool: Pattern, from: Dialect, to: Dialect): Promise<Translated> {
  const words = tool.mode === 'anchored' ? wordList(tool.source) : undefined;
  if (words) return join(words.map((word) => translateWord(word, from, to)));
  const test = await compilePattern(tool);
  const known = Object.keys(from.tools).filter((name) => test(name));
  const found = join(known.map((word) => translateWord(word, from, to)));
  const note = `the pattern "${tool.source}" became the tools that it matches today; others (MCP, future ones) are lost`;
  return { names: found.names, notes: [...found.notes, note] };
}

function translateWord(word: string, from: Dialect, to: Dialect): Translated {
  const row = Object.hasOwn(from.tools, word) ? from.tools[word] : undefined;
  const mcp = mcpOf(word);
  if (mcp) return { names: [to.mcpName(mcp.server, mcp.tool)], notes: [] };
  if (!row)
    return { names: [word], notes: [`the tool name "${word}" is kept as it is: nobody knows it in other words`] };
  const name = to.name === 'ability' ? toolKinds[row.kind].ability : firstName(to.tools, row.kind);
  return name
    ? { names: [name], notes: [] }
    : { names: [], notes: [`${to.name} has no tool like ${word}: it is left out`] };
}

/** `mcp__server__tool` and `mcp.server.tool`; docker's `server_tool` cannot be told apart from a plain name. */
function mcpOf(word: string): { server: string; tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(word) ?? /^mcp\.([^.]+)\.(.+)$/.exec(word) ?? [];
  return server && tool ? { server, tool } : undefined;
}

async function translateAbilities(globs: readonly string[], to: Dialect): Promise<Translated> {
  const kinds = Object.entries(toolKinds).filter(([, { ability }]) => ability !== '');
  const parts: Translated[] = [];
  for (const glob of globs) {
    const test = await compileGlob(glob);
    const found = kinds.filter(([, { ability }]) => test(ability));
    const mcp = mcpOf(glob);
    if (mcp) parts.push({ names: [to.mcpName(mcp.server, mcp.tool)], notes: [] });
    else if (found.length === 0)
      parts.push({ names: [glob], notes: [`the ability "${glob}" is kept as it is: no known tool has that id`] });
    else parts.push(join(found.map(([kind, { ability }]) => namedKind(to.tools, kind, ability))));
  }
  return join(parts);
}

function namedKind(tools: ToolMap, kind: string, ability: string): Translated {
  const name = firstName(tools, kind as keyof typeof toolKinds);
  return name
    ? { names: [name], notes: [] }
    : { names: [], notes: [`there is no tool like ${ability}: it is left out`] };
}

const join = (parts: readonly Translated[]): Translated => ({
  names: [...new Set(parts.flatMap(({ names }) => names))],
  notes: [...new Set(parts.flatMap(({ notes }) => notes))],
});
