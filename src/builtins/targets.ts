import type { ToolCall } from '../core/tool.js';

// A tool that no table knows is judged by its name; without a name it may do anything.
const writing = /write|edit|create|update|replace|insert|append|patch|move|rename|delete|remove|save/i;
const patchHeader = /^(?:\*\*\* (?:Add|Update|Delete) File:|\*\*\* Move to:|\+\+\+|---)[ \t]+(.+?)[ \t]*$/gm;
const maxPaths = 1000;

/** The paths that a call is going to change or has changed; empty for calls that do not write files. */
export function targets(call: ToolCall): readonly string[] {
  switch (call.kind) {
    case 'write':
    case 'edit':
      return named(call);
    case 'patch':
      return patched(call);
    case 'mcp':
    case 'other':
      return mayWrite(call) ? named(call) : [];
    default:
      return [];
  }
}

const mayWrite = (call: ToolCall): boolean => {
  const name = call.mcp?.tool ?? call.nativeName;
  return name === '' || writing.test(name);
};

function named(call: ToolCall): readonly string[] {
  const { path, paths, file_path, filePath } = call.input;
  const found: string[] = [];
  for (const value of [path, file_path, filePath]) if (typeof value === 'string' && value !== '') found.push(value);
  if (Array.isArray(paths)) for (const value of paths) if (typeof value === 'string' && value !== '') found.push(value);
  return found.length > maxPaths ? found.slice(0, maxPaths) : found;
}

function patched(call: ToolCall): readonly string[] {
  const found = new Set(named(call));
  const { content } = call.input;
  if (typeof content !== 'string') return [...found];
  for (const [, path] of content.matchAll(patchHeader)) {
    if (found.size >= maxPaths) break;
    const bare = path?.replace(/^[ab]\//, '').replace(/\t.*$/, '');
    if (bare && bare !== '/dev/null') found.add(bare);
  }
  return [...found];
}
