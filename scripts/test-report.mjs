// A reporter for Node's test runner: the progress every few seconds, each failure with its file's output, the counts.
import { inspect } from 'node:util';
import { sourceFile } from './compile-tests.mjs';

const secondsBetween = 10;
/** Longer output of a file is cut: the failure is at its end. */
const maxPrinted = 4000;

export default async function* testReport(events) {
  const counts = { passed: 0, failed: 0, skipped: 0, todo: 0 };
  const reasons = new Map();
  const printed = new Map();
  const started = Date.now();
  let reportedAt = started;
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr')
      printed.set(data.file, ((printed.get(data.file) ?? '') + data.message).slice(-maxPrinted));
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const isSuite = data.details?.type === 'suite';
    if (data.skip !== undefined) {
      counts.skipped++;
      const reason = typeof data.skip === 'string' && data.skip !== '' ? data.skip : `without a reason: ${data.name}`;
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    } else if (data.todo !== undefined) counts.todo++;
    else if (type === 'test:fail' && !(isSuite && hasFailedTests(data))) {
      counts.failed++;
      yield failure(data, printed.get(data.file));
      printed.delete(data.file);
    } else if (!isSuite) counts.passed++;
    if (Date.now() - reportedAt < secondsBetween * 1000) continue;
    reportedAt = Date.now();
    yield `${since(started)} ${countsText(counts)}\n`;
  }
  for (const [reason, count] of reasons) yield `skipped ${count}: ${reason}\n`;
  yield `${countsText(counts)} in ${since(started)}\n`;
}

/** Its tests were reported one by one. */
const hasFailedTests = ({ details }) => details?.error?.failureType === 'subtestsFailed';

function failure({ name, file, details }, text = '') {
  const error = details?.error?.cause ?? details?.error ?? 'without an error';
  const place = file === undefined ? '' : ` (${sourceFile(file)})`;
  const said = text.trim() === '' ? '' : `\nthe file printed:\n${text.trimEnd()}`;
  return `\n✖ ${name}${place}\n${typeof error === 'string' ? error : inspect(error)}${said}\n\n`;
}

const since = (time) => `${Math.round((Date.now() - time) / 1000)} s`;

const countsText = ({ passed, failed, skipped, todo }) =>
  [`${passed} passed`, `${failed} failed`, `${skipped} skipped`, ...(todo > 0 ? [`${todo} to do`] : [])].join(', ');
