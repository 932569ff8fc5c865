import { leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { hasUnknown, marks, sourcesOf, type Value } from '../value.js';
import type { PsScript } from './syntax.js';

/** A value in a PowerShell session. Text may contain marks. */
export type PsItem = Value | number | boolean | null | PsList | PsTable | PsBlock | PsFile | PsBytes | PsObject;

export interface PsList {
  readonly kind: 'list';
  readonly items: readonly PsItem[];
  /** One of the items, unknown which: two branches set one variable. */
  readonly isEither?: boolean;
}
export interface PsTable {
  readonly kind: 'table';
  readonly entries: Map<string, PsItem>;
}
export interface PsBlock {
  readonly kind: 'block';
  readonly script: PsScript;
}
/** The output of Get-Item and Get-ChildItem. */
export interface PsFile {
  readonly kind: 'file';
  /** Absolute, with slashes. */
  readonly path: Value;
  /** The listed folder, if it is a listing; filters by name apply to it. */
  readonly listed?: Value;
  /** Whether it represents everything below the folder. */
  readonly isDeep: boolean;
}
export interface PsBytes {
  readonly kind: 'bytes';
  /** One character per byte; undefined if unknown. */
  readonly bytes: string | undefined;
  readonly sources: Value;
}
/** An object of .NET or of a cmdlet of which only its type and its sources are known. */
export interface PsObject {
  readonly kind: 'object';
  /** In lower case, without `system.`. */
  readonly type: string;
  readonly args: readonly PsItem[];
}

export const psList = (items: readonly PsItem[]): PsList => ({ kind: 'list', items });
export const psObject = (type: string, args: readonly PsItem[] = []): PsObject => ({ kind: 'object', type, args });

export function psEither(items: readonly PsItem[]): PsItem {
  const different = [...new Set(items.flatMap((item) => (isPsEither(item) ? item.items : [item])))];
  if (different.length === 1) return different[0] as PsItem;
  if (different.length > guardLimits.alternatives) return leftOut('alternatives', ...different.map(psText));
  return { kind: 'list', items: different, isEither: true };
}

export const isPsList = (item: PsItem): item is PsList => isPart(item) && item.kind === 'list';
export const isPsEither = (item: PsItem): item is PsList => isPsList(item) && item.isEither === true;
export const isPsTable = (item: PsItem): item is PsTable => isPart(item) && item.kind === 'table';
export const isPsBlock = (item: PsItem): item is PsBlock => isPart(item) && item.kind === 'block';
export const isPsFile = (item: PsItem): item is PsFile => isPart(item) && item.kind === 'file';
export const isPsBytes = (item: PsItem): item is PsBytes => isPart(item) && item.kind === 'bytes';
export const isPsObject = (item: PsItem): item is PsObject => isPart(item) && item.kind === 'object';
const isPart = (item: PsItem): item is Exclude<PsItem, Value | number | boolean | null> =>
  typeof item === 'object' && item !== null;

/** The items that a pipeline would pass on. */
export function psItems(item: PsItem | undefined): readonly PsItem[] {
  if (item === undefined || item === null) return [];
  return isPsList(item) ? item.items.flatMap((inner) => (isPsEither(inner) ? inner.items : [inner])) : [item];
}

export function psText(item: PsItem | undefined): Value {
  if (item === null || item === undefined) return '';
  if (typeof item === 'string') return item;
  if (typeof item === 'boolean') return item ? 'True' : 'False';
  if (typeof item === 'number') return String(item);
  if (item.kind === 'list') return item.items.map(psText).join(' ');
  if (item.kind === 'file') return item.path;
  if (item.kind === 'block') return item.script.source;
  if (item.kind === 'bytes') return item.bytes ?? marks.any + item.sources;
  return marks.any + sourcesOf(...(item.kind === 'table' ? [...item.entries.values()] : item.args).map(psText));
}

/** Unknown text with the sources of these items. */
export const psUnknown = (...items: readonly (PsItem | undefined)[]): Value =>
  marks.any + sourcesOf(...items.map(psText)).replaceAll(marks.any, '');

export function psNumber(item: PsItem): number | undefined {
  if (typeof item === 'number') return item;
  if (typeof item === 'boolean') return item ? 1 : 0;
  if (typeof item !== 'string' || hasUnknown(item) || item.trim() === '') return undefined;
  const value = Number(item.trim());
  return Number.isNaN(value) ? undefined : value;
}

/** Whether a switch with this value is on; an unknown value counts as on if that is safer. */
export function isPsTrue(item: PsItem): boolean {
  if (item === null || item === false || item === 0 || item === '') return false;
  return !isPsList(item) || item.items.length > 0;
}

export const printedItems = (items: readonly PsItem[]): Value => items.map(psText).join('\n');
