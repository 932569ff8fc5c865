import { extname } from 'node:path';
import type { CoverageWalk } from './coverage-walk.js';

/** How languages that are not followed load a file of the project. Modules of the language itself look different. */
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

/** Says that a script loads further files, in languages whose imports are not followed. */
export function nameForeignImports(walk: CoverageWalk, path: string, text: string): void {
  const [, program = ''] = /^#!.*?\b(ruby|perl|php|lua|Rscript|pwsh)\b/.exec(text.slice(0, 200)) ?? [];
  const shape = importShapes[program.toLowerCase() || (languages[extname(path).toLowerCase()] ?? '')];
  if (shape?.test(text)) walk.addGap(walk.nameOf(path), 'files that it loads are not covered');
}
