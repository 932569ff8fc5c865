import { leftOut } from '../left-out.js';
import { type PsItem, psUnknown } from './items.js';

const maxRounds = 48;

/** Letters of a text that is joined again: each matters. */
const maxLetters = 1_000;
const isLetter = (item: PsItem): boolean =>
  typeof item === 'number' ? item >= 9 && item < 127 : typeof item === 'string' && item.length === 1;

/** Items individually, and one unknown item for those beyond the limit. */
export function boundedRounds(items: readonly PsItem[]): readonly PsItem[] {
  if (items.length <= maxLetters && items.every(isLetter)) return items;
  if (items.length <= maxRounds) return items;
  const others = items.slice(maxRounds);
  const areTexts = others.every((item) => typeof item === 'string');
  return [...items.slice(0, maxRounds), areTexts ? leftOut('rounds', ...others) : psUnknown(...others)];
}
