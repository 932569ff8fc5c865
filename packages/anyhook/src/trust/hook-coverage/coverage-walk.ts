import { basename, dirname, extname, join } from 'node:path';
import { type CoverageGap, isWithin, pathInFile, slashedPath } from '@anyhook/core';
import { systemFile } from '../../formats/kit/scripts.js';
import { followJavaScript } from './javascript.js';
import { followPython } from './python.js';
import { followShellFile } from './shell.js';
import type { WordValue } from './words.js';

/** Code that loads another project file, for languages whose imports are not followed. Standard modules do not match. */
const importShapes: Readonly<Record<string, RegExp>> = {
  ruby: /^[ \t]*(?:require_relative|load|eval)\b|\brequire\s*\(?\s*["']\.{0,2}\/|\$(?:LOAD_PATH|:)|\binstance_eval\b/m,
  perl: /^[ \t]*use\s+lib\b|\b(?:require|do)\s*\(?\s*["'$]|\bFindBin\b|\beval\s*[$"'(]/m,
  php: /\b(?:require|include)(?:_once)?\b|\beval\s*\(/,
  lua: /\b(?:require|dofile|loadfile|load|loadstring)\b\s*[("'[]/,
  rscript: /\b(?:source|sys\.source|eval|parse)\s*\(/,
  pwsh: /^[ \t]*\.\s+\S|\b(?:Import-Module|using module|Invoke-Expression|iex)\b/im,
};

const languages: Readonly<Record<string, string>> = {
  ...{ '.rb': 'ruby', '.pl': 'perl', '.pm': 'perl', '.t': 'perl', '.php': 'php', '.lua': 'lua' },
  ...{ '.r': 'rscript', '.ps1': 'pwsh', '.psm1': 'pwsh' },
};

/** Adds a gap if a script loads more files, in languages whose imports are not followed. */
function nameForeignImports(walk: CoverageWalk, path: string, text: string): void {
  const [, program = ''] = /^#!.*?\b(ruby|perl|php|lua|Rscript|pwsh)\b/.exec(text.slice(0, 200)) ?? [];
  const shape = importShapes[program.toLowerCase() || (languages[extname(path).toLowerCase()] ?? '')];
  if (shape?.test(text)) walk.addGap(walk.nameOf(path), 'files that it loads are not covered');
}

/** Reads files for the coverage of hooks and records them, so that later changes are noticed. */
export interface CoverageFiles {
  readonly isFile: (path: string) => boolean;
  /** The text of a file; undefined if it is too large, or a program in machine code. */
  readonly readText: (path: string) => string | undefined;
  /** Is it a program in machine code, which names no files that a reader could follow? */
  readonly isProgram: (path: string) => boolean;
  readonly listNames: (folder: string) => readonly string[];
  /** Counts analyzed characters; false if the project exceeds the limit. */
  readonly spend: (characters: number) => boolean;
  /** Does a project name more files than are read? */
  readonly isCut: boolean;
}

/** Where a hook runs. */
export interface CoveragePlace {
  /** The folder of the hook's own paths. */
  readonly root: string;
  /** The folders in which its command may start. */
  readonly startFolders: readonly string[];
  /** Folders of the project: what is in them is followed. */
  readonly projectFolders: readonly string[];
  readonly home: string;
  /** Variables that are set for the hook. */
  readonly variables: Readonly<Record<string, readonly string[]>>;
}

export type ScriptLanguage = 'shell' | 'javascript' | 'python' | 'other';

/** How a followed file was started. */
export interface ScriptStart {
  readonly folders: readonly string[] | undefined;
  readonly language?: ScriptLanguage;
  /** Folders that Python searches besides the script's own. */
  readonly modulePaths?: readonly string[];
  /** Its arguments: a script may start a file that it gets as an argument. */
  readonly args?: readonly WordValue[];
}

const maxFiles = 300;
const maxDepth = 12;
const maxGaps = 20;
/** Even a short script takes time to read. */
const minCost = 1_000;

/** Collects the files that a hook runs, and what it runs that no hash can cover. */
export class CoverageWalk {
  private readonly seen = new Set<string>();
  private readonly reasons = new Map<string, string>();
  private readonly followed = new Set<string>();
  private depth = 0;
  /** The nesting depth of `$(…)`. */
  outputDepth = 0;

  constructor(
    readonly place: CoveragePlace,
    readonly files: CoverageFiles,
  ) {}

  get covered(): readonly string[] {
    return [...this.seen];
  }

  get gaps(): readonly CoverageGap[] {
    return [...this.reasons].map(([what, why]) => ({ what, why }));
  }

  /** Something runs that trust does not cover. */
  addGap(what: string, why: string): void {
    const name = shorten(what);
    if (this.reasons.size < maxGaps && !this.reasons.has(name)) this.reasons.set(name, why);
  }

  /** The name of a file in a gap: relative to the hook's root, so it is the same in lock files everywhere. */
  nameOf(path: string): string {
    return isWithin(path, this.place.root) ? pathInFile(this.place.root, path) : path;
  }

  isInProject(path: string): boolean {
    return this.place.projectFolders.some((folder) => path !== folder && isWithin(path, folder));
  }

  /** Covers a file that runs, and what it starts or imports; false if there is no such file. */
  coverScript(path: string, start: ScriptStart): boolean {
    if (!this.coverFile(path)) return false;
    const key = `${path}\n${start.language ?? ''}\n${start.folders?.join() ?? '?'}\n${JSON.stringify(start.args ?? [])}`;
    if (!this.isInProject(path) || this.followed.has(key)) return true;
    this.followed.add(key);
    const insideEnvironment = environmentFolder.exec(slashedPath(path));
    if (insideEnvironment) {
      this.addGap(insideEnvironment[1] as string, 'installed packages are not covered');
      return true;
    }
    this.follow(path, start);
    return true;
  }

  /** Covers a file that may be a program; it is read only if its first line says so. */
  coverProgram(path: string, start: ScriptStart): void {
    if (this.coverFile(path) && (this.textOf(path) ?? '').startsWith('#!')) this.coverScript(path, start);
  }

  /** The text of a covered file; one that is too large to be read may run any other file. */
  textOf(path: string): string | undefined {
    const text = this.files.readText(path);
    if (text === undefined && this.isInProject(path) && !this.files.isProgram(path))
      this.addGap(this.nameOf(path), 'it is too large to be read');
    return text;
  }

  /** Covers a file by its content alone. */
  coverFile(path: string): boolean {
    if (systemFile.test(path) || !this.files.isFile(path)) return false;
    if (this.seen.size >= maxFiles && !this.seen.has(path))
      this.addGap(path, `more than ${maxFiles} files belong to the hook`);
    else this.seen.add(path);
    return true;
  }

  /** The nearest folder at or above one, within the project, that has a file of one of these names. */
  findUpwards(folder: string, names: readonly string[]): string | undefined {
    for (let dir = folder; ; dir = dirname(dir)) {
      const found = names.map((name) => join(dir, name)).find((path) => this.files.isFile(path));
      if (found !== undefined) return found;
      if (this.place.projectFolders.includes(dir) || dirname(dir) === dir || !this.isInProject(dir)) return undefined;
    }
  }

  /** Records a name; false if it was recorded before. */
  claim(name: string): boolean {
    const isNew = !this.followed.has(name);
    this.followed.add(name);
    return isNew;
  }

  /** Reads what a script does, unless scripts start each other too deeply. */
  readNested(what: string, characters: number, read: () => void): void {
    if (this.depth >= maxDepth || !this.files.spend(Math.max(characters, minCost))) {
      this.addGap(what, 'it is too long or nested too deeply to be read');
      return;
    }
    this.depth++;
    read();
    this.depth--;
  }

  private follow(path: string, start: ScriptStart): void {
    const text = this.textOf(path);
    if (text === undefined) return;
    const language = start.language ?? languageOf(path, text);
    if (language === 'other') {
      nameForeignImports(this, path, text);
      return;
    }
    this.readNested(path, text.length, () => {
      if (language === 'shell') followShellFile(this, path, text, start);
      else if (language === 'python') followPython(this, path, text, start);
      else followJavaScript(this, path, text, start.folders);
    });
  }
}

const environmentFolder = /\/(node_modules|\.venv|venv|site-packages)\//;

const byExtension: Readonly<Record<string, ScriptLanguage>> = {
  ...Object.fromEntries(
    ['.sh', '.bash', '.zsh', '.ksh', '.dash', '.cmd', '.command', '.hook', '.run'].map((ext) => [ext, 'shell']),
  ),
  ...Object.fromEntries(
    ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts', '.jsx', '.tsx'].map((ext) => [ext, 'javascript']),
  ),
  '.py': 'python',
};

/** The language of a script: by the first line, else by its name. Without both, a shell runs it. */
export function languageOf(path: string, text: string): ScriptLanguage {
  const firstLine = text.slice(0, 200).split('\n', 1)[0] ?? '';
  if (firstLine.startsWith('#!')) {
    if (/\b(?:ba|z|da|k)?sh\b/.test(firstLine)) return 'shell';
    if (/\b(?:node|bun|deno|tsx|ts-node)\b/.test(firstLine)) return 'javascript';
    return /\bpython[\d.]*\b|\buv\b/.test(firstLine) ? 'python' : 'other';
  }
  const extension = extname(basename(path)).toLowerCase();
  return byExtension[extension] ?? (extension === '' ? 'shell' : 'other');
}

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};
