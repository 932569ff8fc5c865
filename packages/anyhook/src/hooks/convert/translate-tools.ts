import { firstToolName, type Hook, type Pattern, type ToolMap, toolKinds } from '@anyhook/core';
import { compileGlob, compileTextPattern, wordList } from '../../engine/pattern.js';
import type { Codec } from '../../formats/kit/format.js';

/** Tool names of another format, and what could not be translated. */
export interface ToolTranslation {
  readonly names: readonly string[];
  readonly notes: readonly string[];
}

/** The tools that a hook matches, by their names in another format; undefined if it matches all. */
export async function translateTools(hook: Hook, from: Codec, to: Codec): Promise<ToolTranslation | undefined> {
  const { tool, abilities } = hook.match;
  if (tool) return translatePattern(tool, from, to);
  if (!abilities || abilities.some((glob) => glob === '*' || glob === '**')) return undefined;
  return translateAbilities(abilities, to);
}

async function translatePattern(tool: Pattern, from: Codec, to: Codec): Promise<ToolTranslation> {
  const words = tool.mode === 'anchored' ? wordList(tool.source) : undefined;
  if (words) return joinTranslations(words.map((word) => translateWord(word, from, to)));
  const test = await compileTextPattern(tool);
  const known = Object.keys(from.tools).filter((name) => test(name));
  const translation = joinTranslations(known.map((word) => translateWord(word, from, to)));
  const note = `the pattern "${tool.source}" became the tools that it matches today; others (MCP, future ones) are lost`;
  return { names: translation.names, notes: [...translation.notes, note] };
}

function translateWord(word: string, from: Codec, to: Codec): ToolTranslation {
  const row = Object.hasOwn(from.tools, word) ? from.tools[word] : undefined;
  const mcp = parseMcpName(word);
  if (mcp) return { names: [to.mcpName(mcp.server, mcp.tool)], notes: [] };
  if (!row)
    return { names: [word], notes: [`the tool name "${word}" is kept as it is: anyhook knows no other name for it`] };
  const kinds = [row.kind, ...(Object.keys(row.alsoFor ?? {}) as (typeof row.kind)[])];
  const names = [...new Set(kinds.flatMap((kind) => firstToolName(to.tools, kind) ?? []))];
  return names.length > 0
    ? { names, notes: [] }
    : { names, notes: [`${to.name} has no tool like ${word}: it is left out`] };
}

/** `mcp__server__tool` and `mcp.server.tool`; `server_tool` looks like a plain name. */
function parseMcpName(word: string): { server: string; tool: string } | undefined {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/s.exec(word) ?? /^mcp\.([^.]+)\.(.+)$/.exec(word) ?? [];
  return server && tool ? { server, tool } : undefined;
}

async function translateAbilities(globs: readonly string[], to: Codec): Promise<ToolTranslation> {
  const kinds = Object.entries(toolKinds).filter(([, { ability }]) => ability !== '');
  const parts: ToolTranslation[] = [];
  for (const glob of globs) {
    const test = await compileGlob(glob);
    const found = kinds.filter(([, { ability }]) => test(ability));
    const mcp = parseMcpName(glob);
    if (mcp) parts.push({ names: [to.mcpName(mcp.server, mcp.tool)], notes: [] });
    else if (found.length === 0)
      parts.push({ names: [glob], notes: [`the ability "${glob}" is kept as it is: no known tool has that id`] });
    else parts.push(joinTranslations(found.map(([kind, { ability }]) => toolForKind(to.tools, kind, ability))));
  }
  return joinTranslations(parts);
}

function toolForKind(tools: ToolMap, kind: string, ability: string): ToolTranslation {
  const name = firstToolName(tools, kind as keyof typeof toolKinds);
  return name
    ? { names: [name], notes: [] }
    : { names: [], notes: [`there is no tool like ${ability}: it is left out`] };
}

const joinTranslations = (parts: readonly ToolTranslation[]): ToolTranslation => ({
  names: [...new Set(parts.flatMap(({ names }) => names))],
  notes: [...new Set(parts.flatMap(({ notes }) => notes))],
});
