// Judges a run of the tests in the bed: windows-verdict.mjs <folder with the reporter's files> <table> … [--partial]. Tables:
// windows-known.jsonl, and windows-without-shell.jsonl where the bed has no POSIX shell. A failure that a table names counts as skipped, for its reason; any other failure, and a file that did not end, is one. A row of
// the table whose test passes is named, so that it can go. Exits with 1 if something failed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the words of the table mean. */
const reasons = {
  links: 'Wine makes no links',
  modes: 'Windows has no modes and owners of files',
  pipes: 'Windows has no named pipes in folders',
  sockets: 'Node makes no sockets with a path on Windows; the engine has a named pipe there',
  signals: 'a process on Windows is ended without a signal that it could see',
  programs: 'the test starts a program that the bed does not have, or writes one without an ending',
  endings: 'Windows starts scripts by their ending, whatever their first line says',
  powershell: 'Wine has no PowerShell',
  open: 'a database stays open until it is collected, and Windows does not remove an open file',
  births: 'Wine shows the last change of a file or folder as the time at which it was made',
  wine: 'Wine differs from Windows here',
  git: 'the git of the bed has no commands that are scripts, and no templates',
  index: 'the index of git on Windows holds neither the number nor the time of the last change of a file',
  letters: 'a name of the test has a letter that Windows does not allow',
  payload: 'the payload of a hook that runs on has a name on Windows until it ends',
  shared: 'init writes no entries that a project shares on Windows',
  tree: 'the test is about the files of the repository, or starts its tools, which are not in the bed',
  server: 'the server of Wine crashed in both tries, with many processes of git',
  shell: 'the bed has no POSIX shell, which hooks of the test need',
  slow: 'too slow under Wine for the limits of the test',
  unsorted: 'nobody has looked into it yet: it may be a fault',
};

const [folder, ...words] = process.argv.slice(2);
const tables = words.filter((word) => word !== '--partial');
const isPartial = words.includes('--partial');
if (folder !== undefined) judge();

function judge() {
  const known = readTables(tables);
  const totals = {};
  const [skipped, failed, passing] = [{}, [], []];
  for (const name of readdirSync(folder).filter((one) => one.endsWith('.txt'))) {
    const file = name.slice(0, -'.txt'.length).replaceAll('+', '/');
    const excuses = known.get(file) ?? new Map();
    const area = file.split('/').slice(0, 2).join('/');
    totals[area] ??= { pass: 0, skip: 0, fail: 0 };
    const counts = totals[area];
    const { tests, hasEnded, stopped } = readResults(join(folder, name));
    const count = (end, why) => {
      counts[end]++;
      if (end === 'skip') skipped[why] = (skipped[why] ?? 0) + 1;
    };
    for (const { title, end, why = '' } of tests) {
      const excuse = excuses.get(title);
      if (end === 'pass' && excuse !== undefined && !['slow', 'shell'].includes(excuse))
        passing.push(`${file}: ${title}`);
      if (end !== 'fail') count(end, why);
      else if (excuse !== undefined) count('skip', reasons[excuse]);
      else {
        count('fail');
        failed.push(`${file}: ${title}\n      ${why.split('\n').slice(0, 6).join('\n      ')}`);
      }
    }
    if (hasEnded) continue;
    if (excuses.has('*')) count('skip', reasons[excuses.get('*')]);
    else {
      count('fail');
      failed.push(`${file}: the file did not end (${stopped === '124' ? 'it took ten minutes' : `exit ${stopped}`})`);
    }
  }
  print(totals, skipped, failed, passing);
  process.exitCode = failed.length === 0 ? 0 : 1;
}

function readTables(paths) {
  const known = new Map();
  for (const path of paths)
    for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
      const { file, reason, titles } = JSON.parse(line);
      if (!Object.hasOwn(reasons, reason)) throw new Error(`${path}: no such reason: ${reason}`);
      if (!known.has(file)) known.set(file, new Map());
      for (const title of titles) known.get(file).set(title, reason);
    }
  return known;
}

/** The lines of the reporter; what else a test printed is left out. The runner adds a line when a file has ended. */
function readResults(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const tests = lines.flatMap((line) => (line.startsWith('{"title":') ? [JSON.parse(line)] : []));
  // A folder of temporary files is part of some titles.
  for (const test of tests) test.title = plainTitle(test.title);
  const end = (word) => lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  return { tests, hasEnded: end('ended') !== undefined, stopped: end('stopped') };
}

function plainTitle(title) {
  return title.replaceAll(/(?<=anyhook-[a-z-]*-|observe-|place-look-)[A-Za-z0-9]{6}(?![A-Za-z0-9])/g, 'XXXXXX');
}

function print(totals, skipped, failed, passing) {
  const row = (name, { pass, skip, fail }) =>
    console.log(
      `${name.padEnd(28)} ${String(pass).padStart(6)} pass ${String(skip).padStart(5)} skip ${String(fail).padStart(4)} fail`,
    );
  const sum = { pass: 0, skip: 0, fail: 0 };
  for (const [name, counts] of Object.entries(totals).sort(([a], [b]) => a.localeCompare(b))) {
    row(name, counts);
    for (const end of Object.keys(sum)) sum[end] += counts[end];
  }
  row('all', sum);
  console.log('\nskipped, by reason:');
  for (const [why, number] of Object.entries(skipped).sort(([, a], [, b]) => b - a))
    console.log(`${String(number).padStart(6)}  ${why}`);
  if (passing.length > 0 && !isPartial) {
    console.log('\nthese pass, so their rows in the table can go:');
    for (const line of passing) console.log(`  ${line}`);
  }
  if (failed.length === 0) return;
  console.log('\nnot green:');
  for (const line of failed) console.log(`  ${line}`);
}
