import { placeWords } from '../../.cache/rules/words.js';
import { destroyKinds, type EffectName, type PlaceScope } from '../effect.js';

/** A word for places. */
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

export const ruleWords: Readonly<Record<EffectName, RuleWords>> = {
  delete: {
    description: 'removes files; `named`: one file with a known name',
    flags: ['recursive', 'named'],
    places: true,
  },
  write: {
    description: 'writes files; a file that is moved to a place is written there',
    kinds: ['over', 'append', 'edit', 'unpack'],
    places: true,
    to: 'place',
  },
  move: { description: 'takes files away from a place', places: true },
  permit: {
    description: 'changes owners or permissions',
    flags: ['recursive', 'setuid', 'open'],
    places: true,
  },
  reveal: { description: 'prints a secret, so that the model reads it', places: true, filler: ['secret'] },
  send: {
    description: 'sends data to another machine; `records`: what is in a database, or all files of the project',
    flags: ['secret', 'records'],
    to: 'host',
  },
  run: { description: 'runs code that nobody has read', kinds: ['remote', 'decoded', 'unknown'] },
  shell: { description: 'gives somebody on the network a shell', filler: ['network'] },
  discard: { description: 'loses uncommitted work', places: true },
  rewrite: { description: 'changes history', places: true },
  forget: { description: 'removes what could bring lost commits back', places: true },
  push: { description: 'pushes commits', flags: ['force', 'deletes'], to: 'branch' },
  destroy: { description: 'destroys what is hard to bring back', kinds: destroyKinds },
  publish: { description: 'publishes a package or a release' },
  expose: { description: 'opens this machine to the network' },
  grant: { description: 'gives somebody rights' },
  mount: { description: 'gives a container the host' },
  system: { description: 'changes the system: services, users, power' },
  persist: { description: 'starts again by itself later' },
  exhaust: { description: 'uses up the machine' },
  unread: {
    description: 'is a command that the guard could not read to its end',
    kinds: ['length', 'depth', 'steps', 'limit', 'syntax', 'fault'],
  },
};

export const effectNames = Object.keys(ruleWords) as readonly EffectName[];

/** What `where` may look at. */
export const whereFields = ['target', 'what', 'host', 'branch', 'path', 'mode', 'call', 'via', 'source'] as const;
export type WhereField = (typeof whereFields)[number];
