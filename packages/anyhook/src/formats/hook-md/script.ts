import { join } from 'node:path';
import type { Handler } from '@anyhook/core';
import { interpreters } from '../../../.cache/formats/hook-md/tables.js';
import type { HookFile } from '../kit/format.js';

type SiblingFile = HookFile['siblings'][number];

/** The handler that runs the script chosen from a hook's folder, and a warning if the choice was unclear. */
interface ScriptChoice {
  readonly handler: Handler;
  readonly problem?: string;
}

// Runs a script that is not executable by its `#!` line, else by `sh`. A shell exits with 2 when the file is missing,
// which would block, so the file is checked first.
const runByShebang = [
  '[ -r "$0" ] || { echo "cannot read $0" >&2; exit 127; }',
  'IFS= read -r line <"$0"; line=${line%"$(printf \'\\r\')"}',
  'case $line in "#!"*) set -f; set -- ${line#"#!"};; esac',
  'exec "$@" "$0"',
].join('\n');

/** Chooses `scripts/run.*`, else the only executable in `scripts/`; a hook without one still loads, and fails when it runs. */
export function chooseScript(folder: string, siblings: readonly SiblingFile[]): ScriptChoice {
  const scripts = siblings.filter(({ path }) => /^scripts\/[^/]+$/.test(path));
  const runScripts = scripts.filter(({ path }) => /^scripts\/run(\.\w+)?$/.test(path)).sort(byPreference);
  const executables = scripts.filter(({ executable }) => executable);
  const chosen = runScripts[0] ?? (executables.length === 1 ? executables[0] : undefined);
  if (!chosen)
    return { handler: exec(join(folder, 'scripts', 'run.sh')), problem: missingScriptMessage(scripts, executables) };
  const handler = handlerFor(join(folder, chosen.path), chosen);
  const others = runScripts.slice(1).map(({ path }) => path);
  if (others.length === 0) return { handler };
  return { handler, problem: `${chosen.path} is run, not ${others.join(', ')}: keep one "scripts/run.*"` };
}

const extensionOf = (path: string): string => /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '';

/** `run` first, then `run.sh`, then by name; files that cannot run (`run.md`) come last. */
function byPreference(a: SiblingFile, b: SiblingFile): number {
  const rank = ({ path, executable }: SiblingFile) => {
    const extension = extensionOf(path);
    if (extension === '') return 0;
    if (extension === 'sh') return 1;
    return executable || Object.hasOwn(interpreters, extension) ? 2 : 3;
  };
  return rank(a) - rank(b) || (a.path < b.path ? -1 : 1);
}

function handlerFor(file: string, { path, executable }: SiblingFile): Handler {
  if (executable) return exec(file);
  const extension = extensionOf(path);
  const [program, ...args] = Object.hasOwn(interpreters, extension) ? (interpreters[extension] ?? []) : [];
  if (program && program !== 'sh') return exec(program, [...args, file]);
  return exec('sh', ['-c', runByShebang, file, 'sh']);
}

const exec = (command: string, args?: readonly string[]): Handler => ({
  kind: 'command',
  form: 'exec',
  command,
  ...(args && { args }),
});

function missingScriptMessage(scripts: readonly SiblingFile[], executables: readonly SiblingFile[]): string {
  const tail = 'until then the hook fails whenever it runs, and the agent goes on';
  if (executables.length > 1)
    return `expected one script, got ${executables.map(({ path }) => path).join(', ')}: name one "scripts/run.*"; ${tail}`;
  const first = scripts[0];
  if (!first) return `expected a script "scripts/run.*", got none; ${tail}`;
  return `expected a script "scripts/run.*" or an executable, got ${first.path}: make it executable, or name it "scripts/run.*"; ${tail}`;
}
