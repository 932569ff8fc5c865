import { basename, dirname, join, normalize } from 'node:path';
import type { Problem } from '@anyhook/core';
import { isObject, leavesFolder, nearestWord, quoteValue, readText, thisSystem, withoutUndefined } from '@anyhook/core';
import { compileTextPattern } from '../engine/pattern.js';
import { checkSchema, type FieldPath, makeProblem, type ParsedFile, parseYaml } from '../formats/kit/parse.js';
import { type CaseSpec, caseSchema, type FrameSpec, frameSchema, type StepSpec } from './schema.js';
import type { FieldLines, TestCase, TestFile, TestStep } from './test-case.js';

const maxPayloadBytes = 8 * 1024 * 1024;

/** Reads a test file; an invalid case becomes a problem with its line, and the other cases are kept. */
export async function parseTests(text: string, path: string, system: string = thisSystem): Promise<TestFile> {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return { path, cases: [], problems: parsed.problems, reads: [] };
  const reading: ReadingState = { doc: parsed.doc, problems: [...parsed.problems], reads: new Set(), system };
  const cases: TestCase[] = [];
  for (const { spec, fieldPath } of specsOf(reading)) {
    const before = reading.problems.length;
    const testCase = caseOf(spec, fieldPath, reading);
    reading.problems.push(...(await badPatterns(spec, fieldPath, reading.doc)));
    if (reading.problems.length === before) cases.push(testCase);
  }
  reportDuplicateNames(cases, reading);
  return { path, cases, problems: reading.problems, reads: [...reading.reads] };
}

interface ReadingState {
  readonly doc: ParsedFile;
  readonly problems: Problem[];
  readonly reads: Set<string>;
  readonly system: string;
}

type LocatedSpec = { readonly spec: CaseSpec; readonly fieldPath: FieldPath };

function specsOf(reading: ReadingState): readonly LocatedSpec[] {
  const { doc, problems } = reading;
  const hasCases = typeof doc.value === 'object' && doc.value !== null && Object.hasOwn(doc.value, 'cases');
  if (!hasCases) {
    const single = checkSchema(caseSchema, doc, withName(doc));
    problems.push(...single.problems);
    return single.output ? [{ spec: single.output, fieldPath: [] }] : [];
  }
  const { output: frame, problems: found } = checkSchema(frameSchema, doc);
  problems.push(...found);
  return (frame?.cases ?? []).flatMap((value, i) => {
    const fieldPath = ['cases', i];
    const { output, problems: caseProblems } = checkSchema(caseSchema, doc, value, fieldPath);
    problems.push(...caseProblems);
    return frame && output ? [{ spec: inherit(frame, output), fieldPath }] : [];
  });
}

/** The name of a single case defaults to its file name. */
function withName({ value, source }: ParsedFile): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return { name: basename(source).replace(/\.hooktest\.ya?ml$/, ''), ...value };
}

/** A case inherits missing fields from its file; files and variables are merged. */
function inherit({ cases: _cases, ...shared }: FrameSpec, spec: CaseSpec): CaseSpec {
  return {
    ...shared,
    ...spec,
    ...(shared.files && { files: { ...shared.files, ...spec.files } }),
    ...(shared.env && { env: { ...shared.env, ...spec.env } }),
  };
}

function caseOf(spec: CaseSpec, fieldPath: FieldPath, reading: ReadingState): TestCase {
  const { name, hook, files = {}, copy = [], git = false, env = {}, trust = 'project', cwd = '.' } = spec;
  for (const path of Object.keys(files)) checkPath(path, [...fieldPath, 'files'], reading, { home: true });
  for (const path of [copy].flat()) checkPath(path, [...fieldPath, 'copy'], reading);
  checkPath(cwd, [...fieldPath, 'cwd'], reading);
  return {
    name,
    line: reading.doc.lineOf(fieldPath),
    lines: linesOf(spec, fieldPath, reading),
    steps: stepsOf(spec, fieldPath, reading),
    ...(hook !== undefined && { hooks: [hook].flat() }),
    ...{ files, copy: [copy].flat(), git, trust, cwd, timeoutMs: spec.timeoutMs ?? 60_000 },
    env: Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
    ),
  };
}

/** Event fields, in the case itself or in its steps. */
const eventFieldNames = [
  ...(['event', 'tool', 'input', 'prompt', 'data', 'host', 'payload', 'session', 'repeat', 'expect'] as const),
];

function stepsOf(spec: CaseSpec, fieldPath: FieldPath, reading: ReadingState): readonly TestStep[] {
  const { steps } = spec;
  if (!steps) {
    if (!spec.expect)
      report(reading, fieldPath, `"${spec.name}" expects nothing: add the expected result under "expect"`);
    const eventFields: StepSpec = Object.fromEntries(
      eventFieldNames.flatMap((word) => (spec[word] === undefined ? [] : [[word, spec[word]]])),
    );
    return [stepOf(eventFields, fieldPath, reading)];
  }
  const misplaced = eventFieldNames.find((word) => spec[word] !== undefined);
  if (misplaced)
    report(reading, [...fieldPath, misplaced], `"${misplaced}" is in the case, which has "steps": move it into a step`);
  if (steps.every(({ expect }) => !expect))
    report(reading, fieldPath, `"${spec.name}" expects nothing: give a step an "expect"`);
  return steps.map((step, i) => stepOf(step, [...fieldPath, 'steps', i], reading));
}

function stepOf(spec: StepSpec, fieldPath: FieldPath, reading: ReadingState): TestStep {
  const { payload, repeat = 1, files = {}, expect = {}, ...eventFields } = spec;
  if (spec.event === undefined && payload === undefined)
    report(reading, fieldPath, 'expected "event", or "host" with "payload", got neither');
  if (payload !== undefined && spec.host === undefined)
    report(reading, [...fieldPath, 'payload'], '"payload" needs "host": which agent sends it?');
  for (const word of ['exitCode', 'stdout', 'stderr'] as const)
    if (expect[word] !== undefined && spec.host === undefined)
      report(reading, [...fieldPath, 'expect', word], `"${word}" needs "host": only an agent gets it`);
  for (const path of Object.keys(files)) checkPath(path, [...fieldPath, 'files'], reading, { home: true });
  for (const path of Object.keys(expect.files ?? {}))
    checkPath(path, [...fieldPath, 'expect', 'files'], reading, { home: true });
  const payloadValue = payload === undefined ? undefined : payloadOf(payload, fieldPath, reading);
  return {
    line: reading.doc.lineOf(fieldPath),
    lines: linesOf(spec, fieldPath, reading),
    ...withoutUndefined(eventFields),
    ...(payloadValue && { payload: payloadValue }),
    repeat,
    files,
    expect,
  };
}

const linesOf = (spec: object, fieldPath: FieldPath, { doc }: ReadingState): FieldLines =>
  Object.fromEntries(Object.keys(spec).map((key) => [key, doc.lineOf([...fieldPath, key])]));

function payloadOf(payload: string | Record<string, unknown>, fieldPath: FieldPath, reading: ReadingState) {
  if (typeof payload !== 'string') return payload;
  const path = join(dirname(reading.doc.source), payload);
  reading.reads.add(path);
  const reportBadFile = (what: string) =>
    report(reading, [...fieldPath, 'payload'], `"payload": expected a JSON file, ${what}`);
  const text = readText(path, maxPayloadBytes);
  if (text === undefined)
    return reportBadFile(`${path} does not exist, cannot be read or has more than ${maxPayloadBytes} bytes`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
    return reportBadFile(`${path} holds ${quoteValue(value)}`);
  } catch (error) {
    return reportBadFile(`${path} has invalid JSON: ${(error as Error).message}`);
  }
}

/** A path must stay inside the test project or, if allowed, its home. */
function checkPath(path: string, fieldPath: FieldPath, reading: ReadingState, { home = false } = {}): void {
  const withoutHome = home && path.startsWith('~/') ? path.slice(2) : path;
  const isOutside = leavesFolder(withoutHome, reading.system) || withoutHome.includes('\0');
  if (!isOutside && (normalize(withoutHome) !== '.' || !home)) return;
  const allowed = home ? 'below the project, or ~/ for the home' : 'below the project';
  report(reading, [...fieldPath, path], `expected a path ${allowed}, got ${quoteValue(path)}`);
}

function reportDuplicateNames(cases: readonly TestCase[], reading: ReadingState): void {
  const seen = new Set<string>();
  for (const { name, line } of cases) {
    const message = `two cases are called ${quoteValue(name)}: rename one`;
    if (seen.has(name)) reading.problems.push(makeProblem(reading.doc.source, message, line));
    seen.add(name);
  }
}

function hooksNamedIn({ line, lines, hooks = [], steps }: TestCase) {
  const expected = steps.flatMap(({ expect, lines: own, line: first }) =>
    Object.keys(expect.hooks ?? {}).map((id) => ({ id, line: own['expect'] ?? first, field: 'expect.hooks' })),
  );
  return [...hooks.map((id) => ({ id, line: lines['hook'] ?? line, field: 'hook' })), ...expected];
}

export function unknownHooks(test: TestCase, path: string, known: readonly string[]): readonly Problem[] {
  return hooksNamedIn(test).flatMap(({ id, line, field }) => {
    if (known.includes(id)) return [];
    const near = nearestWord(id, known);
    const hint = near ? `did you mean "${near}"?` : `hooks here: ${known.join(', ') || 'none'}`;
    return [makeProblem(path, `"${field}": no hook is called ${quoteValue(id)}; ${hint}`, line, field)];
  });
}

function report({ doc, problems }: ReadingState, fieldPath: FieldPath, message: string): undefined {
  problems.push(makeProblem(doc.source, message, doc.lineOf(fieldPath), fieldPath.join('.') || undefined));
}

async function badPatterns(spec: CaseSpec, fieldPath: FieldPath, doc: ParsedFile): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  const expects = [
    { expect: spec.expect, path: [...fieldPath, 'expect'] },
    ...(spec.steps ?? []).map(({ expect }, i) => ({ expect, path: [...fieldPath, 'steps', i, 'expect'] })),
  ];
  for (const { expect, path } of expects) {
    for (const { pattern, fieldPath: patternPath } of patternsIn(expect, path)) {
      try {
        await compileTextPattern({ source: pattern, mode: 'search' });
      } catch (error) {
        const message = `"matches": ${(error as Error).message}`;
        found.push(makeProblem(doc.source, message, doc.lineOf(patternPath), patternPath.join('.')));
      }
    }
  }
  return found;
}

type LocatedPattern = { readonly pattern: string; readonly fieldPath: FieldPath };

/** All patterns of text rules; fields of an input are data, not rules. */
function patternsIn(value: unknown, fieldPath: FieldPath): readonly LocatedPattern[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'input' || key === 'json') return [];
    if (key === 'matches' && typeof inner === 'string') return [{ pattern: inner, fieldPath: [...fieldPath, key] }];
    return patternsIn(inner, [...fieldPath, Array.isArray(value) ? Number(key) : key]);
  });
}
