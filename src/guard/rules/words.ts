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

/** The words for places in rules, and the scopes that each means. */
export const scopeWords: Readonly<Record<string, readonly PlaceScope[]>> = {
  outside: outsideScopes,
  elsewhere: ['outside'],
  root: ['root'],
  system: ['system'],
  device: ['device'],
  home: ['home'],
  'in-home': ['in-home'],
  project: ['project'],
  above: ['above'],
  inside: ['inside', 'ci'],
  git: ['git', 'git-hooks'],
  'git-hooks': ['git-hooks'],
  temp: ['temp'],
  'temp-all': ['temp-all'],
  secret: ['secret'],
  profile: ['profile'],
  ci: ['ci'],
  agent: ['agent'],
  remote: ['remote'],
  unknown: ['unknown'],
  unset: ['unset'],
};

/** The words for places, for people. */
export const scopeTexts: Readonly<Record<string, string>> = {
  outside: 'all but the project, temporary folders and other machines',
  elsewhere: 'outside, and none of the other words',
  root: '`/` itself, or everything in it',
  system: 'folders of the operating system and what is in them: `/etc`, `/usr`, `/var` …',
  device: 'disks and other devices; not `/dev/null` and similar',
  home: 'a home folder itself, everything in it, or a folder above it',
  'in-home': 'in your home folder, and none of the other words',
  project: 'the project itself, or everything in it',
  above: 'a folder above the project',
  inside: 'in the project',
  git: 'the `.git` folder of the project',
  'git-hooks': 'hooks and config of git, which run code later',
  temp: 'in a folder for temporary files',
  'temp-all': 'a folder for temporary files itself, or everything in it',
  secret: 'keys and credentials: `~/.ssh`, `~/.aws/credentials`, `.env` …',
  profile: 'files that a shell reads when it starts: `~/.bashrc` …',
  ci: 'what continuous integration runs: `.github/workflows` …',
  agent: 'settings of agents and of anyhook; only [self-protection](../guides/self-protection.md) decides about them',
  remote: 'on another machine, or in a container',
  unknown: 'nobody knows before the command runs',
  unset: 'an unknown text and then a slash: `"$X/"` is `/` when X is empty',
};

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
  delete: { description: 'removes files', flags: ['recursive'], places: true },
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
  send: { description: 'sends data to another machine', flags: ['secret'], to: 'host' },
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
    kinds: ['length', 'depth', 'steps', 'syntax', 'fault'],
  },
};

export const effectNames = Object.keys(ruleWords) as readonly EffectName[];

/** What `where` may look at. */
export const whereFields = ['target', 'what', 'host', 'branch', 'path', 'mode', 'call', 'via', 'source'] as const;
export type WhereField = (typeof whereFields)[number];
