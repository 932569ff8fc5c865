import { basename, dirname, join } from 'node:path';
import {
  execFileText,
  findAllOnPath,
  findSafeProgram,
  isFolder,
  parseObject,
  pathVariable,
  readText,
  realPath,
} from '@anyhook/core';
import type { AgentInstall, InstallPlace, UnguardedLine } from '../agents/kit/install.js';

/** A version line of an agent on this machine that no entry guards. */
export interface FoundUnguardedLine {
  /** Its name, with its version if that is known. */
  readonly title: string;
  /** Its programs and folders. */
  readonly found: readonly string[];
  /** Why it is not guarded, and what to do, each as a part of a sentence. */
  readonly why: string;
  readonly advice: string;
  /** Is the version line that entries guard not installed? */
  readonly isAlone: boolean;
}

type Place = Omit<InstallPlace, 'scope'>;

/** Finds a version line of the agent that does not read what `init` writes; undefined if there is none. */
export async function findUnguardedLine(install: AgentInstall, place: Place): Promise<FoundUnguardedLine | undefined> {
  const { unguardedLine: line } = install;
  if (!line) return undefined;
  const files = install.programs.flatMap((name) => findAllOnPath(name, pathVariable(place.env)));
  const asked = await Promise.all(files.map((file) => programLine(file, line, place)));
  const programs = asked.filter((one) => one.isOfLine);
  const folders = (line.folders?.(place) ?? []).filter((folder) => folder !== '' && isFolder(folder));
  const found = [...new Set([...programs.map(({ file }) => file), ...folders])];
  if (found.length === 0) return undefined;
  const version = programs.find((one) => one.version !== undefined)?.version;
  const title = version === undefined ? line.title : `${line.title} ${version}`;
  const isEarlierHere = files.length > 0 ? programs.length < files.length : isFolder(install.folder(place));
  return { title, found, why: line.why, advice: line.advice, isAlone: !isEarlierHere };
}

/** By agent, for those with such a line installed. */
export async function findUnguardedLines(
  installs: readonly AgentInstall[],
  place: Place,
): Promise<ReadonlyMap<string, FoundUnguardedLine>> {
  const lines = await Promise.all(
    installs.map(async (install) => [install.agent, await findUnguardedLine(install, place)] as const),
  );
  return new Map(lines.flatMap(([agent, line]) => (line ? [[agent, line] as const] : [])));
}

interface ProgramLine {
  readonly file: string;
  readonly version: string | undefined;
  readonly isOfLine: boolean;
}

async function programLine(
  file: string,
  { packages = [], fromMajor }: UnguardedLine,
  place: Place,
): Promise<ProgramLine> {
  const owner = packageOf(file);
  if (owner && packages.includes(owner.name)) return { file, version: owner.version, isOfLine: true };
  const version = await reportedVersion(file, place);
  return { file, version, isOfLine: version !== undefined && Number.parseInt(version, 10) >= fromMajor };
}

const versionPattern = /\d{1,6}(?:\.\d{1,6}){1,2}/;

/** Some agents take seconds to start on a busy machine; without an answer the line is not recognised. */
const timeoutMs = 10_000;

/** A program that the project or another user put on PATH is not run. */
async function reportedVersion(file: string, { env, root }: Place): Promise<string | undefined> {
  const program = findSafeProgram(basename(file), { ...env, PATH: dirname(file) }, [root]);
  if (program.kind !== 'found') return undefined;
  const { stdout } = await execFileText(program.file, ['--version'], { cwd: root, timeoutMs, env, maxBytes: 65_536 });
  return versionPattern.exec(stdout)?.[0];
}

/**
 * The npm package that a program belongs to. This also identifies a program that does not start with this Node.js; the
 * agent may be used with another one.
 */
function packageOf(file: string): { readonly name: string; readonly version: string | undefined } | undefined {
  const folder = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(realPath(file))?.[0];
  if (folder === undefined) return undefined;
  const { name, version } = parseObject(readText(join(folder, 'package.json'))) ?? {};
  return typeof name === 'string' ? { name, version: typeof version === 'string' ? version : undefined } : undefined;
}
