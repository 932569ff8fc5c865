import { earlierNames, placeWords, ruleWords } from '../../.cache/rules/words.js';
import type { EffectName, PlaceScope } from '../effect.js';

interface PlaceWord {
  /** The scopes that it means in a rule. */
  readonly scopes: readonly PlaceScope[];
  /** Its meaning, for the reference. */
  readonly text: string;
  /** The words of a message about a place of this scope. */
  readonly note: string;
}

/** The words for places in rules and messages. */
export type PlaceWords = Readonly<Record<PlaceScope | 'elsewhere', PlaceWord>>;
export { earlierNames, placeWords };

/** The scopes that a word in a rule means; undefined if the word does not name a place. */
export const scopesNamed = (word: string): readonly PlaceScope[] | undefined =>
  Object.hasOwn(placeWords, word) ? placeWords[word as PlaceScope].scopes : undefined;

/** The words that a rule may use for one effect. */
export interface RuleWords {
  readonly description: string;
  /** Those that a rule names must all hold. */
  readonly flags?: readonly string[];
  /** At least one of those that a rule names must hold. */
  readonly kinds?: readonly string[];
  /** The rule may name places. */
  readonly places?: true;
  /** What `to` means. */
  readonly to?: 'branch' | 'host' | 'place';
  /** Words without meaning: `reveal secret` is the same as `reveal`. */
  readonly filler?: readonly string[];
}

/** The words of rules, by effect. */
export type RuleTable = Readonly<Record<EffectName, RuleWords>>;
export { ruleWords };

export const effectNames = Object.keys(ruleWords) as readonly EffectName[];

/** The fields that `where` may test. */
export const whereFields = ['target', 'what', 'host', 'branch', 'path', 'mode', 'call', 'via', 'source'] as const;
export type WhereField = (typeof whereFields)[number];
