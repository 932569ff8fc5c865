/** Four buckets per doubling: times are accurate to 10 percent. Bucket 0 is a microsecond and less. */
const perDoubling = 4;
const lastBucket = 160;

export const bucketOf = (ms: number): number =>
  ms > 0.001 ? Math.min(lastBucket, 1 + Math.floor(Math.log2(ms * 1_000) * perDoubling)) : 0;

/** The time in the middle of a bucket. */
const bucketMs = (bucket: number): number => (bucket === 0 ? 0 : 2 ** ((bucket - 0.5) / perDoubling) / 1_000);

/** The time below which the given fraction of all counts lies. */
export function quantile(counts: ReadonlyMap<number, number>, fraction: number): number {
  const buckets = [...counts].sort(([a], [b]) => a - b);
  const total = buckets.reduce((sum, [, count]) => sum + count, 0);
  let remaining = total * fraction;
  for (const [bucket, count] of buckets) {
    remaining -= count;
    if (remaining <= 0) return bucketMs(bucket);
  }
  return 0;
}
