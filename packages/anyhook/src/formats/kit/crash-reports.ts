import { crashForms } from '../../../.cache/crash-forms.js';
import type { ProcessOutput } from './format.js';

/** The interpreters whose reports are known. */
export type Runtime = 'node' | 'bun' | 'deno' | 'python' | 'ruby' | 'perl' | 'php' | 'shell';

/** The report of an interpreter that could not run a script, or gave up on it. */
interface CrashReport {
  readonly runtime: Runtime;
  /** `missing`: a script, module or package; `syntax`: a file that does not parse; `exception`: an uncaught one. */
  readonly kind: 'missing' | 'syntax' | 'exception';
  /** The line with the error. */
  readonly cause: string;
  /** For `syntax`: the file, as the interpreter names it. */
  readonly file: string;
}

/** A row of crash-reports.yaml: the form of a report at the end of a program's output. */
export interface CrashForm {
  readonly runtime: Runtime;
  readonly kind: CrashReport['kind'];
  readonly exitCodes: readonly number[];
  readonly form: RegExp;
}

/** The report that ends the output; undefined if the program ended itself. */
export function readCrashReport({ exitCode, stdout, stderr }: ProcessOutput): CrashReport | undefined {
  const errors = lastPart(stderr);
  const printed = lastPart(stdout);
  for (const { runtime, kind, exitCodes, form } of crashForms) {
    if (!exitCodes.includes(exitCode)) continue;
    // Only PHP reports on stdout.
    const found = form.exec(errors) ?? (runtime === 'php' ? form.exec(printed) : null);
    if (found?.groups) return { runtime, kind, cause: found.groups['cause'] ?? '', file: found.groups['file'] ?? '' };
  }
  return undefined;
}

/** The end of an output, where reports are, without colours and the middle of long lines: long lines match slowly. */
const lastPart = (text: string): string =>
  `\n${text
    .slice(-8192)
    .replace(/\u001b\[[\d;]*m|\r(?=\n)/g, '')
    .trimEnd()
    .replace(/^(.{200}).{200,}(.{200})$/gm, '$1…$2')}`;
