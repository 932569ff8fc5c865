/** One performance target and its measured value. */
export interface BenchRow {
  readonly name: string;
  readonly measured: string;
  readonly promised: string;
  readonly ok: boolean;
}

export function printRows(rows: readonly BenchRow[]): void {
  const width = (pick: (row: BenchRow) => string) => Math.max(...rows.map((row) => pick(row).length));
  const [a, b, c] = [width((row) => row.name), width((row) => row.measured), width((row) => row.promised)];
  for (const row of rows) {
    console.log(
      `${row.ok ? 'ok  ' : 'MISS'} ${row.name.padEnd(a)}  ${row.measured.padStart(b)}  ${row.promised.padEnd(c)}`,
    );
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((x, y) => x - y)[values.length >> 1] as number;
export const smallest = (values: readonly number[]): number => Math.min(...values);
