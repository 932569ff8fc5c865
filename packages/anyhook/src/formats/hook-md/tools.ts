import type { ToolInput, ToolMap } from '@anyhook/core';
import { toolRows } from '../../../.cache/formats/hook-md/tables.js';

export const tools: ToolMap = {
  ...toolRows,
  StrReplaceFile: { kind: 'edit', pack: packEdit, unpack: unpackEdit },
};

function packEdit(input: ToolInput): ToolInput {
  const { oldText, newText, ...rest } = input;
  if (oldText === undefined && newText === undefined) return input;
  return {
    ...rest,
    edit: { ...(oldText !== undefined && { old: oldText }), ...(newText !== undefined && { new: newText }) },
  };
}

/** Takes only the fields that the hook gave: `{edit: {new}}` keeps the old text. A list of several edits is unchanged. */
function unpackEdit(input: ToolInput): ToolInput {
  const { edit, ...rest } = input;
  const one = Array.isArray(edit) && edit.length === 1 ? edit[0] : edit;
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return input;
  const { old, new: text, ...more } = one as Record<string, unknown>;
  return { ...rest, ...more, ...(old !== undefined && { oldText: old }), ...(text !== undefined && { newText: text }) };
}
