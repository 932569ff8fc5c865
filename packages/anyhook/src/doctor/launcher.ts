import { win32 } from 'node:path';
import {
  execFileText,
  type FixedVariables,
  ignoredVariableNotes,
  isEarlierLauncher,
  isExecutable,
  isFile,
  launcherVersion,
  readBytes,
  readText,
  safeProgramFile,
} from '@anyhook/core';
import { windowsNativeSource } from '../install/hook-client.js';
import {
  type AnyhookProgram,
  fixedInLauncherText,
  launcherProgram,
  launcherText,
  nodeLauncher,
} from '../install/launcher.js';
import { copyOf, copyVersion, isWholeCopy } from '../install/program-copy.js';
import type { UnavailableAnswer } from '../install/unavailable-script.js';
import {
  isWindowsLauncher,
  windowsClientFile,
  windowsLauncherText,
  windowsNodeText,
} from '../install/windows-launcher.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';
import { isOlderVersion } from './version.js';

const minNodeMajor = 20;
const timeoutMs = 10_000;
const maxLauncherBytes = 16 * 1024 * 1024;

export interface LauncherFile {
  readonly file: string;
  /** Where doctor runs; a program in this project is not started. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly failClosed: boolean;
  readonly answers: readonly UnavailableAnswer[];
  /** The copy that `init` of this program makes. */
  readonly copy: string;
}

/** Checks that the script that entries call exists, is unchanged, and finds anyhook and Node.js. */
export async function launcherFindings(launcher: LauncherFile): Promise<readonly Finding[]> {
  const { file } = launcher;
  const first = readExecutable(file);
  if (typeof first !== 'string') return [first];
  if (isWindowsLauncher(file)) return windowsFindings(first, launcher);
  const isClient = first.startsWith('#!/bin/sh');
  // A faster client calls the script next to it.
  const script = isClient ? file : nodeLauncher(file);
  const text = isClient ? first : readExecutable(script);
  if (typeof text !== 'string') return [text];
  const program = launcherProgram(text);
  const fixed = fixedInLauncherText(text);
  // The client must contain the same values as the script: it finds the engine.
  if (fixed === undefined || !first.includes(`HOME=${fixed['HOME']}`))
    return [
      makeFinding('launcher-unfixed', `${fixed === undefined ? script : file} was written by an earlier version`, {
        file,
      }),
      ...(program ? await programFindings(program, launcher) : []),
    ];
  if (isEarlierLauncher(fixed) || !first.includes(`ANYHOOK_LAUNCHER=${launcherVersion}`))
    return [
      makeFinding('launcher-earlier', `${file} was written by an earlier version`, { file }),
      ...(program ? await programFindings(program, launcher) : []),
    ];
  if (!program || text !== launcherText(program, { ...launcher, isClient, fixed }))
    return [makeFinding('launcher-changed', `${script} differs from what init writes`, { file })];
  return programFindings(program, launcher);
}

/** The same for Windows, where cmd runs one part and Node the other. */
async function windowsFindings(first: string, launcher: LauncherFile): Promise<readonly Finding[]> {
  const { file } = launcher;
  const part = nodeLauncher(file);
  const text = readText(part, maxLauncherBytes);
  if (text === undefined) return [makeFinding('launcher-missing', `${part} does not exist`, { file: part })];
  const program = launcherProgram(text);
  const fixed = fixedInLauncherText(text);
  if (fixed && isEarlierLauncher(fixed))
    return [
      makeFinding('launcher-earlier', `${file} was written by an earlier version`, { file }),
      ...(program ? await programFindings(program, launcher) : []),
    ];
  const client = windowsClientFile(file);
  const isNative = first.includes(win32.basename(client));
  const options = { ...launcher, isNative, fixed: fixed ?? {} };
  const changed = (path: string) => [
    makeFinding('launcher-changed', `${path} differs from what init writes`, { file }),
  ];
  if (!program || !fixed || text !== windowsNodeText(program, options)) return changed(part);
  if (first !== windowsLauncherText(file, program, options)) return changed(file);
  const native = readBytes(windowsNativeSource(), maxLauncherBytes);
  if (isNative && native && !readBytes(client, maxLauncherBytes)?.equals(native)) return changed(client);
  return programFindings(program, launcher);
}

/** Shows the fixed values, where they relax rules and where this shell has others. */
export function fixedCheck(fixed: FixedVariables, { file, env }: Pick<LauncherFile, 'file' | 'env'>): DoctorCheck {
  const values = Object.entries(fixed)
    .filter(([name]) => name !== 'ANYHOOK_LAUNCHER')
    .map(([name, value]) => `${name}=${value}`);
  const notes = ignoredVariableNotes({ ...env, ANYHOOK: undefined }, fixed);
  const trust = fixed['ANYHOOK_TRUST'];
  return {
    title: `agents cannot change ${values.join(', ')}`,
    findings: [
      ...notes.map((note) => makeFinding('variable-ignored', note)),
      ...(trust === undefined ? [] : [makeFinding('trust-fixed', `${file}: ANYHOOK_TRUST=${trust}`, { mode: trust })]),
    ],
  };
}

/** The text of a file that exists and is executable. */
function readExecutable(file: string): string | Finding {
  const text = readText(file, maxLauncherBytes);
  if (text === undefined) return makeFinding('launcher-missing', `${file} does not exist`, { file });
  return isExecutable(file) ? text : makeFinding('launcher-not-executable', `${file} is not executable`, { file });
}

async function programFindings(
  { node, file: program, path }: AnyhookProgram,
  launcher: LauncherFile,
): Promise<readonly Finding[]> {
  const { env, file } = launcher;
  const placeholders = { file };
  if (!isFile(program)) return [makeFinding('program-gone', `${program} does not exist`, placeholders)];
  // The launcher looks where init found programs, not on the agent's PATH.
  const places = path === undefined ? env : { PATH: path };
  const usedNode = isExecutable(node) ? node : safeProgramFile('node', places, [launcher.cwd]);
  if (usedNode === undefined)
    return [makeFinding('node-gone', `${node} does not exist, and no other node was found`, placeholders)];
  const { stdout } = await execFileText(usedNode, ['--version'], { cwd: '/', timeoutMs, env });
  const major = Number(/^v(\d{1,3})\./.exec(stdout)?.[1] ?? 'NaN');
  if (!(major >= minNodeMajor))
    return [
      makeFinding(
        'node-too-old',
        `${usedNode} is ${stdout.trim().slice(0, 40) || 'silent'}, not Node.js ${minNodeMajor}`,
        placeholders,
      ),
    ];
  return [
    ...(usedNode === node
      ? []
      : [makeFinding('node-moved', `${node} does not exist; using ${usedNode}`, placeholders)]),
    ...copyFindings(program, launcher),
  ];
}

/** The launcher must start a whole copy, of this version or a later one. */
function copyFindings(program: string, { file, copy }: LauncherFile): readonly Finding[] {
  const startedCopy = copyOf(program, file);
  if (startedCopy === undefined)
    return [makeFinding('program-temporary', `${program} is not the copy that init keeps, and may go away`)];
  if (!isWholeCopy(startedCopy)) return [makeFinding('program-changed', `${startedCopy} differs from what init wrote`)];
  const [startedVersion = '', thisVersion = ''] = [copyVersion(startedCopy), copyVersion(copy)];
  if (isOlderVersion(startedVersion, thisVersion))
    return [
      makeFinding('program-outdated', `the launcher starts version ${startedVersion}, but this is ${thisVersion}`),
    ];
  return startedVersion === thisVersion && startedCopy !== copy
    ? [makeFinding('program-outdated', `the launcher starts another build of version ${thisVersion} than this`)]
    : [];
}
