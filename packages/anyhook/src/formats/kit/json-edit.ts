import { AnyhookError, isObject } from '@anyhook/core';
import { applyEdits, modify, type ParseError, parse } from 'jsonc-parser';

const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/** Adds an item to a list inside a JSON file; the rest keeps its comments and formatting. */
export function appendJson(path: string, text: string, keyPath: readonly string[], item: unknown): string {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const list = keyPath.reduce<unknown>(
    (node, key) => (isObject(node) ? (node[key] ?? (key === keyPath.at(-1) ? [] : {})) : undefined),
    value,
  );
  if (errors.length > 0 || !Array.isArray(list))
    throw new AnyhookError(
      'BAD_HOOK_FILE',
      `${path}: no hook can be added to its content; see "anyhook hooks validate"`,
    );
  const isArrayInsertion = list.length > 0;
  const jsonPath = isArrayInsertion ? [...keyPath, list.length] : [...keyPath];
  const edits = modify(text, jsonPath, isArrayInsertion ? item : [item], { formattingOptions, isArrayInsertion });
  const out = applyEdits(text, edits);
  return out.endsWith('\n') ? out : `${out}\n`;
}
