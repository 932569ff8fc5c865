import { placeWords, ruleWords } from '../../.cache/rules/words.js';
import type { EffectName, PlaceScope } from '../effect.js';

interface PlaceWord {
  /** The scopes that a rule means by it. */
  readonly scopes: readonly PlaceScope[];
  /** What it means, for the reference. */
  readonly text: string;
  /** What a message says about a place of the scope of this name. */
  readonly note: string;
}

/** The words for places in rules and messages. */
export type PlaceWords = Readonly<Record<PlaceScope | 'elsewhere', PlaceWord>>;
export { placeWords };

/** The scopes that a word of a rule means; undefined if it is no word for places. */
export const scopesNamed = (word: string): readonly PlaceScope[] | undefined =>
  Object.hasOwn(placeWords, word) ? placeWords[word as PlaceScope].scopes : undefined;

/** What a rule may say about one effect. */
export interface RuleWords {
  readonly description: string;
  /** All of these that a rule names must hold. */
  readonly flags?: readonly string[];
  /** One of these that a rule names must hold. */
  readonly kinds?: readonly string[];
  /** Rules may name places. */
  readonly places?: true;
  /** What `to` means. */
  readonly to?: 'branch' | 'host' | 'place';
  /** Words that change nothing: `reveal secret` is what reveal means. */
  readonly filler?: readonly string[];
}

/** The words of rules, by effect. */
export type RuleTable = Readonly<Record<EffectName, RuleWords>>;
export { ruleWords };

export const effectNames = Object.keys(ruleWords) as readonly EffectName[];

/** What `where` may look at. */
export const whereFields = ['target', 'what', 'host', 'branch', 'path', 'mode', 'call', 'via', 'source'] as const;
export type WhereField = (typeof whereFields)[number];
