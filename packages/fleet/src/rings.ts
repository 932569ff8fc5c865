import { sha256 } from '@anyhook/core';
import { type BundleReference, type ChannelDocument, type RingMode, ringPlaces } from './documents.js';

export interface DeviceBundles {
  /** Its hooks decide. */
  readonly enforced?: BundleReference;
  /** Its hooks run in shadow mode. */
  readonly candidate?: BundleReference;
}

/** The place of a device among all: it never changes, and cannot be chosen. */
export const ringPlaceOf = (org: string, device: string): number =>
  Number.parseInt(sha256(`${org}\n${device}`).slice(0, 12), 16) % ringPlaces;

/** The bundles of a device by its place: the first ring of each mode that includes the place. */
export function bundlesFor({ rings, bundles }: ChannelDocument, place: number): DeviceBundles {
  const find = (mode: RingMode) => rings.findIndex((ring) => ring.mode === mode && place < ring.upTo);
  const bundleAt = (index: number) => bundles.find(({ serial }) => serial === rings[index]?.serial);
  const [enforcedAt, candidateAt] = [find('enforce'), find('shadow')];
  const enforced = bundleAt(enforcedAt);
  // A later ring is for devices that are not in the rings before it.
  const isAhead = candidateAt >= 0 && (enforcedAt < 0 || candidateAt < enforcedAt);
  const candidate = isAhead ? bundleAt(candidateAt) : undefined;
  return {
    ...(enforced && { enforced }),
    ...(candidate && candidate.serial !== enforced?.serial && { candidate }),
  };
}
