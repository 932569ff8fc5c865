import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { attempt } from '../../errors.js';
import { isExecutable, realPath } from '../files/files.js';
import { runProcess } from '../process/run-process.js';

/** Identifies the content of a file without reading it. */
export const fileIdentity = (path: string): string | undefined =>
  attempt(() => {
    const { dev, ino, size, mtimeMs } = statSync(path);
    return [dev, ino, size, mtimeMs].join(':');
  });

/** The file that a shell or the system starts for a word in a folder; undefined if there is none or it is uncertain. */
export function programFile(word: string, path: string | undefined, cwd: string): string | undefined {
  if (word.includes('/')) return asProgram(resolve(cwd, word));
  for (const folder of path?.split(':') ?? []) {
    if (!isAbsolute(folder)) return undefined;
    const file = asProgram(join(folder, word));
    if (file !== undefined) return file;
  }
  return undefined;
}

const asProgram = (file: string): string | undefined => (isExecutable(file) ? file : undefined);

/** The first line of a script that names its interpreter: the program and at most one argument. */
export function shebangOf(file: string): readonly string[] | undefined {
  const head = firstBytes(file, 256)?.toString('latin1') ?? '';
  const [, line] = /^#!([^\n]*)\n/.exec(head) ?? [];
  const [, program = '', argument] = /^[ \t]*([^ \t\r]+)(?:[ \t]+([^ \t\r]+))?[ \t]*$/.exec(line ?? '') ?? [];
  if (program === '') return undefined;
  return argument === undefined ? [program] : [program, argument];
}

/** Whether a file is machine code: a shim is a script. */
const isMachineCode = (file: string): boolean => firstBytes(file, 4)?.toString('latin1') === '\x7fELF';

function firstBytes(file: string, count: number): Buffer | undefined {
  let fd: number | undefined;
  try {
    fd = openSync(file, 'r');
    const bytes = Buffer.alloc(count);
    return bytes.subarray(0, readSync(fd, bytes, 0, count, 0));
  } catch {
    return undefined;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

export interface InterpreterFacts {
  /** Such as 20.1.0. */
  readonly version: string;
  /** Files and folders that affect its start, besides its own file. */
  readonly sources: readonly string[];
  /** Variables that are read by code that runs at every start. */
  readonly variables: readonly string[];
}

/** A short program that prints facts as JSON: `version`, `file` (the program that runs), `sources` and `texts`. */
export type FactsQuestion = readonly string[];

export const nodeFacts: FactsQuestion = [
  '-p',
  'JSON.stringify({ version: process.versions.node, file: process.execPath, sources: [], texts: [] })',
];

/** Folders with `.pth` files are read at every start, and lines in them that begin with `import` run. */
export const pythonFacts: FactsQuestion = [
  '-c',
  `
import json, os, site, sys
folders = [path for path in sys.path if os.path.basename(path) in ("site-packages", "dist-packages")]
if site.ENABLE_USER_SITE: folders.append(site.getusersitepackages())
listed = [os.path.join(path, name) for path in folders if os.path.isdir(path) for name in sorted(os.listdir(path)) if name.endswith(".pth")]
texts = [line for path in listed for line in open(path, errors="replace") if line.startswith(("import ", "import\\t"))]
print(json.dumps({
    "version": "%d.%d.%d" % sys.version_info[:3],
    "file": os.readlink("/proc/self/exe"),
    "sources": folders + listed + [os.path.join(sys.prefix, "pyvenv.cfg")],
    "texts": texts,
}))
`,
];

const questionMs = 10_000;

/** Asks an interpreter for its facts; a text is the reason why it is not the expected program. */
export async function askInterpreter(
  file: string,
  question: FactsQuestion,
  env: Readonly<Record<string, string>>,
): Promise<InterpreterFacts | string> {
  if (!isMachineCode(file)) return `${file} is a script that chooses an interpreter (a shim)`;
  const end = await runProcess({ file, args: question, cwd: '/', env, stdin: '', timeoutMs: questionMs });
  if (end.kind !== 'exit' || end.exitCode !== 0) return `${file} does not report its version`;
  return attempt(() => {
    const { version, file: running, sources, texts } = JSON.parse(end.stdout) as FactsAnswer;
    if (realPath(running) !== realPath(file)) return `${file} starts another program, ${running} (a shim)`;
    const variables = [...new Set(texts.flatMap((text) => text.match(/\b[A-Z][A-Z0-9_]{2,}\b/g) ?? []))];
    return { version, sources, variables };
  }, `${file} does not report its version`);
}

interface FactsAnswer {
  readonly version: string;
  readonly file: string;
  readonly sources: readonly string[];
  readonly texts: readonly string[];
}
