import { type Hook, nearestWord, type Pattern, toolKinds } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { compileGlob, compileTextPattern, type TextPredicate } from '../engine/pattern.js';
import type { Codec } from '../formats/kit/format.js';
import { type Finding, makeFinding } from './finding.js';

/** Checks that the matcher of a hook can match a tool of its format or of a connected agent. */
export async function matcherFindings(hook: Hook, codec: Codec, agents: readonly Agent[]): Promise<readonly Finding[]> {
  const { tool, rule, abilities } = hook.match;
  const names = [...new Set([codec, ...agents].flatMap(({ tools }) => Object.keys(tools)))];
  if (tool && !mcpName.test(tool.source)) return patternFindings(hook, tool, names);
  if (rule && !mcpName.test(rule.tool)) return patternFindings(hook, { source: rule.tool, mode: 'anchored' }, names);
  return abilities ? abilityFindings(hook, abilities, names) : [];
}

/** Tool names of MCP servers are not known in advance. */
const mcpName = /mcp|__|^@/i;

async function patternFindings(hook: Hook, pattern: Pattern, names: readonly string[]): Promise<readonly Finding[]> {
  const matches = await compileOrSkip(pattern);
  if (!matches || names.some(matches)) return [];
  const matchesAnyCase = await compileOrSkip({ ...pattern, source: `(?i)${pattern.source}` });
  const similarName = matchesAnyCase && names.find(matchesAnyCase);
  const what = `${hook.id}: the matcher "${pattern.source}" matches no known tool`;
  if (similarName !== undefined) return [makeFinding('matcher-case', what, { name: similarName, hook: hook.id })];
  return [makeFinding('matcher-unknown-tool', what, { hook: hook.id, hint: hintFor(pattern.source, names) })];
}

async function abilityFindings(
  hook: Hook,
  globs: readonly string[],
  names: readonly string[],
): Promise<readonly Finding[]> {
  if (globs.some((glob) => mcpName.test(glob))) return [];
  const ids = [...Object.values(toolKinds).flatMap(({ ability }) => (ability ? [ability] : [])), ...names];
  for (const glob of globs) {
    const matches = glob === '*' ? () => true : await Promise.resolve(compileGlob(glob));
    if (ids.some(matches)) return [];
  }
  const what = `${hook.id}: "${globs.join(', ')}" matches no known ability`;
  return [makeFinding('matcher-unknown-tool', what, { hook: hook.id, hint: hintFor(globs[0] ?? '', ids) })];
}

async function compileOrSkip(pattern: Pattern): Promise<TextPredicate | undefined> {
  try {
    return await compileTextPattern(pattern);
  } catch {
    // Loading the file already reports a bad pattern.
    return undefined;
  }
}

function hintFor(word: string, names: readonly string[]): string {
  const near = nearestWord(word, names);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}
