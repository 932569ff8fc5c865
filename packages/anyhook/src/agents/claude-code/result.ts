import { type ToolResult, withoutUndefined } from '@anyhook/core';
import { asText, blocksText, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';

/** A tool's response → its result. */
export function readResult(response: unknown): ToolResult {
  const fields = objectValue(response);
  if (!fields) return { ok: true, text: blocksText(response) ?? asText(response) };
  const ok = fields['interrupted'] !== true && fields['is_error'] !== true && fields['isError'] !== true;
  const stdout = textValue(fields['stdout']);
  const stderr = textValue(fields['stderr']);
  if (stdout === undefined) return { ok, text: findTextSlot(fields)?.text ?? asText(response) };
  return { ok, text: joinTexts([stdout, stderr], '\n') ?? '', stdout, ...withoutUndefined({ stderr }) };
}

/** The error of a failed tool → its result; Bash puts its exit code into the text. */
export function failedResult(error: string): ToolResult {
  const code = /^Exit code (\d{1,3})\b/.exec(error)?.[1];
  return { ok: false, text: error, ...withoutUndefined({ exitCode: code === undefined ? undefined : Number(code) }) };
}

/** The response with its text replaced, in its original shape; undefined if its text cannot be found (quirk 4). */
export function replaceText(response: unknown, value: string): unknown {
  if (typeof response === 'string') return value;
  if (Array.isArray(response)) return replaceBlocks(response, value);
  const fields = objectValue(response);
  if (!fields) return undefined;
  if (typeof fields['stdout'] === 'string')
    return { ...fields, stdout: value, ...('stderr' in fields ? { stderr: '' } : {}) };
  return findTextSlot(fields)?.replace(value);
}

interface TextSlot {
  readonly text: string;
  replace(value: string): unknown;
}

/** Finds the text in a structured response: Read, then MCP and Task, then WebFetch. */
function findTextSlot(fields: Fields): TextSlot | undefined {
  const file = objectValue(fields['file']);
  const content = textValue(file?.['content']);
  if (content !== undefined)
    return { text: content, replace: (value) => ({ ...fields, file: { ...file, content: value } }) };
  const blocks = fields['content'];
  const blockText = blocksText(blocks);
  if (blockText !== undefined)
    return { text: blockText, replace: (value) => ({ ...fields, content: replaceBlocks(blocks as unknown[], value) }) };
  const result = textValue(fields['result']);
  return result === undefined ? undefined : { text: result, replace: (value) => ({ ...fields, result: value }) };
}

/** Puts the new text into the first text block and drops the others, which could still show the replaced text. */
function replaceBlocks(blocks: readonly unknown[], value: string): unknown {
  const first = blocks.find((block) => textValue(objectValue(block)?.['text']) !== undefined);
  return first === undefined ? undefined : [{ ...objectValue(first), text: value }];
}
