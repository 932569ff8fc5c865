import { type CaseResult, caseDetails, caseSummary, countResults, type FileResult } from '../result.js';

/** The results as JUnit XML, one suite for each file. */
export function junitReport(files: readonly FileResult[]): string {
  const { cases, failed, broken } = countResults(files);
  const totals = { name: 'anyhook test', tests: cases + broken, failures: failed, errors: broken, time: timeOf(files) };
  const body = files.map(suite).join('');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes(totals)}>\n${body}</testsuites>\n`;
}

function suite(file: FileResult): string {
  const { cases, failed, broken } = countResults([file]);
  const counts = { tests: cases + broken, failures: failed, errors: broken, time: timeOf([file]) };
  const body = [...brokenCase(file), ...file.cases.map((one) => testcase(file.path, one))].join('');
  return `  <testsuite${attributes({ name: file.path, ...counts })}>\n${body}  </testsuite>\n`;
}

function brokenCase({ path, problems }: FileResult): readonly string[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const [first] = errors;
  if (!first) return [];
  const messages = errors.map(({ line, message }) => (line === undefined ? message : `line ${line}: ${message}`));
  const error = element('error', { message: first.message, type: 'unreadable' }, messages.join('\n'));
  return [caseElement({ name: 'the file is readable', classname: path, time: '0' }, error)];
}

function testcase(path: string, test: CaseResult): string {
  const caseAttributes = { name: test.name, classname: path, time: seconds(test.ms), line: test.line };
  if (test.ok) return `    <testcase${attributes(caseAttributes)}/>\n`;
  const type = test.error === undefined ? 'mismatch' : 'unfinished';
  return caseElement(
    caseAttributes,
    element('failure', { message: caseSummary(test), type }, caseDetails(test).join('\n')),
  );
}

type XmlAttributes = Readonly<Record<string, string | number>>;

const caseElement = (values: XmlAttributes, inner: string): string =>
  `    <testcase${attributes(values)}>\n      ${inner}\n    </testcase>\n`;

const element = (name: string, values: XmlAttributes, text: string): string =>
  `<${name}${attributes(values)}>${escaped(text)}</${name}>`;

const attributes = (values: XmlAttributes): string =>
  Object.entries(values)
    .map(([key, value]) => ` ${key}="${escaped(String(value)).replaceAll('\n', '&#10;').replaceAll('\t', '&#9;')}"`)
    .join('');

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Replaces characters that XML 1.0 does not allow, even escaped, with U+FFFD. */
const escaped = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd')
    .replace(/[&<>"']/g, (char) => entities[char] ?? char)
    .replaceAll('\r', '&#13;');

const timeOf = (files: readonly FileResult[]): string =>
  seconds(files.flatMap(({ cases }) => cases).reduce((sum, { ms }) => sum + ms, 0));

const seconds = (ms: number): string => (ms / 1000).toFixed(3);
