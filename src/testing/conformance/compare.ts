import type { AdapterAnswer } from './adapter.js';
import type { Expected } from './fixture.js';
import type { TelemetryRecords } from './telemetry.js';

/** All output of an adapter. */
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
  const wrong: string[] = [];
  const check = (ok: boolean, what: string) => void (ok || wrong.push(what));
  if (expected.exitCode !== undefined)
    check(exitCode === expected.exitCode, `expected exit code ${expected.exitCode}, got ${exitCode}${said(stderr)}`);
  if (expected.stdoutEchoesInput) check(stdout.includes(input), `expected the input on stdout, got ${shown(stdout)}`);
  if (expected.stdoutIsEmpty) check(stdout === '', `expected nothing on stdout, got ${shown(stdout)}`);
  if (expected.stderrIsEmpty) check(stderr === '', `expected nothing on stderr, got ${shown(stderr)}`);
  for (const text of expected.stdoutContains ?? [])
    check(stdout.includes(text), `expected ${shown(text)} on stdout, got ${shown(stdout)}`);
  for (const text of expected.stdoutLacks ?? [])
    check(!stdout.replace(input, '').includes(text), `expected no ${shown(text)} on stdout, got ${shown(stdout)}`);
  for (const text of expected.stderrContains ?? [])
    check(stderr.includes(text), `expected ${shown(text)} on stderr, got ${shown(stderr)}`);
  for (const event of expected.telemetryContains ?? [])
    check(records.events.has(event), `expected a telemetry record of ${event}, got ${recorded(records)}`);
  for (const text of expected.telemetryLacks ?? [])
    check(!records.text.includes(text), `expected no ${shown(text)} in telemetry, got it there`);
  for (const [path, text] of Object.entries(expected.workspaceFiles ?? {}))
    check(
      fileText(path) === text,
      `expected ${path} to hold ${shown(text)}, got ${shown(fileText(path) ?? 'no file')}`,
    );
  return wrong;
}

const said = (stderr: string): string => (stderr.trim() === '' ? '' : ` (${shown(stderr.trim())})`);

const recorded = ({ events }: TelemetryRecords): string => (events.size === 0 ? 'none' : [...events].join(', '));

const shown = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 199)}…` : text);
