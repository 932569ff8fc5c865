import { homeFolder, pathFromHome } from '@anyhook/core';
import {
  type AgentTurn,
  type DescribedChange,
  type KeptProject,
  type ListedTurn,
  type NotCovered,
  noSnapshotInTime,
  type UndoConflict,
  type UndoRefusal,
} from '@anyhook/undo';
import { agentNamed } from '../../agents/index.js';
import type { FileSnapshot } from '../../handlers/builtins/snapshot/store.js';
import { type PrintTarget, print } from '../terminal/io.js';
import { countNoun, cutLine, oneLine, tableLines, wrap } from '../terminal/text.js';

export const agentTitle = (agent: string): string => agentNamed(agent)?.title ?? agent;

const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** `14:02`, in local time. */
export function clockTime(at: number): string {
  const date = new Date(at);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** `today`, `yesterday`, `Monday`; after a week a date. */
function dayOf(at: number, now: number): string {
  const start = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  const ago = Math.round((start(now) - start(at)) / 86_400_000);
  if (ago <= 0) return 'today';
  if (ago === 1) return 'yesterday';
  const date = new Date(at);
  if (ago < 7) return days[date.getDay()] ?? '';
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

const dayAndTime = (at: number, now: number): string => `${dayOf(at, now)} ${clockTime(at)}`;

/** A path with `~` for the home folder. */
export const shownFolder = (path: string, home: string): string => oneLine(pathFromHome(path, home));

/** `Claude Code, today 14:02 to 14:06: "make the cart faster"` */
function headLine(turns: readonly AgentTurn[], now: number, { colors, width }: PrintTarget, start: string): string {
  const [newest] = turns;
  const oldest = turns.at(-1);
  if (!newest || !oldest) return '';
  const titles = [...new Set(turns.map(({ host: agent }) => agentTitle(agent)))];
  const who = `${start}${colors.bold(titles.join(' and '))}`;
  if (turns.length > 1)
    return `${who}, ${turns.length} turns, ${dayAndTime(oldest.at, now)} to ${clockTime(newest.endedAt ?? newest.seenAt)}`;
  const isMinute = clockTime(newest.at) === clockTime(newest.endedAt ?? 0);
  const end = newest.endedAt === undefined || isMinute ? '' : ` to ${clockTime(newest.endedAt)}`;
  const open = newest.endedAt === undefined ? `, never ended (last seen ${clockTime(newest.seenAt)})` : '';
  const plainHead = `${titles.join(' and ')}, ${dayAndTime(newest.at, now)}${end}${open}`;
  const prompt = newest.prompt === undefined ? '' : `: "${oneLine(newest.prompt)}"`;
  const room = width === undefined ? prompt.length : Math.max(12, width - start.length - plainHead.length);
  return `${who}${plainHead.slice(titles.join(' and ').length)}${cutLine(prompt, room)}`;
}

const pathWidth = 41;
const maxLines = 12;
const shownLines = 10;

function changeLine(change: DescribedChange, isRedo: boolean, { colors, width }: PrintTarget): string {
  const { kind, path, from, added, removed, permissions } = change;
  const name = oneLine(from === undefined ? path : `${from} -> ${path}`);
  const isWide = width === undefined || kind === 'renamed';
  const shown = isWide ? name : cutStart(name, pathWidth);
  const head = `  ${kind.padEnd(7)}  ${colors.dim(shown)}${isWide ? '  ' : ' '.repeat(pathWidth - [...shown].length)}`;
  if (permissions) return `${head}${permissions[0].toString(8)}, was ${permissions[1].toString(8)}`;
  const plus = added && kind !== 'deleted' ? `+${added}` : '';
  const minus = removed && kind !== 'new' ? `-${removed}` : '';
  const counts = `${plus === '' ? '   ' : ' '.repeat(Math.max(0, 3 - plus.length)) + colors.green(plus)} ${colors.red(minus)}${' '.repeat(Math.max(0, 4 - minus.length))}`;
  const [newNote, deletedNote] = isRedo ? ['comes back', 'will be removed'] : ['will be removed', 'comes back'];
  const note = kind === 'new' ? newNote : kind === 'deleted' ? deletedNote : '';
  return `${head}${counts}  ${note}`.trimEnd();
}

/** The end of a path is more informative than its start. */
function cutStart(text: string, width: number): string {
  const chars = [...text];
  return chars.length < width ? text : `…${chars.slice(chars.length - width + 2).join('')}`;
}

export interface ShownPlan {
  /** The target, if it is not a turn. */
  readonly title?: string;
  readonly turns: readonly AgentTurn[];
  readonly all: readonly AgentTurn[];
  readonly changes: readonly DescribedChange[];
  readonly conflicts: readonly UndoConflict[];
  readonly notCovered: NotCovered | undefined;
  readonly isRedo: boolean;
}

/** What would be undone, what is kept, and what is not covered. */
export function printUndoPlan(plan: ShownPlan, target: PrintTarget, now: number): void {
  const { io } = target;
  const { turns, changes, conflicts, notCovered, isRedo } = plan;
  print(io, `${plan.title ?? headLine(turns, now, target, isRedo ? 'Again: ' : '')}\n`);
  const shown = changes.length > maxLines ? changes.slice(0, shownLines) : changes;
  for (const change of shown) print(io, changeLine(change, isRedo, target));
  if (changes.length > shown.length)
    print(io, `  ${countNoun(changes.length - shown.length, 'more file')}: d for the diff`);
  if (changes.length > 0) print(io, '');
  const notes = notCovered ? notCoveredText(notCovered) : '';
  if (notes !== '') print(io, `${wrap(notes, target.width, 0)}\n`);
  for (const { light } of turns.filter((turn) => turn.light !== undefined).slice(0, 1))
    print(io, `${wrap(lightText(light ?? ''), target.width, 0)}\n`);
  for (const turn of turns.filter(({ missed }) => missed.length > 0).slice(0, 1))
    print(io, `${wrap(missedText(turn), target.width, 0)}\n`);
  const unwatched = conflicts.filter(({ why }) => why === 'unwatched');
  const blocked = conflicts.filter(({ why }) => why === 'in-the-way');
  const changed = conflicts.filter(({ why }) => why !== 'unwatched' && why !== 'in-the-way');
  if (changed.length > 0) printConflicts({ ...plan, conflicts: changed }, target, now);
  if (blocked.length > 0) printBlocked(blocked, target);
  if (unwatched.length > 0) printUnwatched(unwatched, target);
}

const stayUntilNamed = 'Files that no tool call or command names stay until you name them.';

/** Why a turn was not watched call by call. */
const lightText = (why: string): string =>
  why === noSnapshotInTime
    ? `Looking at all files took more than 2 s, and the agent did not wait for it. So anyhook may not know all that changed ("git status" may show more), and it cannot tell your own edits from the agent's. ${stayUntilNamed}`
    : `anyhook looked at the files only when the turn began and ended (${why}), so it cannot tell your own edits from the agent's. ${stayUntilNamed}`;

const missedText = ({ missed }: AgentTurn): string =>
  `Not all of it was kept: ${oneLine(missed[0]?.why ?? '')} at ${clockTime(missed[0]?.at ?? 0)}.`;

const names = (all: readonly string[]): string =>
  all.length > 3
    ? `${all.slice(0, 3).map(oneLine).join(', ')} and ${all.length - 3} more`
    : all.map(oneLine).join(', ');

/** `Not undone: node_modules (ignored, 214 files), 1 commit on main (git reset --soft a1b2c3d does that), …` */
function notCoveredText(notCovered: NotCovered): string {
  const { ignored, large, nested, lostGit, unkept, outside, commits, staged, hasCommands } = notCovered;
  const branch = commits?.branch === undefined ? '' : ` on ${oneLine(commits.branch)}`;
  const parts = [
    ...ignored.slice(0, 3).map(({ path, files }) => `${oneLine(path)} (ignored, ${countNoun(files, 'file')})`),
    ...(ignored.length > 3 ? [`${ignored.length - 3} more ignored`] : []),
    ...(large.length > 0 ? [`${names(large)} (new and over 2 MiB)`] : []),
    ...(nested.length > 0
      ? [`${names(nested)} (${nested.length === 1 ? 'a repository of its own' : 'repositories of their own'})`]
      : []),
    ...(lostGit.length > 0 ? [`${names(lostGit)} (deleted, and never kept)`] : []),
    ...(unkept.length > 0 ? [`${names(unkept)} (${unkeptText})`] : []),
    ...(outside.length > 0 ? [`${names(outside)} (outside the project)`] : []),
    ...(commits
      ? [`${countNoun(commits.count, 'commit')}${branch} (git reset --soft ${commits.commit.slice(0, 7)} does that)`]
      : []),
    ...(staged.length > 0
      ? [
          `what is staged of it (git restore --staged ${staged.length === 1 ? oneLine(staged[0] ?? '') : '.'} does that)`,
        ]
      : []),
    ...(hasCommands ? ['what commands did elsewhere'] : []),
  ];
  const last = parts.at(-1);
  if (last === undefined) return '';
  return `Not undone: ${parts.length === 1 ? last : `${parts.slice(0, -1).join(', ')}, and ${last}`}.`;
}

const unkeptText = 'not kept: anyhook was ended or had no space when the agent wrote there';

const conflictTexts: Readonly<Record<UndoConflict['why'], string>> = {
  'changed-since': '',
  'changed-between': 'in the middle of the turn, ',
  several: 'at the same time, ',
  unended: 'long after the last sign of the agent, ',
  unwatched: '',
  'in-the-way': '',
};

function printConflicts({ conflicts, all, isRedo }: ShownPlan, { io, colors }: PrintTarget, now: number): void {
  print(io, `Skipped, because they changed after the ${isRedo ? 'undo' : 'turn'}:`);
  const shown = conflicts.slice(0, shownLines);
  const wide = Math.max(...shown.map(({ path }) => [...oneLine(path)].length));
  for (const { path, at, by, why } of shown) {
    const turn = all.find(({ id }) => id === by);
    const who = turn ? `by ${agentTitle(turn.host)}` : 'not by an agent';
    const when = at === undefined ? 'deleted' : dayOf(at, now) === 'today' ? clockTime(at) : dayAndTime(at, now);
    print(io, `  ${colors.dim(oneLine(path).padEnd(wide))}   ${when}, ${conflictTexts[why]}${who}`);
  }
  if (conflicts.length > shown.length) print(io, `  and ${conflicts.length - shown.length} more`);
  const again = `anyhook undo ${isRedo ? '--redo ' : ''}${oneLine(conflicts[0]?.path ?? '')}`;
  print(io, `To undo one anyway: ${again}`);
}

/** Files that cannot be restored while something else has their names. */
function printBlocked(conflicts: readonly UndoConflict[], { io, colors }: PrintTarget): void {
  print(io, 'Skipped, because something else is in their place:');
  const shown = conflicts.slice(0, shownLines);
  const wide = Math.max(...shown.map(({ path }) => [...oneLine(path)].length));
  for (const { path, place = '' } of shown)
    print(io, `  ${colors.dim(oneLine(path).padEnd(wide))}   ${oneLine(place)}`);
  if (conflicts.length > shown.length) print(io, `  and ${conflicts.length - shown.length} more`);
  print(io, `To undo one: move that away, then anyhook undo ${oneLine(conflicts[0]?.path ?? '')}`);
}

/** Files that changed outside the agent's calls or were not visible before: changed by the agent or by a person. */
function printUnwatched(conflicts: readonly UndoConflict[], { io, colors }: PrintTarget): void {
  print(io, 'Skipped, because they may be yours:');
  for (const { path } of conflicts.slice(0, shownLines)) print(io, `  ${colors.dim(oneLine(path))}`);
  if (conflicts.length > shownLines) print(io, `  and ${conflicts.length - shownLines} more`);
  print(io, `To revert them as well, name files or a folder: anyhook undo ${oneLine(conflicts[0]?.path ?? '')}`);
}

/** Why nothing can be undone, in one or two lines. */
export function undoRefusalText(refusal: UndoRefusal, root: string, now: number, home: string = homeFolder()): string {
  switch (refusal.kind) {
    case 'off':
      return `Undo is off in ${shownFolder(root, home)}. Switch it on: anyhook init --preset undo`;
    case 'nothing': {
      const lost = refusal.lostGit.length > 0 ? `\nDeleted, and never kept: ${names(refusal.lostGit)}.` : '';
      const { unkept } = refusal;
      if (unkept.length > 0) return `Nothing can be undone: ${names(unkept)} (${unkeptText}).${lost}`;
      return `Nothing to undo: no agent changed a file here since ${dayAndTime(refusal.since, now)}.${lost}`;
    }
    case 'busy':
      return `${agentTitle(refusal.turn.host)} is at work in this turn (seen ${Math.max(1, Math.round(refusal.seenMs / 1_000))} s ago). Stop it first (Esc).`;
    case 'branch': {
      const { turn, now: current, isByAgent, folder } = refusal;
      const [old, young] = [oneLine(turn.branch ?? ''), oneLine(current)];
      const what = isByAgent
        ? `The agent switched ${old} to ${young}${placeText(folder)}.`
        : `The turn was on ${old}, and you are on ${young}${placeText(folder)}.`;
      return `${what} First: git ${folder === undefined ? '' : `-C ${oneLine(folder)} `}switch ${old}`;
    }
    case 'git':
      return `A ${refusal.work} is under way${placeText(refusal.folder)}: finish or abort it first.`;
    case 'no-turn':
      return `There is no turn ${refusal.turn}: "anyhook undo --list" shows ${countNoun(refusal.turns, 'turn')}.`;
    case 'no-file': {
      const others = refusal.turns.length > 0 ? ` Turns that changed it: ${refusal.turns.join(', ')}` : '';
      return `${oneLine(refusal.path)} was not changed in that turn.${others}`;
    }
    case 'missed':
      return `The turn of ${clockTime(refusal.turn.at)} was not kept: ${oneLine(refusal.why)}. Older: --list`;
  }
}

/** A repository in the project is named. */
const placeText = (folder: string | undefined): string => (folder === undefined ? '' : ` in ${oneLine(folder)}`);

/** `38 MB` */
export const sizeText = (bytes: number): string =>
  bytes >= 1e9
    ? `${(bytes / 1e9).toFixed(1)} GB`
    : bytes >= 1e6
      ? `${Math.round(bytes / 1e6)} MB`
      : `${Math.max(1, Math.round(bytes / 1e3))} KB`;

const whenWidth = 12;
const agentWidth = 11;

const snapshotTime = ({ takenAt }: FileSnapshot): string => takenAt.slice(0, 19).replace('T', ' ');

/** `snapshot 3f9c2b71aa of 2026-11-19 14:02:11, turn.start (session s1)` */
export const snapshotTitle = (snapshot: FileSnapshot): string =>
  `snapshot ${snapshot.id.slice(0, 10)} of ${snapshotTime(snapshot)}, ${oneLine(snapshot.label)}`;

export function printSnapshots(snapshots: readonly FileSnapshot[], { io, colors, width }: PrintTarget): void {
  const head = ['snapshot', 'taken', 'files', 'changed', 'event'].map((text) => ({ text, paint: colors.bold }));
  const rows = snapshots.map((one) =>
    [one.id.slice(0, 10), snapshotTime(one), `${one.files}`, `${one.changed}`, oneLine(one.label)].map((text) => ({
      text,
    })),
  );
  print(io, `${tableLines([head, ...rows], width).join('\n')}\nGo back to one: anyhook undo --snapshot ID\n`);
}

/** The time line of a project. */
export function printTurns(turns: readonly ListedTurn[], bytes: number, target: PrintTarget, now: number): void {
  const { io, colors, width = 80 } = target;
  print(io, colors.bold(`   ${'when'.padEnd(whenWidth)}  ${'agent'.padEnd(agentWidth)}  files  you asked`));
  for (const [i, { turn, files }] of turns.entries()) {
    const note = turn.undone ? `undone ${clockTime(turn.undone.at)}` : turn.endedAt === undefined ? '(no end)' : '';
    const head = `${String(i + 1).padEnd(2)} ${whenText(turn, now).padEnd(whenWidth)}  ${cutLine(agentTitle(turn.host), agentWidth).padEnd(agentWidth)}  ${String(files).padStart(5)}  `;
    const room = Math.max(10, width - head.length - (note === '' ? 0 : note.length + 2));
    const asked = cutLine(oneLine(turn.prompt ?? ''), room);
    print(io, `${head}${note === '' ? asked : asked.padEnd(room + 2) + note}`.trimEnd());
  }
  print(io, `Kept for 7 days, ${sizeText(bytes)}. One of them: anyhook undo --turn ${Math.min(2, turns.length)}`);
}

function whenText({ at, endedAt }: AgentTurn, now: number): string {
  if (dayOf(at, now) !== 'today')
    return `${dayOf(at, now).slice(0, dayOf(at, now).startsWith('2') ? 10 : 3)} ${clockTime(at)}`;
  const end = endedAt === undefined ? '?' : clockTime(endedAt);
  return `${clockTime(at)}-${end}`;
}

export function printProjects(projects: readonly KeptProject[], { io }: PrintTarget, now: number, home: string): void {
  if (projects.length === 0) {
    print(io, 'Nothing is kept of any project.');
    return;
  }
  for (const { root, turns, bytes, lastAt } of projects) {
    const last = lastAt === undefined ? 'no turns' : `${countNoun(turns, 'turn')}, last ${dayAndTime(lastAt, now)}`;
    print(io, `${shownFolder(root, home)}  ${last}, ${sizeText(bytes)}`);
  }
  print(io, `One of them: anyhook undo --cwd ${shownFolder(projects[0]?.root ?? '', home)}`);
}
