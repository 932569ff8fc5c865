import { leftOut } from '../left-out.js';
import { type PsItem, psUnknown } from './items.js';

const mostRounds = 48;

/** Letters of a text that is joined again: each matters. */
const mostLetters = 1_000;
const isLetter = (item: PsItem): boolean =>
  typeof item === 'number' ? item >= 9 && item < 127 : typeof item === 'string' && item.length === 1;

/** Items individually, and one unknown item for those beyond the limit. */
export function boundedRounds(items: readonly PsItem[]): readonly PsItem[] {
  if (items.length <= mostLetters && items.every(isLetter)) return items;
  if (items.length <= mostRounds) return items;
  const others = items.slice(mostRounds);
  const areTexts = others.every((item) => typeof item === 'string');
  return [...items.slice(0, mostRounds), areTexts ? leftOut('rounds', ...others) : psUnknown(...others)];
}
