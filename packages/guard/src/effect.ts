import type { Value } from './value.js';

/** The kind of a place, relative to a project. */
export type PlaceScope =
  /** `/` itself, or everything in it. */
  | 'root'
  /** Folders of the operating system (/etc, /usr, /bin, /var, /boot, /lib, /opt, /sys, /proc …) and their contents. */
  | 'system'
  /** /dev/sda and similar; not /dev/null, /dev/stdout, /dev/tty … */
  | 'device'
  /** A home folder itself, all its contents, or a folder above it. */
  | 'home'
  /** In the user's home, but not in any of the other places. */
  | 'in-home'
  /** The project itself, or all its contents. */
  | 'project'
  /** A folder above the project. */
  | 'above'
  /** In the project. */
  | 'inside'
  /** The project's `.git`, or anything in it. */
  | 'git'
  /** Hooks and config of git: code that git runs later. */
  | 'git-hooks'
  /** In a folder for temporary files. */
  | 'temp'
  /** A folder for temporary files itself, or all its contents. */
  | 'temp-all'
  /** Keys and credentials: ~/.ssh, ~/.aws/credentials, .env … */
  | 'secret'
  /** Files that a shell reads when it starts: ~/.bashrc … */
  | 'profile'
  /** Files that continuous integration runs: .github/workflows … */
  | 'ci'
  /** Settings of agents and of anyhook. */
  | 'agent'
  /** Any other place outside the project. */
  | 'outside'
  /** On another machine, or in a container. */
  | 'remote'
  /** Unknown before the command runs. */
  | 'unknown'
  /** An unknown text and then a slash: `rm -rf "$X/"` means `/` when X is empty. */
  | 'unset';

export interface EffectPlace {
  /** Absolute, without `.` and `..`; it may contain marks. */
  readonly path: Value;
  readonly scope: PlaceScope;
  /** The path ends with a slash: a link there is followed, not touched. */
  readonly endsWithSlash?: true;
  /** The path after links, if it differs. */
  readonly real?: string;
  /** The marks of the limits that omitted part of the path. */
  readonly leftOut?: Value;
}

export const destroyKinds = [
  'cloud',
  'cluster',
  'infra',
  'db',
  'containers',
  'remote',
  'disk',
  'secret',
  'queue',
] as const;
export type DestroyKind = (typeof destroyKinds)[number];

export type WriteHow = 'over' | 'append' | 'edit' | 'unpack';

/** The source of written files: the file or folder itself, the folder's content, or the file's packed content. */
export interface CopySource {
  readonly path: Value;
  readonly as: 'itself' | 'content' | 'archive';
  /** Only the contents that match this glob. */
  readonly names?: Value | undefined;
}

/** What a command would do. */
export type Effect =
  | { readonly do: 'delete'; readonly at: EffectPlace; readonly recursive: boolean }
  | {
      readonly do: 'write';
      readonly at: EffectPlace;
      /** `unpack`: files with their own names, in the folder and below it. */
      readonly how: WriteHow;
      /** What is written there; undefined if unknown. */
      readonly from?: CopySource;
    }
  | { readonly do: 'move'; readonly from: EffectPlace; readonly to: EffectPlace }
  | { readonly do: 'permit'; readonly at: EffectPlace; readonly recursive: boolean; readonly mode?: string }
  /** A secret reaches the transcript. */
  | { readonly do: 'reveal'; readonly what: string; readonly at?: EffectPlace }
  /** Sends data off this machine. */
  | {
      readonly do: 'send';
      readonly secret: boolean;
      /** Contents of a database are included. */
      readonly records?: true;
      readonly host: string;
      readonly what?: string;
      /** The marks of the limits that omitted part of the data. */
      readonly leftOut?: Value;
    }
  | { readonly do: 'run'; readonly code: 'remote' | 'decoded' | 'unknown' }
  /** A shell that a program on the network controls. */
  | { readonly do: 'shell'; readonly over: 'network' }
  /** Version control: lost uncommitted work, changed history, or a lost safety net. */
  | { readonly do: 'discard' | 'rewrite' | 'forget'; readonly what: string; readonly at?: EffectPlace }
  | {
      readonly do: 'push';
      readonly force: boolean;
      readonly deletes: boolean;
      readonly to?: string;
      readonly branch?: string;
    }
  | { readonly do: 'destroy'; readonly kind: DestroyKind; readonly what: string; readonly target?: string }
  | {
      readonly do: 'publish' | 'expose' | 'grant' | 'mount' | 'system' | 'persist' | 'exhaust';
      readonly what: string;
      readonly target?: string;
    }
  /** The guard did not read the whole command. */
  | { readonly do: 'unread'; readonly why: 'length' | 'depth' | 'steps' | 'syntax' | 'fault' }
  /** A limit omitted part of a value that is run, changed or sent. `what`: the limit, for messages. */
  | { readonly do: 'unread'; readonly why: 'limit'; readonly what: string };

export type EffectName = Effect['do'];

/** An effect, with its position in the command. */
export type SeenEffect = Effect & {
  /** First and last character of the command part, in the outermost text. */
  readonly span: readonly [number, number];
  /** How it was started: sudo, bash -c, xargs. */
  readonly via: readonly string[];
  /** The folder in which it happens, if the command changed it. */
  readonly cwd?: Value;
  /** The command set variables earlier, which may change what the program does. */
  readonly setsVariables?: true;
  /** The machine or container on which it happens, if not this one. */
  readonly remote?: string;
  /** The program as called, for messages: `rm -rf sibling`. */
  readonly call: string;
  /** The pack or program that reported it: `git:push`. */
  readonly source: string;
};
