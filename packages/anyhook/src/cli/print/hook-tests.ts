import type { Problem } from '@anyhook/core';
import { stringify } from 'yaml';
import { type HookCoverage, isCovered } from '../../hook-tests/coverage.js';
import { junitReport } from '../../hook-tests/reports/junit.js';
import {
  type CaseResult,
  caseDetails,
  caseSummary,
  countResults,
  type ExpectationMismatch,
  type FileResult,
  type StepResult,
} from '../../hook-tests/result.js';
import type { FiredStep } from '../../hook-tests/runner/run-case.js';
import type { HookTestFile, HookTestReport } from '../../hook-tests/runner/run-tests.js';
import { diffLines } from '../../install/diff.js';
import { pathFromFolder } from '../terminal/describe-hook.js';
import { type Io, type PrintTarget, print, printJson } from '../terminal/io.js';
import { countNoun, cutLine, oneLine, showControls, wrap } from '../terminal/text.js';
import { printFired } from './fire.js';

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

type ShownCase = HookTestFile['cases'][number];

export const reportPrinters = {
  text(report: HookTestReport, target: PrintTarget, filter?: string): void {
    const { io } = target;
    const { files, problems, coverage, ms } = report;
    if (files.length > 0) print(io, '');
    else print(io, filter === undefined ? noTests : `no case has "${filter}" in its name or file`);
    printHookProblems(problems, target);
    if (files.length > 0) printCounts(files, ms, target);
    if (coverage) printCoverage(coverage, target);
  },
  tap({ files }: HookTestReport, { io }: PrintTarget): void {
    io.stdout.write(tapReport(withShortPaths(files, io)));
  },
  json({ files, problems, coverage, ms }: HookTestReport, { io }: PrintTarget): void {
    printJson(io, { ...countResults(files), ms: Math.round(ms), files: files.map(fileEntry), problems, coverage });
  },
} as const;

export const junitText = ({ files }: HookTestReport, io: Io): string => junitReport(withShortPaths(files, io));

const withShortPaths = (files: readonly HookTestFile[], io: Io): readonly HookTestFile[] =>
  files.map((file) => ({ ...file, path: pathFromFolder(file.path, io.cwd) }));

/** A result as JSON. */
const fileEntry = ({ cases, ...file }: HookTestFile) => ({
  ...file,
  cases: cases.map(({ steps, ...test }) => ({
    ...test,
    steps: steps.map(({ touched: _touched, fired, ...step }) => ({ ...step, report: fired.report })),
  })),
});

const noTests =
  'no hook tests here: expected *.hooktest.yaml next to the hooks; "anyhook hooks new" writes one with each hook';

/** What `--watch` prints between runs. */
export const changedLine = (changed: readonly string[], cases: number, { cwd }: Io): string => {
  const [first = '', ...more] = changed;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `\n${showControls(pathFromFolder(first, cwd))}${others} changed: ${countNoun(cases, 'case')} to run`;
};

/** Prints one test file: a line per case; for failures also expected and actual results and what each hook did. */
export function printTestFile(file: HookTestFile, target: PrintTarget): void {
  const { io, colors } = target;
  print(io, colors.bold(pathFromFolder(file.path, io.cwd)));
  for (const { line, severity, message } of file.problems) {
    const mark = severity === 'error' ? colors.red('✗') : colors.yellow('!');
    const place = line === undefined ? '' : `line ${line}: `;
    print(io, `  ${mark} ${wrap(showControls(`${place}${message}`), target.width, 4)}`);
  }
  for (const one of file.cases) printCase(one, target);
}

function printCase(test: ShownCase, target: PrintTarget): void {
  const { io, colors, width } = target;
  const time = `${test.ms} ms`;
  const name = cutLine(oneLine(test.name), Math.max(20, (width ?? 240) - time.length - 6));
  print(io, `  ${test.ok ? colors.green('✓') : colors.red('✗')} ${name}  ${colors.dim(time)}`);
  if (test.ok) return;
  if (test.error !== undefined) print(io, `      ${colors.red(wrap(showControls(test.error), width, 6))}`);
  const failedStep = test.steps.find(({ mismatches }) => mismatches.length > 0);
  if (failedStep) printStep(failedStep, test, target);
}

function printStep(step: StepResult<FiredStep>, { steps }: ShownCase, target: PrintTarget): void {
  const { io, colors } = target;
  if (steps.length > 1) print(io, `      ${colors.dim(`step ${step.step}, time ${step.time}`)}`);
  for (const one of step.mismatches) for (const line of mismatchLines(one, target)) print(io, `      ${line}`);
  const lines: string[] = [];
  const capturingIo = {
    ...io,
    stdout: { write: (text: string) => lines.push(...text.replace(/\n$/, '').split('\n')) },
  };
  const { report, event } = step.fired;
  printFired(report, event, {
    io: capturingIo,
    colors,
    width: target.width === undefined ? undefined : target.width - 8,
  });
  print(io, '');
  for (const line of lines) print(io, line === '' ? '' : `        ${line}`);
  print(io, '');
}

function mismatchLines(
  { field, expected, came, exact }: ExpectationMismatch,
  { colors, width }: PrintTarget,
): readonly string[] {
  const title = colors.bold(oneLine(field));
  if (exact && (expected.includes('\n') || came.includes('\n'))) {
    const changedLines = diffLines(expected, came).filter(({ sign }) => sign !== '@');
    const lines = changedLines.map(({ sign, text }) => {
      const paint = sign === '-' ? colors.green : sign === '+' ? colors.red : colors.dim;
      return paint(`  ${sign} ${wrap(showControls(text.replace(/\n$/, '')), width, 10)}`);
    });
    return [`${title}  ${colors.green('- expected')}  ${colors.red('+ got')}`, ...lines];
  }
  const text = (value: string) => wrap(showControls(exact ? JSON.stringify(value) : value), width, 17);
  return [title, `  ${colors.green('expected')} ${text(expected)}`, `  ${colors.red('got')}      ${text(came)}`];
}

/** Problems in the hook files: a hook that does not load cannot be tested. */
function printHookProblems(problems: readonly Problem[], { io, colors, width }: PrintTarget): void {
  for (const { source, line, severity, message } of problems) {
    const place = `${pathFromFolder(source, io.cwd)}${line === undefined ? '' : `:${line}`}`;
    const word = (severity === 'error' ? colors.red : colors.yellow)(severity);
    print(io, `${colors.bold(place)}: ${word}: ${wrap(showControls(message).replaceAll('\n', ' '), width, 2)}`);
  }
}

/** The summary line. */
function printCounts(files: readonly HookTestFile[], ms: number, { io, colors }: PrintTarget): void {
  const { passed, failed, broken } = countResults(files);
  const words = [
    colors.green(`${passed} passed`),
    ...(failed > 0 ? [colors.red(`${failed} failed`)] : []),
    ...(broken > 0 ? [colors.red(`${countNoun(broken, 'file')} with errors`)] : []),
  ];
  print(io, `${words.join(', ')} ${colors.dim(`in ${countNoun(files.length, 'file')}, ${(ms / 1000).toFixed(1)} s`)}`);
}

/** What no test covers: hooks that never ran, and matchers tested only from one side. */
function printCoverage(hooks: readonly HookCoverage[], { io, colors, width }: PrintTarget): void {
  const ran = hooks.filter((hook) => isCovered(hook, 'hooks')).length;
  const matchers = hooks.flatMap((hook) => hook.matchers);
  const coveredMatchers = matchers.filter(({ matched, refused }) => matched && refused).length;
  print(io, '');
  print(
    io,
    `${colors.bold('coverage')}  ${ran} of ${countNoun(hooks.length, 'hook')} ran, ${coveredMatchers} of ${countNoun(matchers.length, 'matcher')} shown from both sides`,
  );
  for (const hook of hooks) {
    for (const gap of gapsOf(hook)) {
      const text = `${hook.id}  ${gap}`;
      print(io, `  ${colors.yellow('!')} ${wrap(showControls(text), width, 4)}`);
    }
  }
}

function gapsOf({ ran, matchers, source, line }: HookCoverage): readonly string[] {
  if (ran === 0) return [`no test makes it run (${source}:${line})`];
  return matchers.flatMap(({ part, text, matched, refused }) => [
    ...(matched ? [] : [`no test shows that ${part} ${text} matches`]),
    ...(refused ? [] : [`no test shows what ${part} ${text} does not match`]),
  ]);
}
