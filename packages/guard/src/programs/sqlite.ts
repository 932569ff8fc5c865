import { askPacks, type Program, programTable } from '../machine.js';
import { readWords } from '../packs/options.js';
import { isFullyKnown, marks } from '../value.js';
import { argumentsOf } from './call-words.js';
import { unknownFrom } from './kit.js';

const sqliteValues = ['-cmd', '-init', '-separator', '-newline', '-nullvalue', '-maxsize', '-mmap', '-vfs', '-heap'];
/** Commands that reach outside the database: other programs, and other files. */
const reachesOutside =
  /\.(?:shell|system|output|once|excel|save|backup|clone|open|read|import|load|archive|ar)\b|attach\b/i;

/** Keeps secret databases secret, and notes `writefile`; a database in memory or in a temporary file is harmless. */
const sqlite: Program = (call, machine) => {
  const { operands } = readWords(argumentsOf(call), { values: sqliteValues, oneDash: true });
  const [file = ''] = operands;
  // A database of passwords or cookies is a secret as a whole.
  const content = file === '' || file === ':memory:' ? '' : machine.read(file);
  if (content.includes(marks.secret)) return unknownFrom(content);
  for (const text of [...operands.slice(1), call.stdin ?? ''])
    for (const [, path = ''] of text.matchAll(/\bwritefile\s*\(\s*'([^']+)'/gi)) machine.write(path, 'over');
  const isDisposable = file === ':memory:' || (isFullyKnown(file) && machine.place(file).scope === 'temp');
  const staysInDatabase = ![...call.argv, call.stdin ?? ''].some((text) => reachesOutside.test(text));
  return file !== '' && isDisposable && staysInDatabase ? marks.any : askPacks;
};

export const sqlitePrograms = programTable({ 'sqlite3 sqlite': sqlite });
