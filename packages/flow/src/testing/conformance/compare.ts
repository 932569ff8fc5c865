import type { AdapterAnswer } from './adapter.js';
import type { Expected } from './fixture.js';
import type { TelemetryRecords } from './telemetry.js';

export interface AdapterOutcome {
  readonly input: string;
  readonly answer: AdapterAnswer;
  readonly records: TelemetryRecords;
  /** Text of a file of the workspace. */
  readonly fileText: (path: string) => string | undefined;
}

/** All differences from the expectation, one line each. */
export function compareOutcome(
  expected: Expected,
  { input, answer, records, fileText }: AdapterOutcome,
): readonly string[] {
  if ('failed' in answer) return [answer.failed];
  const { exitCode, stdout, stderr } = answer;
  const differences: string[] = [];
  const check = (ok: boolean, difference: string) => void (ok || differences.push(difference));
  if (expected.exitCode !== undefined)
    check(
      exitCode === expected.exitCode,
      `expected exit code ${expected.exitCode}, got ${exitCode}${stderrNote(stderr)}`,
    );
  if (expected.stdoutEchoesInput)
    check(stdout.includes(input), `expected the input on stdout, got ${quoteShort(stdout)}`);
  if (expected.stdoutIsEmpty) check(stdout === '', `expected nothing on stdout, got ${quoteShort(stdout)}`);
  if (expected.stderrIsEmpty) check(stderr === '', `expected nothing on stderr, got ${quoteShort(stderr)}`);
  for (const text of expected.stdoutContains ?? [])
    check(stdout.includes(text), `expected ${quoteShort(text)} on stdout, got ${quoteShort(stdout)}`);
  for (const text of expected.stdoutLacks ?? [])
    check(
      !stdout.replace(input, '').includes(text),
      `expected no ${quoteShort(text)} on stdout, got ${quoteShort(stdout)}`,
    );
  for (const text of expected.stderrContains ?? [])
    check(stderr.includes(text), `expected ${quoteShort(text)} on stderr, got ${quoteShort(stderr)}`);
  for (const event of expected.telemetryContains ?? [])
    check(records.events.has(event), `expected a telemetry record of ${event}, got ${eventList(records)}`);
  for (const text of expected.telemetryLacks ?? [])
    check(!records.text.includes(text), `expected no ${quoteShort(text)} in telemetry, got it there`);
  for (const [path, text] of Object.entries(expected.workspaceFiles ?? {}))
    check(
      fileText(path) === text,
      `expected ${path} to hold ${quoteShort(text)}, got ${quoteShort(fileText(path) ?? 'no file')}`,
    );
  return differences;
}

const stderrNote = (stderr: string): string => (stderr.trim() === '' ? '' : ` (${quoteShort(stderr.trim())})`);

const eventList = ({ events }: TelemetryRecords): string => (events.size === 0 ? 'none' : [...events].join(', '));

const quoteShort = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 199)}…` : text);
