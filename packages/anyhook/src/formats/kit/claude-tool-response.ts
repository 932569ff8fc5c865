import { isObject, type ToolCall, type ToolKind, type ToolMap, type ToolResult, withoutUndefined } from '@anyhook/core';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The `tool_response` for a hook: as the agent sent it, if it has the shape that Claude Code uses. The result of
 * another agent, or one that a hook has rewritten, is given in the shape that Claude Code has for that tool.
 */
export function claudeToolResponse(call: ToolCall, result: ToolResult, original: unknown, tools: ToolMap): unknown {
  if (original !== undefined && !result.rewritten && isClaudeShape(call, original, tools)) return original;
  return responseShapes[call.kind]?.(result, call.input) ?? { content: result.text };
}

/** Is this a response that Claude Code itself could send? Tools of unknown kind and MCP tools have no fixed shape. */
function isClaudeShape({ kind, nativeName }: ToolCall, original: unknown, tools: ToolMap): boolean {
  if (kind === 'mcp' || kind === 'other') return true;
  if (kind === 'shell') return isObject(original) && typeof original['stdout'] === 'string';
  return Object.hasOwn(tools, nativeName);
}

type ResponseShape = (result: ToolResult, input: Fields) => unknown;

/** The response of each tool of Claude Code, derived from the text and the call's input. */
const responseShapes: Readonly<Partial<Record<ToolKind, ResponseShape>>> = {
  shell: (result) => ({ ...streamsOf(result), interrupted: false, isImage: false }),
  read: ({ text }, { path }) => {
    const numLines = linesOf(text).length;
    return {
      type: 'text',
      file: withoutUndefined({ filePath: path, content: text, numLines, startLine: 1, totalLines: numLines }),
    };
  },
  write: ({ ok, text, rewritten }, { path, content }) =>
    withoutUndefined({ filePath: path, content: rewritten ? text : (content ?? text), success: ok }),
  edit: changedFile,
  patch: changedFile,
  list: ({ text }) => {
    const filenames = linesOf(text);
    return { filenames, numFiles: filenames.length, truncated: false };
  },
  search: ({ text }) => ({
    mode: 'content',
    content: text,
    numLines: linesOf(text).length,
    filenames: [],
    numFiles: 0,
  }),
  fetch: ({ text }, { url }) => withoutUndefined({ url, result: text, bytes: Buffer.byteLength(text) }),
  websearch: ({ text }, { query }) => withoutUndefined({ query, results: [text] }),
  task: ({ ok, text }) => ({ status: ok ? 'completed' : 'failed', content: [{ type: 'text', text }] }),
  todo: ({ text }, { todos }) => withoutUndefined({ newTodos: todos, content: text }),
  mcp: ({ text }) => [{ type: 'text', text }],
};

function changedFile({ ok, text }: ToolResult, { path, oldText, newText }: Fields): Fields {
  return withoutUndefined({ filePath: path, oldString: oldText, newString: newText, content: text, success: ok });
}

/** stdout and stderr, if they still make up the text. */
function streamsOf({ text, stdout, stderr }: ToolResult): Fields {
  if (stdout === undefined && stderr === undefined) return { stdout: text, stderr: '' };
  const isComplete = squeeze(text) === squeeze(`${stdout ?? ''}${stderr ?? ''}`);
  return isComplete ? { stdout: stdout ?? '', stderr: stderr ?? '' } : { stdout: text, stderr: '' };
}

const squeeze = (text: string): string => text.replace(/\s+/g, '');

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '');
