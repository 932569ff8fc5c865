import { flagOptions, shortOptions, valueOptions } from '../../.cache/powershell/shell-programs.js';
import type { Call, LaunchOptions, Machine, Program } from '../machine.js';
import { isFullyKnown, marks, type Value } from '../value.js';
import { runCmd } from './cmd/run-cmd.js';
import { runPowerShell } from './run-powershell.js';
import { WindowsSession } from './session.js';

function optionName(word: Value): string | undefined {
  if (!/^(?:--?|[/\u2013\u2014])[A-Za-z]/.test(word)) return undefined;
  const name = word.replace(/^[-/\u2013\u2014]+/, '').toLowerCase();
  const short = Object.hasOwn(shortOptions, name) ? shortOptions[name] : undefined;
  return short ?? [...valueOptions, ...flagOptions].find((full) => full.startsWith(name));
}

/** Decodes base64 of UTF-16, as `-EncodedCommand` does. */
export function decodedCommand(text: Value): Value {
  if (!isFullyKnown(text)) return marks.decoded + (text.includes(marks.net) ? marks.net : '');
  return Buffer.from(text, 'base64').toString('utf16le');
}

/** `powershell …` and `pwsh …`: finds the text that it runs. */
const runPowerShellProgram: Program = (call, machine) => {
  const words = call.argv.slice(1);
  let cwd: Value | undefined;
  let at = 0;
  for (; at < words.length; at++) {
    const word = words[at] as Value;
    const name = optionName(word);
    if (name === undefined || name === 'command' || name === 'file') break;
    if (name === 'encodedcommand') return runPowerShell(decodedCommand(words[at + 1] ?? ''), machine, given(call));
    if (name === 'help') return undefined;
    if (!valueOptions.includes(name)) continue;
    at++;
    if (name === 'workingdirectory') cwd = words[at];
  }
  const options =
    cwd === undefined ? given(call) : { ...given(call), cwd: new WindowsSession(machine, {}).absolute(cwd) };
  const first = words[at];
  if (first === undefined) return call.stdin === undefined ? undefined : runPowerShell(call.stdin, machine, {});
  const name = optionName(first);
  const isPsFile = name === 'file' || (name === undefined && call.name === 'pwsh' && /\.ps1$/i.test(first));
  const from = name === undefined ? at : at + 1;
  if (isPsFile) return runScriptFile(words.slice(from), machine, options);
  const text = words.slice(from).join(' ');
  if (text === '-') return call.stdin === undefined ? undefined : runPowerShell(call.stdin, machine, {});
  return runPowerShell(text, machine, options);
};

const given = (call: Call): LaunchOptions => (call.stdin === undefined ? {} : { stdin: call.stdin });

function runScriptFile(words: readonly Value[], machine: Machine, options: LaunchOptions): Value | undefined {
  const session = new WindowsSession(machine, options);
  const [file = ''] = words;
  const path = session.absolute(file);
  if (file === '-') return options.stdin === undefined ? undefined : runPowerShell(options.stdin, machine, {});
  const text = machine.read(path);
  if (session.noteSource(text) || !isFullyKnown(text) || text === '') return undefined;
  return runPowerShell(text, machine, { ...options, args: [path, ...words.slice(1)] });
}

/** `cmd /c …`: all words after the switch are one text. */
const runCmdProgram: Program = (call, machine) => {
  const words = call.argv.slice(1);
  // Git Bash needs `//c`, because it reads `/c` as a path.
  const at = words.findIndex((word) => /^\/{1,2}[ckr]/i.test(word));
  if (at < 0) return call.stdin === undefined ? undefined : runCmd(call.stdin, machine, {});
  const glued = (words[at] as Value).replace(/^\/{1,2}[ckr]/i, '');
  const isGitBash = (words[at] as Value).startsWith('//');
  const plain = words
    .slice(at + 1)
    .map((word) => (isGitBash && /^\/\/[a-z](?::|$)/i.test(word) ? word.slice(1) : word));
  const rest = [...(glued === '' ? [] : [glued]), ...plain];
  const text = rest.length === 1 ? (rest[0] as Value) : rest.map(requoted).join(' ');
  return runCmd(unwrapped(text), machine, given(call));
};

const requoted = (word: Value): Value =>
  /[\s&|<>]/.test(word) && !word.includes('"') && !/^[&|<>]+$/.test(word) ? `"${word}"` : word;

/** Removes the quotes around a whole text; quotes around a program's name and its words stay. */
function unwrapped(text: Value): Value {
  let inner = text.trim();
  for (let round = 0; round < 3 && inner.length > 1; round++) {
    if (!inner.startsWith('"') || !inner.endsWith('"')) break;
    const isWhole = inner.startsWith('""') || inner.endsWith('""') || inner.indexOf('"', 1) === inner.length - 1;
    if (!isWhole) break;
    inner = inner.slice(1, -1).trim();
  }
  return inner;
}

export const windowsShells: Readonly<Record<string, Program>> = {
  powershell: runPowerShellProgram,
  pwsh: runPowerShellProgram,
  cmd: runCmdProgram,
};
