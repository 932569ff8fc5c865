import { type AnyhookProgram, launcherText, nodeLauncher } from '../install/launcher.js';
import { isExecutable, isFile, readText } from '../platform/files/files.js';
import { findOnPath } from '../platform/process/find-program.js';
import { execFileText } from '../platform/process/run-process.js';
import { type Finding, makeFinding } from './finding.js';

const oldest = 20;
const patienceMs = 10_000;
const largest = 16 * 1024 * 1024;

export interface LauncherFile {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly failClosed: boolean;
}

/** Checks that the script that entries call exists, is unchanged, and finds anyhook and Node.js. */
export async function launcherFindings({ file, env, failClosed }: LauncherFile): Promise<readonly Finding[]> {
  const words = { file };
  const first = look(file);
  if (typeof first !== 'string') return [first];
  const isClient = first.startsWith('#!/bin/sh');
  // A faster client calls the script beside it.
  const script = isClient ? file : nodeLauncher(file);
  const text = isClient ? first : look(script);
  if (typeof text !== 'string') return [text];
  const program = programIn(text);
  if (!program || launcherText(program, { failClosed, isClient }) !== text)
    return [makeFinding('launcher-changed', `${script} differs from what init writes`, words)];
  return programFindings(program, env, words);
}

/** The text of a file that exists and is executable. */
function look(file: string): string | Finding {
  const text = readText(file, largest);
  if (text === undefined) return makeFinding('launcher-missing', `${file} does not exist`, { file });
  return isExecutable(file) ? text : makeFinding('launcher-not-executable', `${file} is not executable`, { file });
}

async function programFindings(
  { node, file: program }: AnyhookProgram,
  env: LauncherFile['env'],
  words: Readonly<Record<string, string>>,
): Promise<readonly Finding[]> {
  const path = env['PATH'];
  if (!isFile(program)) {
    if (findOnPath('anyhook', path)) return [];
    return [makeFinding('program-gone', `${program} does not exist, and no anyhook is on PATH`, words)];
  }
  const used = isExecutable(node) ? node : findOnPath('node', path);
  if (used === undefined) return [makeFinding('node-gone', `${node} does not exist, and no node is on PATH`, words)];
  const { stdout } = await execFileText(used, ['--version'], { cwd: '/', timeoutMs: patienceMs, env });
  const major = Number(/^v(\d{1,3})\./.exec(stdout)?.[1] ?? 'NaN');
  if (!(major >= oldest))
    return [
      makeFinding('node-too-old', `${used} is ${stdout.trim().slice(0, 40) || 'silent'}, not Node.js ${oldest}`, words),
    ];
  return [
    ...(used === node ? [] : [makeFinding('node-moved', `${node} does not exist; using ${used}`, words)]),
    ...(program.includes('/_npx/')
      ? [makeFinding('program-temporary', `${program} is in a cache that may be cleared`, words)]
      : []),
  ];
}

/** Reads from the text of a launcher what it starts. */
function programIn(text: string): AnyhookProgram | undefined {
  const node = wordAfter(text, 'node');
  const file = wordAfter(text, 'program');
  return node !== undefined && file !== undefined ? { node, file } : undefined;
}

function wordAfter(text: string, name: string): string | undefined {
  const word = new RegExp(`^${name}=('(?:[^'\\n]|'\\\\'')*'|[^'\\s]+)$`, 'm').exec(text)?.[1];
  return word?.startsWith("'") ? word.slice(1, -1).replaceAll(String.raw`'\''`, "'") : word;
}
