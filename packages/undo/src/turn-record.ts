import type { ChangeTime } from './change-times.js';
import type { LeftOutFile } from './snapshot.js';

/** What is at a path: a file, a link or an empty folder; null if nothing is there, or a folder that is not empty. */
export type FileState = {
  /** As git has it: 100644, 100755, 120000; 040000 for an empty folder. */
  readonly mode: string;
  /** The name of its content in the store; none for a folder. */
  readonly id: string;
  readonly permissions: number;
} | null;

const folderMode = '040000';

export const emptyFolder = (permissions: number): FileState => ({ mode: folderMode, id: '', permissions });

export const isFolderState = (state: FileState): boolean => state?.mode === folderMode;

/** The folders above a path, from the outermost on. */
export const parentPaths = (path: string): readonly string[] =>
  [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index));

export const isSameContent = (a: FileState, b: FileState): boolean =>
  a === null || b === null ? a === b : a.mode === b.mode && a.id === b.id;

/** The permissions of a link have no meaning, and differ between systems. */
export const isSameState = (a: FileState, b: FileState): boolean =>
  isSameContent(a, b) && (a?.mode === linkMode || a?.permissions === b?.permissions);

export const linkMode = '120000';

/** A recorded snapshot. Snapshots of one project have different times. */
export interface SnapshotRecord {
  readonly at: number;
  readonly tree: string;
  readonly permissions: string;
  /** When files changed that differ from the snapshot before. */
  readonly times?: readonly ChangeTime[];
  /** When files appeared that the snapshot before did not see. */
  readonly births?: readonly ChangeTime[];
}

/** One line of a turn's file. All times are milliseconds since the epoch. */
export type TurnLine = { readonly at: number } & (
  | ({ readonly kind: 'turn' } & TurnHead)
  | { readonly kind: 'seen' }
  | ({ readonly kind: 'look'; readonly leftOut?: readonly LeftOutFile[] } & SnapshotRecord)
  /** A call that may write begins after the snapshot of that time. */
  | { readonly kind: 'begin'; readonly call: string; readonly look: number }
  /** The agent reported the end of a call. */
  | { readonly kind: 'ended'; readonly call: string }
  /** It ended before the snapshot of that time. `isUnended`: its end was not reported. */
  | { readonly kind: 'finish'; readonly call: string; readonly look: number; readonly isUnended?: true }
  | {
      readonly kind: 'named';
      readonly since?: number;
      readonly path: string;
      readonly before: FileState;
      readonly after: FileState;
      /** When the previous file had last changed; missing in turns of earlier versions. */
      readonly changedAt?: number;
      /** The file changed after the call ended and before it was read. */
      readonly isLate?: true;
    }
  | { readonly kind: 'outside'; readonly path: string }
  /** A call that named this file ended, but the old content was not saved: the process that read it was killed. */
  | { readonly kind: 'unkept'; readonly call: string; readonly path: string }
  /** A nested repository, whose store has a turn with the same id. */
  | { readonly kind: 'nested'; readonly path: string }
  | { readonly kind: 'light'; readonly why: string }
  | { readonly kind: 'missed'; readonly why: string }
  | { readonly kind: 'end'; readonly why: string; readonly branch?: string; readonly commit?: string }
  | { readonly kind: 'undone' | 'redone'; readonly undo: string }
);

interface TurnHead {
  readonly session: string;
  readonly host: string;
  /** The first line of the prompt; missing: the turn began with a call. */
  readonly prompt?: string;
  readonly branch?: string;
  readonly commit?: string;
  readonly project?: string;
}

type LineOf<Kind extends TurnLine['kind']> = Extract<TurnLine, { kind: Kind }>;

/** The time in which a call may have changed files: between two snapshots. */
export interface CallSpan {
  readonly begin: number;
  /** Undefined: no snapshot came after it. */
  readonly end?: number;
  /** When the call ended. Later changes do not belong to it. */
  readonly endedAt?: number;
  /** When the call began, if its end was not reported. */
  readonly unendedSince?: number;
  /** It is a whole turn, without snapshots before and after each call. */
  readonly isLight?: true;
}

/** Why a turn is a light one: its first call began before a snapshot had ended. Stored in turns. */
export const noSnapshotInTime = 'no look was ready in time';

/** The call name that covers a whole turn. */
export const turnWindow = 'turn';

export interface AgentTurn extends TurnHead {
  readonly id: string;
  readonly at: number;
  readonly endedAt?: number;
  readonly endBranch?: string;
  /** The agent's last event. */
  readonly seenAt: number;
  readonly looks: readonly (SnapshotRecord & { readonly leftOut: readonly LeftOutFile[] })[];
  readonly callSpans: readonly CallSpan[];
  readonly named: readonly LineOf<'named'>[];
  readonly outside: readonly LineOf<'outside'>[];
  /** Files that calls named and whose old content is lost. */
  readonly unkept: readonly string[];
  /** Nested repositories that were tracked as well. */
  readonly nested: readonly string[];
  readonly light?: string;
  /** Snapshots that failed, and why. */
  readonly missed: readonly { readonly at: number; readonly why: string }[];
  /** The undo that reverted it, and when. */
  readonly undone?: { readonly undo: string; readonly at: number };
}

/** Reads the lines of a turn; half a line of a killed process is skipped. */
export function parseTurn(id: string, text: string): AgentTurn | undefined {
  const lines = text.split('\n').flatMap((line): readonly TurnLine[] => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as TurnLine] : [];
    } catch {
      return [];
    }
  });
  const head = lines.find((line) => line.kind === 'turn');
  if (head?.kind !== 'turn') return undefined;
  const of = <K extends TurnLine['kind']>(kind: K) =>
    lines.filter((line): line is Extract<TurnLine, { kind: K }> => line.kind === kind);
  const { kind: _kind, ...fields } = head;
  const end = of('end').at(-1);
  const light = of('light')[0];
  const seen = lines.filter(({ kind }) => !['look', 'end', 'undone', 'redone', 'missed', 'nested'].includes(kind));
  const lastUndo = lines.filter((line) => line.kind === 'undone' || line.kind === 'redone').at(-1);
  return {
    id,
    ...fields,
    ...(end && { endedAt: end.at, ...(end.branch !== undefined && { endBranch: end.branch }) }),
    seenAt: Math.max(...seen.map(({ at }) => at)),
    looks: of('look').map(({ kind: _look, leftOut = [], ...look }) => ({ ...look, leftOut })),
    callSpans: of('begin').map((begin) => callSpanOf(begin, of('finish'), of('ended'))),
    named: of('named'),
    outside: of('outside'),
    unkept: unkeptPaths(of('unkept'), of('ended')),
    nested: [...new Set(of('nested').map(({ path }) => path))],
    ...(light && { light: light.why }),
    missed: of('missed').map(({ at, why }) => ({ at, why })),
    ...(lastUndo?.kind === 'undone' && { undone: { undo: lastUndo.undo, at: lastUndo.at } }),
  };
}

function callSpanOf(
  { call, look, at }: LineOf<'begin'>,
  finishes: readonly LineOf<'finish'>[],
  ends: readonly LineOf<'ended'>[],
): CallSpan {
  const finish = finishes.find((one) => one.call === call && one.at >= at);
  const ended = ends.find((one) => one.call === call && one.at >= at);
  const isUnended = finish ? finish.isUnended : !ended;
  return {
    begin: look,
    ...(finish && { end: finish.look }),
    ...(isUnended ? { unendedSince: at } : ended && { endedAt: ended.at }),
    ...(call === turnWindow && { isLight: true }),
  };
}

/** Some agents report the end of a call twice: what the first report saved is not lost. */
function unkeptPaths(lines: readonly LineOf<'unkept'>[], ends: readonly LineOf<'ended'>[]): readonly string[] {
  const lost = lines.filter(({ call }) => !ends.some((one) => one.call === call));
  return [...new Set(lost.map(({ path }) => path))];
}
