// A reporter for Node's test runner: prints the files with failed tests, one per line, without failed `todo` tests.
export default async function* failedFiles(events) {
  const seen = new Set();
  for await (const { type, data } of events) {
    const file = type === 'test:fail' && data.todo === undefined ? (data.file ?? data.name) : undefined;
    if (file === undefined || seen.has(file)) continue;
    seen.add(file);
    yield `${file}\n`;
  }
}
