import { stringify } from 'yaml';
import { type CaseResult, caseDetails, caseSummary, type FileResult } from '../result.js';

/** The results in TAP version 14, one test point per case and per unreadable file. */
export function tapReport(files: readonly FileResult[]): string {
  const points = files.flatMap((file) => [...brokenPoint(file), ...file.cases.map((one) => casePoint(file, one))]);
  const lines = points.map((point, i) => point(i + 1));
  return ['TAP version 14', `1..${points.length}`, ...lines, ''].join('\n');
}

type TapPoint = (id: number) => string;

function brokenPoint({ path, problems }: FileResult): readonly TapPoint[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const messages = errors.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
  return [(id) => notOk(id, `${path} cannot be read`, { message: messages[0] ?? '', problems: messages })];
}

function casePoint({ path }: FileResult, test: CaseResult): TapPoint {
  const name = `${path}: ${test.name}`;
  const { line, ms } = test;
  if (test.ok) return (id) => `ok ${id} - ${escaped(name)} # ${ms} ms`;
  const details = { message: caseSummary(test), severity: 'fail', at: { file: path, line }, duration_ms: ms };
  return (id) => notOk(id, name, { ...details, mismatches: caseDetails(test) });
}

function notOk(id: number, name: string, details: object): string {
  const yaml = stringify(details, { lineWidth: 0 }).trimEnd().replaceAll('\n', '\n  ');
  return `not ok ${id} - ${escaped(name)}\n  ---\n  ${yaml}\n  ...`;
}

/** Escapes `#`, which would start a directive, and removes line breaks. */
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('#', '\\#').replace(/\s+/g, ' ');
