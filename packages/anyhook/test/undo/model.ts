import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { applyUndo, prepareUndo } from '../../../undo/src/undo.js';
import { filesIn, type UndoWorld, undoWorld } from './undo-world.js';

/** Random numbers that depend only on the seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const names = [
  'a.txt',
  'b.bin',
  'src/c.ts',
  'src/d.ts',
  'src/deep/e.ts',
  'run.sh',
  'new.txt',
  'other/f.md',
  'x.log',
  'link',
  'a.txt/in.txt',
];

type Change = (here: UndoWorld, random: () => number) => void;

const pick = <T>(list: readonly T[], random: () => number): T => list[Math.floor(random() * list.length)] as T;
/** The entry at a path; a parent folder may be a file by now. */
function statAt(file: string): Stats | undefined {
  try {
    return lstatSync(file);
  } catch {
    return undefined;
  }
}
const isFolderAt = (file: string) => statAt(file)?.isDirectory() ?? false;

/** The path, if it is a file or missing and all its parents are folders. */
function freePlace(here: UndoWorld, name: string): string | undefined {
  const file = here.at(name);
  for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) {
    const stat = statAt(here.at(folder));
    if (stat && !stat.isDirectory()) return undefined;
  }
  return isFolderAt(file) ? undefined : file;
}

/** The same path, after creating its parent folder. */
function makeRoom(here: UndoWorld, name: string): string | undefined {
  const file = freePlace(here, name);
  if (file !== undefined) mkdirSync(dirname(file), { recursive: true });
  return file;
}

/** One change to one file or folder, as an editor or a command makes it. */
const changes: Readonly<Record<string, Change>> = {
  write: (here, random) => {
    const file = makeRoom(here, pick(names, random));
    if (file === undefined) return;
    if (statAt(file)?.isSymbolicLink()) rmSync(file);
    writeFileSync(
      file,
      Buffer.from(Array.from({ length: 1 + Math.floor(random() * 40) }, () => Math.floor(random() * 256))),
    );
  },
  append: (here, random) => {
    const file = makeRoom(here, pick(names, random));
    if (file && statAt(file)?.isFile()) appendFileSync(file, `${random()}\n`);
  },
  remove: (here, random) => {
    const file = here.at(pick([...names, 'src', 'src/deep', 'other', 'empty'], random));
    if (statAt(file)) rmSync(file, { recursive: true });
  },
  rename: (here, random) => {
    const from = here.at(pick(names, random));
    const to = makeRoom(here, pick(names, random));
    if (to !== undefined && to !== from && existsSync(from) && !isFolderAt(from)) renameSync(from, to);
  },
  mode: (here, random) => {
    const file = here.at(pick(names, random));
    const mode = pick([0o644, 0o600, 0o755, 0o640], random);
    if (statAt(file)?.isFile()) chmodSync(file, mode);
  },
  link: (here, random) => {
    const file = makeRoom(here, pick(names, random));
    if (file === undefined) return;
    rmSync(file, { force: true });
    symlinkSync(pick(['a.txt', '/etc', '../elsewhere', 'src'], random), file);
  },
  folder: (here, random) => {
    const folder = freePlace(here, pick(['empty', 'src/deep', 'other', 'empty/deep', 'a.txt'], random));
    if (folder !== undefined && !statAt(folder)) mkdirSync(folder, { recursive: true });
  },
  /** Replaces a file or a link by a folder, or a folder by one of these. */
  replace: (here, random) => {
    const name = pick(['a.txt', 'run.sh', 'src', 'src/deep', 'other', 'link'], random);
    const file = here.at(name);
    const stat = statAt(file);
    if (!stat) return;
    rmSync(file, { recursive: true });
    if (stat.isDirectory() && random() < 0.5) return symlinkSync(pick(['a.txt', 'src', '/etc'], random), file);
    if (stat.isDirectory()) return writeFileSync(file, `${random()}\n`);
    mkdirSync(file);
    writeFileSync(join(file, 'in.txt'), `${random()}\n`);
  },
  ignore: (here, random) => {
    const file = makeRoom(here, '.gitignore');
    if (file !== undefined) writeFileSync(file, pick(['*.log\n', '', 'other/\n', '*.log\nnew.txt\n'], random));
  },
};

/** Changes that only an agent's command makes: git. */
const gitDeeds: readonly (readonly string[])[] = [
  ['add', '--all'],
  ['commit', '--quiet', '--all', '--allow-empty', '--message=x'],
  ['stash', '--quiet'],
  ['checkout', '--quiet', '--', '.'],
  ['mv', 'a.txt', 'new.txt'],
  ['switch', '--quiet', '--create', 'topic'],
  ['switch', '--quiet', 'main'],
];

const gitEnv = {
  PATH: process.env['PATH'],
  HOME: '/nonexistent',
  GIT_AUTHOR_NAME: 'T',
  GIT_AUTHOR_EMAIL: 't@e',
  GIT_COMMITTER_NAME: 'T',
  GIT_COMMITTER_EMAIL: 't@e',
};

function runGit(here: UndoWorld, args: readonly string[]): void {
  try {
    execFileSync('git', args, { cwd: here.root, env: gitEnv, stdio: 'ignore' });
  } catch {
    // Nothing to commit, or a missing file.
  }
}

type Files = Readonly<Record<string, string>>;

const filledFolder = 'folder';
const isFolderText = (state: string | undefined): boolean =>
  state === filledFolder || /^\d+ empty folder$/.test(state ?? '');

/** What is at each path: a file, a link, a folder with something in it, or an empty one. */
function pathsIn(root: string): Files {
  const found: Record<string, string> = {};
  for (const [path, state] of Object.entries(filesIn(root))) {
    const [name, isEmpty] = [path.replace(/\/$/, ''), path.endsWith('/')];
    found[name] = isEmpty ? `${state} empty folder` : state;
    for (let folder = dirname(name); folder !== '.'; folder = dirname(folder)) found[folder] = filledFolder;
  }
  return found;
}

/** Adds folders that are empty in only one of the two states, because they existed in both. */
const isSameAt = (a: string | undefined, b: string | undefined): boolean =>
  a === b || (isFolderText(a) && isFolderText(b) && [a, b].includes(filledFolder));

/** Makes a change and notes who made it. */
type Act = (who: string, change: () => void) => void;

/** Plays edits by two agents and a person, then an undo; returns the fault, if any. */
export async function playSequence(
  seed: number,
  gitSeconds?: number,
  notify: (text: string) => void = () => {},
): Promise<string | undefined> {
  const random = randomOf(seed);
  using here = undoWorld(
    {
      'a.txt': 'a\n',
      'b.bin': '\0\u0001',
      'src/c.ts': 'c\n',
      'src/d.ts': 'd\n',
      'run.sh': '#!/bin/sh\n',
    },
    gitSeconds === undefined ? {} : { gitSeconds },
  );
  /** By agent: the files before its turn, as far as its turn changed them. */
  const before: Record<string, Map<string, string | undefined>> = {};
  /** The last change of each path: who made it, and its state then. */
  const last = new Map<string, { readonly who: string; readonly state: string | undefined }>();
  const touched = new Map<string, Set<string>>();
  /** By agent: the state that its last change of each path found. */
  const found: Record<string, Map<string, string | undefined>> = {};
  /** By agent: paths that it left as anything but a non-empty folder, which its files imply. */
  const contents: Record<string, Set<string>> = {};
  const note = (who: string, old: Files, young: Files): void => {
    for (const path of new Set([...Object.keys(old), ...Object.keys(young)])) {
      if (old[path] === young[path]) continue;
      before[who] ??= new Map();
      if (!before[who].has(path)) before[who].set(path, old[path]);
      last.set(path, { who, state: young[path] });
      touched.set(path, (touched.get(path) ?? new Set()).add(who));
      found[who] ??= new Map();
      found[who].set(path, old[path]);
      contents[who] ??= new Set();
      if (young[path] !== undefined && young[path] !== filledFolder) contents[who].add(path);
      notify(`${who}: ${path} ${JSON.stringify(old[path])} -> ${JSON.stringify(young[path])}`);
    }
  };
  const act = (who: string, change: () => void): void => {
    const old = pathsIn(here.root);
    change();
    note(who, old, pathsIn(here.root));
  };
  // Another agent has worked before, and sometimes the person undoes that while one of the two is working.
  let earlier = random() < 0.3 ? 'three' : undefined;
  if (earlier !== undefined) await playEarlierTurn(here, earlier, random, act);
  const takeBackEarlier = async (): Promise<void> => {
    if (earlier === undefined) return;
    notify(`the person takes back the turn of ${earlier}`);
    const old = pathsIn(here.root);
    await runUndo(here, earlier);
    note('person', old, pathsIn(here.root));
    earlier = undefined;
  };
  const agents = ['one', 'two'];
  for (const agent of agents) await here.prompt(agent, `prompt of ${agent}`);
  const steps = 3 + Math.floor(random() * 6);
  for (let i = 0; i < steps; i++) {
    const who = pick(['one', 'two', 'person'], random);
    notify(`step ${i + 1} of ${who}`);
    const change = () => pick(Object.values(changes), random)(here, random);
    if (who === 'person') act(who, change);
    else if (random() < 0.2) await here.shell(who, 'git …', () => act(who, () => runGit(here, pick(gitDeeds, random))));
    else if (random() < 0.3) await writeByTool(here, who, random, act);
    else
      await here.shell(who, 'make', async () => {
        // Without an undo in between, only the final state of a call matters.
        if (earlier === undefined || random() < 0.5)
          return act(who, () => [0, 1, 2].slice(Math.floor(random() * 3)).forEach(change));
        if (random() < 0.5) act(who, change);
        await takeBackEarlier();
        act(who, () => [0, 1].slice(Math.floor(random() * 3)).forEach(change));
      });
  }
  for (const agent of agents) await here.done(agent);
  return await checkUndo(here, pick(agents, random), { before, last, touched, found, contents }, act);
}

async function playEarlierTurn(here: UndoWorld, who: string, random: () => number, act: Act): Promise<void> {
  await here.prompt(who, `prompt of ${who}`);
  const change = () => pick(Object.values(changes), random)(here, random);
  await here.shell(who, 'make', () => act(who, () => [0, 1, 2].forEach(change)));
  await here.done(who);
}

/** Undoes an agent's turn, as far as undo does without naming files. */
async function runUndo(here: UndoWorld, who: string): Promise<void> {
  const found = await prepareUndo(here.place, { turn: turnOf(here, who) });
  if (found.kind === 'prepared') await applyUndo(here.place, found, true);
}

/** The number of an agent's turn in the list of `undo`. */
const turnOf = (here: UndoWorld, who: string): number =>
  here.turns().length - here.turns().findIndex(({ session }) => session === who);

async function writeByTool(here: UndoWorld, who: string, random: () => number, act: Act): Promise<void> {
  const name = pick(names, random);
  const file = freePlace(here, name);
  if (file === undefined || statAt(file)?.isSymbolicLink()) return;
  const text = `${random()}\n`;
  await here.write(who, name, () =>
    act(who, () => {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }),
  );
}

/** Git's state besides file content: HEAD, all branches, the stash, and a hash of the index. */
function gitState({ root }: UndoWorld): string {
  const folder = join(root, '.git');
  const names = ['HEAD', 'packed-refs', 'index', ...filesBelow(join(folder, 'refs')).map((name) => `refs/${name}`)];
  const hash = createHash('sha256');
  for (const name of names)
    if (existsSync(join(folder, name)))
      hash
        .update(name)
        .update('\0')
        .update(readFileSync(join(folder, name)));
  return hash.digest('hex');
}

const branchOf = ({ at }: UndoWorld): string =>
  readFileSync(at('.git/HEAD'), 'utf8').replace('ref: refs/heads/', '').trim();

const filesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();

interface Known {
  readonly before: Readonly<Record<string, ReadonlyMap<string, string | undefined>>>;
  readonly last: ReadonlyMap<string, { readonly who: string; readonly state: string | undefined }>;
  readonly touched: ReadonlyMap<string, ReadonlySet<string>>;
  readonly found: Readonly<Record<string, ReadonlyMap<string, string | undefined>>>;
  readonly contents: Readonly<Record<string, ReadonlySet<string>>>;
}

/** Checks that every byte of the turn is restored or listed as kept, and others' files are unchanged. */
async function checkUndo(
  here: UndoWorld,
  agent: string,
  { before, last, touched, found: foundBy, contents }: Known,
  act: Act,
): Promise<string | undefined> {
  const index = turnOf(here, agent);
  let found = await prepareUndo(here.place, { turn: index });
  if (found.kind === 'branch') {
    if (branchOf(here) === 'main') return 'refused on the branch on which the turn began';
    // The person follows the screen's advice. Git refuses it if files would be lost, and then nothing happens.
    act('person', () => runGit(here, ['switch', '--quiet', 'main']));
    if (branchOf(here) !== 'main') return undefined;
    found = await prepareUndo(here.place, { turn: index });
  }
  const now = pathsIn(here.root);
  const state = gitState(here);
  if (found.kind !== 'prepared' && found.kind !== 'nothing') return `refused: ${found.kind}`;
  const { items, conflicts } = found.kind === 'nothing' ? { items: [], conflicts: [] } : found.plan;
  if (found.kind === 'prepared') await applyUndo(here.place, found, true);
  const taken = items.map(({ path }) => path);
  const left = conflicts.map(({ path, why }) => `${path}: ${why}`);
  const after = pathsIn(here.root);
  const kept = new Set(conflicts.map(({ path }) => path));
  if (gitState(here) !== state) return 'the index, HEAD, a branch or the stash of the user changed';
  for (const path of new Set([...Object.keys(now), ...Object.keys(after), ...(before[agent]?.keys() ?? [])])) {
    const isOwn = before[agent]?.has(path) ?? false;
    const isForeignSame = isSameAt(now[path], after[path]) || isMadeAgain(path);
    const problem = isOwn ? ownProblem(path) : isForeignSame ? undefined : 'changed, though the turn did not touch it';
    if (problem !== undefined) return `${path}: ${problem} (taken ${taken.join(' ')}, left ${left.join(' ')})`;
  }
  return undefined;

  function ownProblem(path: string): string | undefined {
    const isOnlyOwn = touched.get(path)?.size === 1;
    const wanted = before[agent]?.get(path);
    if (isSameAt(after[path], wanted)) return undefined;
    // The folder that the turn made has or had files of others, so it stays.
    if (wanted === undefined && (after[path] === filledFolder || (!isOnlyOwn && isFolderText(after[path]))))
      return undefined;
    // The content is restored, and the mode that someone else set stays.
    const isContentBack =
      after[path]?.slice(4) === wanted?.slice(4) && after[path]?.slice(0, 3) === now[path]?.slice(0, 3);
    if (isContentBack && !isOnlyOwn) return undefined;
    // A file is listed, and the folder that replaced it was removed with the turn's files in it.
    const isEmptied = items.some((item) => !item.target && item.path.startsWith(`${path}/`));
    if (kept.has(path) && now[path] === filledFolder && after[path] === undefined && isEmptied) return undefined;
    // A folder's content is listed, and what the turn had put in its place was removed.
    if (wanted === filledFolder && after[path] === undefined && isListed(path, wanted)) return undefined;
    // Snapshots do not cover ignored files and folders. They are restored as others had left them, or not at all.
    const isFoundBack =
      after[path] === foundBy[agent]?.get(path) || (isFolderText(wanted) && after[path] === undefined);
    if (ignoredProblem(path) === undefined && !isOnlyOwn && isFoundBack) return undefined;
    if (!isSameAt(after[path], now[path]))
      return `neither as before (${wanted}) nor as it was (${now[path]}): ${after[path]}`;
    if (isListed(path, wanted)) return undefined;
    // The turn made a folder for its files, and others have replaced it since.
    if (wanted === undefined && !contents[agent]?.has(path) && !isFolderText(after[path])) return undefined;
    // It is as someone else left it.
    if (!isOnlyOwn && last.get(path)?.who !== agent)
      return ignoredProblem(path) && 'changed by another, and not listed';
    // Without a snapshot per call, changes between two snapshots are unknown; none of them was undone.
    if (here.turns().some(({ session, light }) => session === agent && light !== undefined)) return undefined;
    return ignoredProblem(path);
  }

  /** Whether others removed a folder that a restored path is in. */
  function isMadeAgain(path: string): boolean {
    const isBelow = items.some((item) => item.target && item.path.startsWith(`${path}/`));
    return now[path] === undefined && after[path] === filledFolder && isBelow;
  }

  /** Whether a folder that contained the path is listed. */
  function isListed(path: string, wanted: string | undefined): boolean {
    return kept.has(path) || (wanted === filledFolder && [...kept].some((one) => one.startsWith(`${path}/`)));
  }

  /** Ignored files that no call named are in no snapshot. */
  function ignoredProblem(path: string): string | undefined {
    return /\.log$|^new\.txt$|^other(\/|$)/.test(path) ? undefined : `still as the turn left it, and not listed`;
  }
}
