import type { Pattern } from '@anyhook/core';

/** Other names of Qwen Code's tools, which a matcher may use; each means one tool. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  run_shell_command: ['Shell', 'ShellTool', 'Bash'],
  edit: ['Edit', 'EditTool', 'replace'],
  notebook_edit: ['NotebookEdit', 'NotebookEditTool'],
  write_file: ['WriteFile', 'WriteFileTool', 'Write'],
  read_file: ['ReadFile', 'ReadFileTool', 'Read'],
  grep_search: ['Grep', 'GrepTool', 'search_file_content', 'SearchFiles'],
  glob: ['Glob', 'GlobTool', 'FindFiles'],
  list_directory: ['ListFiles', 'ListFilesTool', 'ReadFolder'],
  todo_write: ['TodoList', 'TodoWrite', 'TodoWriteTool'],
  web_fetch: ['WebFetch', 'WebFetchTool'],
  web_search: ['WebSearch', 'WebSearchTool'],
  agent: ['Agent', 'AgentTool', 'task', 'Task', 'TaskTool'],
  skill: ['Skill', 'SkillTool'],
};

const toolOf = (alias: string): string | undefined =>
  Object.keys(aliases).find((name) => aliases[name]?.includes(alias));

/**
 * Qwen Code's rule: the entries of a list are compared exactly, for tools also with their other names; else the matcher is a
 * regex that is searched. A matcher that begins with `^` or `(` is only a regex.
 */
export function qwenPattern(matcher: string, subject: 'tool' | 'subject'): Pattern | undefined {
  if (['', '*', '.*'].includes(matcher.trim())) return undefined;
  if (/^[\^(]/.test(matcher)) return { source: matcher, mode: 'search' };
  const entries = listEntries(matcher);
  if (entries.some((entry) => entry === '*' || entry === '.*')) return undefined;
  // A list of nothing matches nothing.
  if (entries.length === 0) return { source: '[^\\s\\S]', mode: 'search' };
  const tools = subject === 'tool' ? entries.flatMap((entry) => toolOf(entry) ?? []) : [];
  if (tools.length === entries.length) return { source: [...new Set(tools)].join('|'), mode: 'anchored' };
  const source = entries.join('|');
  return { source: tools.length > 0 ? `(?:${source})|^(?:${tools.join('|')})$` : source, mode: 'search' };
}

/** The entries between `|` that are outside of brackets and groups and not escaped, without the spaces around them. */
function listEntries(matcher: string): readonly string[] {
  const entries: string[] = [''];
  let depth = 0;
  for (let i = 0; i < matcher.length; i++) {
    const char = matcher[i] as string;
    if (char === '|' && depth === 0) {
      entries.push('');
      continue;
    }
    if (char === '(' || char === '[') depth++;
    if (char === ')' || char === ']') depth = Math.max(0, depth - 1);
    const taken = char === '\\' ? matcher.slice(i, i + 2) : char;
    entries[entries.length - 1] += taken;
    i += taken.length - 1;
  }
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
