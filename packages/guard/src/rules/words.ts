import { destroyKinds, type EffectName, type PlaceScope } from '../effect.js';

/** Everything that is not the project's own, another machine's, or for the bin. The project itself has its own word. */
const outsideScopes: readonly PlaceScope[] = [
  'root',
  'system',
  'device',
  'home',
  'in-home',
  'above',
  'git',
  'git-hooks',
  'secret',
  'profile',
  'agent',
  'outside',
  'unset',
];

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
export const placeWords: Readonly<Record<PlaceScope | 'elsewhere', PlaceWord>> = {
  outside: {
    scopes: outsideScopes,
    text: 'all but the project, temporary folders and other machines',
    note: 'outside the project',
  },
  elsewhere: { scopes: ['outside'], text: 'outside, and none of the other words', note: '' },
  root: { scopes: ['root'], text: '`/` itself, or everything in it', note: 'the whole disk' },
  system: {
    scopes: ['system'],
    text: 'folders of the operating system and what is in them: `/etc`, `/usr`, `/var` …',
    note: 'a folder of the system',
  },
  device: { scopes: ['device'], text: 'disks and other devices; not `/dev/null` and similar', note: 'a device' },
  home: {
    scopes: ['home'],
    text: 'a home folder itself, everything in it, or a folder above it',
    note: 'the home folder',
  },
  'in-home': {
    scopes: ['in-home'],
    text: 'in your home folder, and none of the other words',
    note: 'outside the project',
  },
  project: { scopes: ['project'], text: 'the project itself, or everything in it', note: 'the project itself' },
  above: { scopes: ['above'], text: 'a folder above the project', note: 'a folder above the project' },
  inside: { scopes: ['inside', 'ci'], text: 'in the project', note: 'in the project' },
  git: { scopes: ['git', 'git-hooks'], text: 'the `.git` folder of the project', note: 'the repository itself' },
  'git-hooks': {
    scopes: ['git-hooks'],
    text: 'hooks and config of git, which run code later',
    note: 'code that git runs',
  },
  temp: { scopes: ['temp'], text: 'in a folder for temporary files', note: 'temporary files' },
  'temp-all': {
    scopes: ['temp-all'],
    text: 'a folder for temporary files itself, or everything in it',
    note: 'all temporary files',
  },
  secret: {
    scopes: ['secret'],
    text: 'keys and credentials: `~/.ssh`, `~/.aws/credentials`, `.env` …',
    note: 'keys and credentials',
  },
  profile: {
    scopes: ['profile'],
    text: 'files that a shell reads when it starts: `~/.bashrc` …',
    note: 'read by every new shell',
  },
  ci: {
    scopes: ['ci'],
    text: 'what continuous integration runs: `.github/workflows` …',
    note: 'run by continuous integration',
  },
  agent: {
    scopes: ['agent'],
    text: 'settings of agents and of anyhook; only [self-protection](../guides/self-protection.md) decides about them',
    note: 'settings of agents or of anyhook',
  },
  remote: { scopes: ['remote'], text: 'on another machine, or in a container', note: 'on another machine' },
  unknown: { scopes: ['unknown'], text: 'nobody knows before the command runs', note: 'a place that nobody can know' },
  unset: {
    scopes: ['unset'],
    text: 'an unknown text and then a slash: `"$X/"` is `/` when X is empty',
    note: 'the whole disk if the variable is empty',
  },
};

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
