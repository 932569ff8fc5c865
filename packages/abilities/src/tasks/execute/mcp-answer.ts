import type { Ability } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import { taskFailure } from './implementation-call.js';
import { readJson, resultFromOutput } from './output.js';

/** The answer of an MCP tool; fields have the protocol's names. */
export interface McpToolAnswer {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

const maxErrorChars = 2_000;

/** Structured content first; otherwise its text, parsed if it is JSON; other content is returned unchanged. */
export async function readToolAnswer(
  answer: McpToolAnswer,
  tool: string,
  ability: Ability,
  maxBytes: number,
): Promise<ExecutionResult> {
  const content = answer.content ?? [];
  const text = content.flatMap((item) => (typeof item.text === 'string' ? [item.text] : [])).join('\n');
  if (answer.isError) {
    const why = text.trim().slice(0, maxErrorChars) || 'it did not say why';
    return taskFailure('TOOL_ERROR', `the tool "${tool}" failed: ${why}`);
  }
  const value = answer.structuredContent ?? outputValue(content, text);
  if (isLarger(value, maxBytes))
    return taskFailure('TOO_MUCH_OUTPUT', `the tool "${tool}" answered with more than ${maxBytes} bytes`);
  return resultFromOutput(ability, value);
}

function outputValue(content: NonNullable<McpToolAnswer['content']>, text: string): unknown {
  if (content.length === 0) return null;
  if (content.some(({ type }) => type !== 'text')) return { content };
  const json = text.trim() === '' ? undefined : readJson(text);
  return json ? json.value : text;
}

function isLarger(value: unknown, maxBytes: number): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes;
  } catch {
    return false; // Nested too deeply, which has its own error.
  }
}
