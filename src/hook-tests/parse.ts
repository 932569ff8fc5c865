import { basename, dirname, isAbsolute, join, normalize } from 'node:path';
import { nearestWord, type Problem, quoteValue } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { checkSchema, type FieldPath, makeProblem, type ParsedFile, parseYaml } from '../formats/kit/parse.js';
import { readText } from '../platform/files/files.js';
import { badPatterns } from './patterns.js';
import { type CaseSpec, caseSchema, type FrameSpec, frameSchema, type StepSpec } from './schema.js';
import type { FieldLines, TestCase, TestFile, TestStep } from './test-case.js';

const maxPayloadBytes = 8 * 1024 * 1024;

/** Reads a test file; an invalid case becomes a problem with its line, and the other cases are kept. */
export async function parseTests(text: string, path: string): Promise<TestFile> {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return { path, cases: [], problems: parsed.problems, reads: [] };
  const reading: ReadingState = { doc: parsed.doc, problems: [...parsed.problems], reads: new Set() };
  const cases: TestCase[] = [];
  for (const { spec, at } of specsOf(reading)) {
    const before = reading.problems.length;
    const made = caseOf(spec, at, reading);
    reading.problems.push(...(await badPatterns(spec, at, reading.doc)));
    if (reading.problems.length === before) cases.push(made);
  }
  sameNames(cases, reading);
  return { path, cases, problems: reading.problems, reads: [...reading.reads] };
}

interface ReadingState {
  readonly doc: ParsedFile;
  readonly problems: Problem[];
  readonly reads: Set<string>;
}

interface LocatedSpec {
  readonly spec: CaseSpec;
  readonly at: FieldPath;
}

function specsOf(reading: ReadingState): readonly LocatedSpec[] {
  const { doc, problems } = reading;
  const isMany = typeof doc.value === 'object' && doc.value !== null && Object.hasOwn(doc.value, 'cases');
  if (!isMany) {
    const alone = checkSchema(caseSchema, doc, withName(doc));
    problems.push(...alone.problems);
    return alone.output ? [{ spec: alone.output, at: [] }] : [];
  }
  const { output: frame, problems: found } = checkSchema(frameSchema, doc);
  problems.push(...found);
  return (frame?.cases ?? []).flatMap((value, i) => {
    const at = ['cases', i];
    const { output, problems: wrong } = checkSchema(caseSchema, doc, value, at);
    problems.push(...wrong);
    return frame && output ? [{ spec: inherit(frame, output), at }] : [];
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

function caseOf(spec: CaseSpec, at: FieldPath, reading: ReadingState): TestCase {
  const { name, hook, files = {}, copy = [], git = false, env = {}, trust = 'project', cwd = '.' } = spec;
  for (const path of Object.keys(files)) checkPath(path, [...at, 'files'], reading, { home: true });
  for (const path of [copy].flat()) checkPath(path, [...at, 'copy'], reading);
  checkPath(cwd, [...at, 'cwd'], reading);
  return {
    name,
    line: reading.doc.lineOf(at),
    lines: linesOf(spec, at, reading),
    steps: stepsOf(spec, at, reading),
    ...(hook !== undefined && { hooks: [hook].flat() }),
    files,
    copy: [copy].flat(),
    git,
    env: Object.fromEntries(
      Object.entries(env).map(([key, value]) => [key, typeof value === 'number' ? String(value) : value]),
    ),
    trust,
    cwd,
    timeoutMs: spec.timeoutMs ?? 60_000,
  };
}

/** Event fields, which are in the case itself or in its steps. */
const eventWords = [
  'event',
  'tool',
  'input',
  'prompt',
  'data',
  'host',
  'payload',
  'session',
  'repeat',
  'expect',
] as const;

function stepsOf(spec: CaseSpec, at: FieldPath, reading: ReadingState): readonly TestStep[] {
  const { steps } = spec;
  if (!steps) {
    if (!spec.expect) report(reading, at, `"${spec.name}" expects nothing: add the expected result under "expect"`);
    const own: StepSpec = Object.fromEntries(
      eventWords.flatMap((word) => (spec[word] === undefined ? [] : [[word, spec[word]]])),
    );
    return [stepOf(own, at, reading)];
  }
  const stray = eventWords.find((word) => spec[word] !== undefined);
  if (stray) report(reading, [...at, stray], `"${stray}" is in the case, which has "steps": move it into a step`);
  if (steps.every(({ expect }) => !expect))
    report(reading, at, `"${spec.name}" expects nothing: give a step an "expect"`);
  return steps.map((step, i) => stepOf(step, [...at, 'steps', i], reading));
}

function stepOf(spec: StepSpec, at: FieldPath, reading: ReadingState): TestStep {
  const { payload, repeat = 1, files = {}, expect = {}, ...words } = spec;
  if (spec.event === undefined && payload === undefined)
    report(reading, at, 'expected "event", or "host" with "payload", got neither');
  if (payload !== undefined && spec.host === undefined)
    report(reading, [...at, 'payload'], '"payload" needs "host": which agent sends it?');
  for (const word of ['exitCode', 'stdout', 'stderr'] as const)
    if (expect[word] !== undefined && spec.host === undefined)
      report(reading, [...at, 'expect', word], `"${word}" needs "host": only an agent gets it`);
  for (const path of Object.keys(files)) checkPath(path, [...at, 'files'], reading, { home: true });
  for (const path of Object.keys(expect.files ?? {}))
    checkPath(path, [...at, 'expect', 'files'], reading, { home: true });
  const given = payload === undefined ? undefined : payloadOf(payload, at, reading);
  return {
    line: reading.doc.lineOf(at),
    lines: linesOf(spec, at, reading),
    ...defined(words),
    ...(given && { payload: given }),
    repeat,
    files,
    expect,
  };
}

const linesOf = (spec: object, at: FieldPath, { doc }: ReadingState): FieldLines =>
  Object.fromEntries(Object.keys(spec).map((key) => [key, doc.lineOf([...at, key])]));

/** Without undefined values. */
const defined = (words: Omit<StepSpec, 'payload' | 'repeat' | 'files' | 'expect'>): Partial<TestStep> =>
  Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));

function payloadOf(payload: string | Record<string, unknown>, at: FieldPath, reading: ReadingState) {
  if (typeof payload !== 'string') return payload;
  const path = join(dirname(reading.doc.source), payload);
  reading.reads.add(path);
  const bad = (what: string) => report(reading, [...at, 'payload'], `"payload": expected a JSON file, ${what}`);
  const text = readText(path, maxPayloadBytes);
  if (text === undefined)
    return bad(`${path} does not exist, cannot be read or has more than ${maxPayloadBytes} bytes`);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
    return bad(`${path} holds ${quoteValue(value)}`);
  } catch (error) {
    return bad(`${path} has invalid JSON: ${(error as Error).message}`);
  }
}

/** A path must stay inside the test project or, if allowed, its home. */
function checkPath(path: string, at: FieldPath, reading: ReadingState, { home = false } = {}): void {
  const own = home && path.startsWith('~/') ? path.slice(2) : path;
  const inside = normalize(own);
  const leaves = isAbsolute(inside) || inside === '..' || inside.startsWith('../') || inside.includes('\0');
  if (!leaves && (inside !== '.' || !home)) return;
  const where = home ? 'below the project, or ~/ for the home' : 'below the project';
  report(reading, [...at, path], `expected a path ${where}, got ${quoteValue(path)}`);
}

function sameNames(cases: readonly TestCase[], reading: ReadingState): void {
  const seen = new Set<string>();
  for (const { name, line } of cases) {
    if (seen.has(name))
      reading.problems.push(
        makeProblem(reading.doc.source, `two cases are called ${quoteValue(name)}: rename one`, line),
      );
    seen.add(name);
  }
}

interface NamedHook {
  readonly id: string;
  readonly line: number;
  readonly field: string;
}

/** The hooks that a case names. */
function namesIn({ line, lines, hooks = [], steps }: TestCase): readonly NamedHook[] {
  return [
    ...hooks.map((id) => ({ id, line: lines['hook'] ?? line, field: 'hook' })),
    ...steps.flatMap((step) =>
      Object.keys(step.expect.hooks ?? {}).map((id) => ({
        id,
        line: step.lines['expect'] ?? step.line,
        field: 'expect.hooks',
      })),
    ),
  ];
}

/** A problem for each name that matches no hook. */
export function unknownHooks(test: TestCase, path: string, known: readonly string[]): readonly Problem[] {
  return namesIn(test).flatMap(({ id, line, field }) => {
    if (known.includes(id)) return [];
    const near = nearestWord(id, known);
    const hint = near ? `did you mean "${near}"?` : `hooks here: ${known.join(', ') || 'none'}`;
    return [makeProblem(path, `"${field}": no hook is called ${quoteValue(id)}; ${hint}`, line, field)];
  });
}

function report({ doc, problems }: ReadingState, at: FieldPath, message: string): undefined {
  problems.push(makeProblem(doc.source, message, doc.lineOf(at), at.join('.') || undefined));
}
