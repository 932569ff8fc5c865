import { interpreters } from '../../.cache/programs/interpreters.js';
import { askPacks, type Program, programTable } from '../machine.js';
import { hasMark, marks } from '../value.js';
import { argumentsOf } from './call-words.js';
import { firstCommands } from './command-lines.js';
import { interpreter } from './interpreters.js';
import { hostInAddress, noteServedFolder, servesThisMachine } from './kit.js';
import { callOptions, runProgramText, valueAfter } from './program-texts.js';

/** `php -S` serves the files of a folder, unless only this machine can reach it. */
const phpProgram: Program = (call, machine) => {
  const words = argumentsOf(call);
  const address = valueAfter(words, /^(?:-S|--server)$/);
  if (address !== undefined && !servesThisMachine(hostInAddress(address)))
    noteServedFolder(machine, valueAfter(words, /^(?:-t|--docroot)$/));
  return interpreter(interpreters.php)(call, machine);
};

/** `ruby -run -e httpd folder` serves files. */
const rubyProgram: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.findIndex((word) => /^(?:-e)?httpd$/.test(word));
  if (words.includes('-run') && at > 0) noteServedFolder(machine, words[at + 1]);
  return interpreter(interpreters.ruby)(call, machine);
};

const denoRuns = new Set(['run', 'test', 'bench', 'serve']);

const deno: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.findIndex((word) => !word.startsWith('-'));
  const subcommand = words[at];
  const rest = words.slice(at + 1).filter((word) => !word.startsWith('-'));
  if (subcommand === 'eval') return runProgramText(machine, 'javascript', rest[0] ?? '', call, []);
  if (subcommand === 'repl') {
    for (const word of words)
      if (word.startsWith('--eval=')) runProgramText(machine, 'javascript', word.slice(7), call, []);
    return marks.any;
  }
  if (subcommand === undefined || !denoRuns.has(subcommand)) return askPacks;
  const [script] = rest;
  if (script === '-') return runProgramText(machine, 'javascript', call.stdin ?? '', call, []);
  if (script?.startsWith('npm:'))
    return machine.run([script.slice('npm:'.length), ...rest.slice(1)], callOptions(call));
  if (script !== undefined && /^https?:/.test(script)) machine.note({ do: 'run', code: 'remote' });
  else if (script !== undefined) return runProgramText(machine, 'javascript', machine.read(script), call, [script]);
  return marks.any;
};

const maxScripts = 200;

/** AppleScript runs shell text with `do shell script`; with `-l JavaScript`, the text is JavaScript. */
const osascript: Program = (call, machine) => {
  const words = argumentsOf(call);
  const isJavaScript = words.some((word, at) => word === '-l' && /^javascript$/i.test(words[at + 1] ?? ''));
  const snippets = words.filter((_, at) => words[at - 1] === '-e');
  const file = words.find((word, at) => !word.startsWith('-') && !/^-[els]$/.test(words[at - 1] ?? ''));
  const text = snippets.length > 0 ? snippets.join('\n') : file === undefined ? (call.stdin ?? '') : machine.read(file);
  if (isJavaScript) return runProgramText(machine, 'javascript', text, call, []);
  if (hasMark(text, 'net')) machine.note({ do: 'run', code: 'remote' });
  const scripts = firstCommands(text.split(/do shell script\s*/i).slice(1), maxScripts, machine);
  for (const script of scripts) {
    const literal = /^"((?:[^"\\]|\\.)*)"/.exec(script)?.[1];
    if (literal !== undefined) machine.runShell(literal.replace(/\\(.)/g, '$1'), { via: 'osascript' });
  }
  if (/\b(?:shut down|restart|log out)\b/i.test(text)) machine.note({ do: 'system', what: 'stops the machine' });
  // Files that Finder deletes go to the trash, but it is unknown which ones.
  if (/\b(?:delete|erase)\s+(?:every|all|folder|file|disk|item|alias|POSIX)/i.test(text))
    machine.note({ do: 'run', code: 'unknown' });
  if (/empty (?:the )?trash/i.test(text))
    machine.note({ do: 'delete', at: machine.place('~/.Trash'), recursive: true });
  return marks.any;
};

export const otherInterpreterPrograms = programTable({
  'perl perl5': interpreter(interpreters.perl),
  'ruby jruby truffleruby': rubyProgram,
  'php php7 php8 php7.4 php8.1 php8.2 php8.3 php8.4': phpProgram,
  'lua luajit lua5.1 lua5.3 lua5.4 texlua': interpreter(interpreters.lua),
  'tclsh tclsh8.6 wish expect': interpreter(interpreters.tclsh),
  'Rscript R littler': interpreter(interpreters.rscript),
  deno,
  osascript,
});
