import { type DeviceReport, hubLimits } from '@anyhook/fleet';
import { linesOf } from './batch.js';
import { countOf, holesIn, type Ranges, withRange } from './ranges.js';
import type { HubStore, Ledger } from './store.js';

/** The comparison of a report with the stored records. */
export interface Comparison {
  /** Gaps that the device can fill. */
  readonly missing: Ranges;
  /** Records that neither the hub nor the device has any more. */
  readonly lost: number;
  /** The device has fewer records than are stored, or another one at the same place. */
  readonly wentBack: boolean;
  /** False if the keeper is so far behind that missing records cannot be determined. */
  readonly isKnown: boolean;
}

export const emptyLedger: Ledger = { ranges: [], head: { sequence: 0, hash: '' }, readTo: 0, breaks: [] };

/** Compares a report with the keeper's records, and with those that wait for it in the stream. */
export async function compareReport(store: HubStore, report: DeviceReport): Promise<Comparison> {
  const { device, head, oldest } = report;
  const ledger = (await store.read('ledger', device)) ?? emptyLedger;
  const wentBack =
    head.sequence < ledger.head.sequence ||
    (head.sequence === ledger.head.sequence && head.sequence > 0 && head.hash !== ledger.head.hash);
  if (holesIn(ledger.ranges, head.sequence).length === 0) return { missing: [], lost: 0, wentBack, isKnown: true };
  const waiting = await store.batchesAfter(device, ledger.readTo);
  if (!waiting) return { missing: [], lost: 0, wentBack, isKnown: false };
  const stored = waiting.reduce((ranges: Ranges, packed) => {
    const lines = linesOf(packed);
    return withRange(ranges, [lines[0]?.sequence ?? 0, lines.at(-1)?.sequence ?? 0]);
  }, ledger.ranges);
  const holes = holesIn(stored, head.sequence);
  const healable = holes.flatMap(([from, to]): Ranges => (to < oldest ? [] : [[Math.max(from, oldest), to]]));
  return {
    missing: healable.slice(0, hubLimits.missingRanges),
    lost: countOf(holes) - countOf(healable),
    wentBack,
    isKnown: true,
  };
}
