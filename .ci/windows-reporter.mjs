// A reporter of node:test: one line of JSON for each test, with the names of what it is in, how it ended and why.
const separator = ' › ';

export default async function* reportLines(source) {
  const names = [];
  for await (const { type, data } of source) {
    if (type === 'test:start') {
      names.length = data.nesting;
      names.push(data.name);
    }
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    const { nesting, name, skip, todo, details } = data;
    // A suite that fails because of a test in it says nothing of its own.
    const error = details?.error;
    if (error?.failureType === 'subtestsFailed') continue;
    if (details?.type === 'suite' && type === 'test:pass' && skip === undefined) continue;
    const title = [...names.slice(0, nesting), name].join(separator);
    const reason = skip === undefined ? todo : skip;
    if (reason !== undefined) yield line({ title, end: 'skip', why: String(reason) });
    else if (type === 'test:pass') yield line({ title, end: 'pass' });
    else yield line({ title, end: 'fail', why: String(error?.cause?.stack ?? error?.cause ?? error).slice(0, 3000) });
  }
}

const line = (fields) => `${JSON.stringify(fields)}\n`;
