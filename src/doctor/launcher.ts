import {
  type AnyhookProgram,
  formerLauncherText,
  type LauncherOptions,
  launcherProgram,
  launcherText,
  nodeLauncher,
} from '../install/launcher.js';
import type { MissingAnswerRow } from '../install/missing-script.js';
import { copyOf, copyVersion, isWholeCopy } from '../install/program-copy.js';
import { isExecutable, isFile, readText } from '../platform/files/files.js';
import { findOnPath } from '../platform/process/find-program.js';
import { execFileText } from '../platform/process/run-process.js';
import { type Finding, makeFinding } from './finding.js';
import { isOlderVersion } from './version.js';

const oldest = 20;
const patienceMs = 10_000;
const largest = 16 * 1024 * 1024;

export interface LauncherFile {
  readonly file: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly failClosed: boolean;
  readonly answers: readonly MissingAnswerRow[];
  /** The copy that `init` of this program makes. */
  readonly copy: string;
}

/** Checks that the script that entries call exists, is unchanged, and finds anyhook and Node.js. */
export async function launcherFindings(about: LauncherFile): Promise<readonly Finding[]> {
  const { file } = about;
  const first = look(file);
  if (typeof first !== 'string') return [first];
  const isClient = first.startsWith('#!/bin/sh');
  // A faster client calls the script beside it.
  const script = isClient ? file : nodeLauncher(file);
  const text = isClient ? first : look(script);
  if (typeof text !== 'string') return [text];
  const program = launcherProgram(text);
  const form = program && launcherForm(text, program, { ...about, isClient });
  if (!form) return [makeFinding('launcher-changed', `${script} differs from what init writes`, { file })];
  return programFindings(program, about, form);
}

/** Which version of init wrote this text: this one, or an earlier one. */
function launcherForm(text: string, program: AnyhookProgram, options: LauncherOptions): 'own' | 'former' | undefined {
  if (text === launcherText(program, options)) return 'own';
  return text === formerLauncherText(program, options) ? 'former' : undefined;
}

/** The text of a file that exists and is executable. */
function look(file: string): string | Finding {
  const text = readText(file, largest);
  if (text === undefined) return makeFinding('launcher-missing', `${file} does not exist`, { file });
  return isExecutable(file) ? text : makeFinding('launcher-not-executable', `${file} is not executable`, { file });
}

async function programFindings(
  { node, file: program }: AnyhookProgram,
  about: LauncherFile,
  form: 'own' | 'former',
): Promise<readonly Finding[]> {
  const { env, file } = about;
  const words = { file };
  const path = env['PATH'];
  if (!isFile(program)) {
    const instead = form === 'former' ? findOnPath('anyhook', path) : undefined;
    if (instead === undefined) return [makeFinding('program-gone', `${program} does not exist`, words)];
    return [makeFinding('program-temporary', `${program} does not exist; using ${instead}`, words)];
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
    ...copyFindings(program, about),
  ];
}

/** The launcher must start a whole copy, of this version or a later one. */
function copyFindings(program: string, { file, copy }: LauncherFile): readonly Finding[] {
  const used = copyOf(program, file);
  if (used === undefined)
    return [makeFinding('program-temporary', `${program} is not the copy that init keeps, and may go away`)];
  if (!isWholeCopy(used)) return [makeFinding('program-changed', `${used} differs from what init wrote`)];
  const [theirs = '', own = ''] = [copyVersion(used), copyVersion(copy)];
  if (isOlderVersion(theirs, own))
    return [makeFinding('program-outdated', `the launcher starts version ${theirs}, but this is ${own}`)];
  return theirs === own && used !== copy
    ? [makeFinding('program-outdated', `the launcher starts another build of version ${own} than this`)]
    : [];
}
