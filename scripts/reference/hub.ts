import { readFileSync } from 'node:fs';
import { approvalLimits } from '../../packages/fleet/src/central-approval.js';
import { hubLimits } from '../../packages/fleet/src/hub-protocol.js';
import { inlineCode, page, table } from './markdown.js';

/** One run of the simulator: its options, and its last line. */
interface SimulatorRun {
  readonly options: string;
  readonly line: string;
  /** Other work used the machine at the same time, so its speed is not meaningful. */
  readonly busy?: true;
}

/** docs/reference/hub.md, from the runs in packages/hub/measured.json. */
export function hubPage(): string {
  const runs = (JSON.parse(readFileSync('packages/hub/measured.json', 'utf8')) as readonly SimulatorRun[]).map(
    (run) => ({
      ...run,
      figures: figuresIn(run.line),
    }),
  );
  const killed = runs.filter(({ figures }) => figures['kills'] !== 'none');
  return page(
    'The hub in numbers',
    'packages/hub/measured.json',
    'What one hub process of a [fleet of 10,000 machines](../guides/fleet-hub.md) carries, and how we tried to make it lose a record.',
    'All figures are from `npm run fleet:sim`: devices, hub, keeper and nats-server 2.15.1 share two cores of one machine and communicate over loopback, with TLS on and Node 22. Devices keep their connections while they send records; each request is signed and checked. With `--r3`, three servers store each record, with `sync_interval: always`.',
    table(
      [
        'run',
        'records acknowledged per second',
        'time until all devices got a nudge',
        '304 responses per second',
        'catch-up after 14 days offline',
        'acknowledged, destroyed and restored (records)',
      ],
      runs
        .filter(({ busy }) => !busy)
        .map(({ options, figures }) => [
          inlineCode(options),
          grouped(figures['recordsPerSecond']),
          `${figures['nudgeMs']} ms`,
          grouped(figures['pollsPerSecond']),
          figures['offlineSeconds'] === '0' ? '' : `${figures['offlineSeconds']} s`,
          /^\d+$/.test(figures['destroyedAndHealed'] ?? '') ? grouped(figures['destroyedAndHealed']) : '',
        ]),
    ),
    'A device that reconnects after 14 days has 28,000 records. Without nudges, a change arrives by polling: every five minutes, and 10,000 requests at the rates above take three seconds at most. 10,000 developers with 2,000 decisions a day each are 232 records per second on average.',
    '## Kill rounds',
    'In each round one part is killed with SIGKILL at random, is down for up to 0.3 s and starts again, while devices decide and send. Afterwards every byte that devices wrote is compared with what was kept. The machine was busy with other work.',
    table(
      ['run', 'killed', 'records', 'lost', 'duplicated'],
      killed.map(({ options, figures }) => [
        inlineCode(options),
        (figures['kills'] ?? '').replaceAll('_', ' '),
        grouped(figures['decided']),
        figures['lost'] ?? '',
        figures['doubled'] ?? '',
      ]),
    ),
    "Not tested: power cuts, WANs, proxies, systems other than Linux. What a killed process wrote survives in the page cache; to simulate a power cut, records were cut from the end of a stream's file.",
    '## Limits',
    table(
      ['what', 'limit'],
      [
        ['records in a request', grouped(`${hubLimits.batchRecords}`)],
        ['bytes of a request with records, compressed and uncompressed', grouped(`${hubLimits.batchBytes}`)],
        ['bytes of any other request', grouped(`${hubLimits.bodyBytes}`)],
        ['clock difference', `${hubLimits.clockMs / 60_000} minutes`],
        ['gaps that one answer names', `${hubLimits.missingRanges}`],
        ['pending questions per device', `${approvalLimits.pendingPerDevice}`],
        ['lifetime of a question', `${approvalLimits.lifetimeMs / 3_600_000} hours`],
        ['characters of a call that an approver sees', grouped(`${approvalLimits.callChars}`)],
        ['wait for an approval in one request', `${hubLimits.waitSeconds} s`],
        ['silence after which a nudge stream is dead', `${hubLimits.heartbeatMs / 1000} s`],
      ],
    ),
  );
}

/** The figures of a line, by name. */
const figuresIn = (line: string): Readonly<Record<string, string>> =>
  Object.fromEntries(line.split(' ').map((one) => one.split('=', 2) as [string, string]));

const grouped = (text = ''): string => Number(text).toLocaleString('en-US');
