import { type RecommendedHook, unknownPreset } from '../../hooks/recommended-hooks.js';
import { askLine } from './human.js';
import { type Io, print } from './io.js';

/** A person's answer: continue with these hooks, leave, or Ctrl-C. */
export type ChoiceAnswer =
  | { readonly kind: 'go'; readonly chosen: readonly RecommendedHook[] }
  | { readonly kind: 'left' }
  | { readonly kind: 'interrupted' };

export interface HookChoice {
  readonly rows: readonly RecommendedHook[];
  /** The initial choice. */
  readonly start: readonly RecommendedHook[];
  /** Already on: this question can only add. */
  readonly on: readonly RecommendedHook[];
  show(chosen: readonly RecommendedHook[]): void;
}

/** Asks until the person continues or leaves: Enter takes the marked hooks, names switch, n leaves. */
export async function chooseHooks(io: Io, { rows, start, on, show }: HookChoice): Promise<ChoiceAnswer> {
  let chosen = start;
  show(chosen);
  for (;;) {
    const others = rows.filter((row) => !chosen.includes(row));
    const names = (others.length > 0 ? others : rows).map(({ name }) => name).join(' ');
    const answer = await askLine(io, `Enter to continue, names to switch (${names}), n to quit: `);
    if (answer === undefined) return { kind: 'interrupted' };
    // The end of the input is not Enter.
    if (!answer.endsWith('\n') || isNo(answer)) return { kind: 'left' };
    const words = answer
      .trim()
      .split(/[\s,]+/)
      .filter((word) => word !== '');
    if (words.length === 0 || isYes(answer, false)) return { kind: 'go', chosen };
    const unknown = words.find((word) => !rows.some(({ name }) => name === word));
    if (unknown !== undefined) {
      print(io, unknownPreset(unknown, rows));
      continue;
    }
    const kept = on.find(({ name }) => words.includes(name));
    if (kept) {
      print(io, `${kept.name} is on already: your config switches it off, or anyhook uninstall`);
      continue;
    }
    const before = chosen;
    chosen = rows.filter((row) => before.includes(row) !== words.includes(row.name));
    print(io, '');
    show(chosen);
  }
}

const isNo = (answer: string): boolean => /^(?:n|no|q|quit)$/i.test(answer.trim());

/** Is this a yes? Enter alone means the default in the question. */
export const isYes = (answer: string, byDefault: boolean): boolean =>
  answer.trim() === '' ? byDefault && answer.endsWith('\n') : /^y(?:es)?$/i.test(answer.trim());
