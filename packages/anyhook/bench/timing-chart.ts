import type { Timing } from './resident.js';

const rowHeight = 26;
const left = 300;
const width = 920;
/** Space for the label after the longest bar. */
const labelWidth = 130;
const top = 62;

const colors: Readonly<Record<Timing['group'], string>> = {
  bare: '#8b95a1',
  warm: '#2f9e62',
  cold: '#3b7dd8',
  load: '#c58a1f',
  other: '#c2453d',
};

/** Bars up to the median with a line to the 95th percentile, on a logarithmic scale. */
export function timingChart(timings: readonly Timing[]): string {
  const shown = timings.filter(({ times }) => times.length > 0);
  const maxMs = Math.max(...shown.map(({ p95 }) => p95), 10);
  const minMs = 0.5;
  const x = (ms: number) =>
    left + (Math.log(Math.max(ms, minMs) / minMs) / Math.log(maxMs / minMs)) * (width - left - labelWidth);
  const height = top + shown.length * rowHeight + 30;
  const ticks = [0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500].filter((ms) => ms <= maxMs);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" rx="8" fill="#ffffff"/>`,
    `<text x="20" y="28" font-size="16" font-weight="600" fill="#1c2024">How long an agent waits at each event</text>`,
    `<text x="20" y="48" fill="#60646c">milliseconds from start to exit of the registered command, median and 95th percentile, logarithmic</text>`,
    ...ticks.flatMap((ms) => [
      `<line x1="${x(ms)}" x2="${x(ms)}" y1="${top}" y2="${height - 26}" stroke="#e6e8eb"/>`,
      `<text x="${x(ms)}" y="${height - 10}" text-anchor="middle" fill="#60646c">${ms}</text>`,
    ]),
    ...shown.flatMap(({ name, group, p50, p95, ratio }, index) => {
      const y = top + index * rowHeight;
      const middle = y + rowHeight / 2;
      return [
        `<text x="${left - 10}" y="${middle + 4}" text-anchor="end" fill="#1c2024">${escapeXml(name)}</text>`,
        `<rect x="${left}" y="${y + 5}" width="${(x(p50) - left).toFixed(1)}" height="${rowHeight - 10}" rx="3" fill="${colors[group]}"/>`,
        `<line x1="${x(p50).toFixed(1)}" x2="${x(p95).toFixed(1)}" y1="${middle}" y2="${middle}" stroke="${colors[group]}" stroke-width="2"/>`,
        `<text x="${(x(p95) + 6).toFixed(1)}" y="${middle + 4}" fill="#1c2024">${p50.toFixed(p50 < 10 ? 1 : 0)} ms · ${ratio.toFixed(1)}×</text>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
