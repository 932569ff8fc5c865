import type { Value } from '../value.js';
import { type CodeValue, codeText, flatItems, joinValues } from './code-values.js';

/** Texts with something between them. */
export function joinedTexts(codeValues: readonly CodeValue[], glue: Value): CodeValue {
  const items = flatItems(codeValues);
  return items.reduce<CodeValue>(
    (left, item, at) => joinValues(at === 0 ? left : joinValues(left, codeText(glue)), item),
    codeText(''),
  );
}
