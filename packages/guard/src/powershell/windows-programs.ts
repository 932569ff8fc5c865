import { effectsByWords } from '../../.cache/powershell/windows-programs.js';
import type { Effect } from '../effect.js';
import { askPacks, type Call, type Machine, type Program, type ProgramTable } from '../machine.js';
import { isFullyKnown, marks, type Value } from '../value.js';
import { byWord } from '../word-lists.js';
import { isVitalProcess } from './cmdlets/system.js';
import { copyTo, noteRegistry, noteWindowsWrite } from './file-effects.js';
import { WindowsSession } from './session.js';
import { windowsShells } from './shell-programs.js';
import { joinedWindowsPath, windowsBaseName, withWildcards } from './windows-paths.js';

const disk = (what: string): Effect => ({ do: 'destroy', kind: 'disk', what });
const system = (what: string): Effect => ({ do: 'system', what });
const reveal = (what: string): Effect => ({ do: 'reveal', what });

/** A row for programs that depend only on their words, joined and in lower case; every matching row applies. */
export type EffectByWords = Effect & { readonly programs: string; readonly words: string };

const rowsByProgram = new Map<string, (readonly [RegExp, Effect])[]>();
for (const { programs, words, ...effect } of effectsByWords)
  for (const name of programs.split(' '))
    rowsByProgram.set(name, [...(rowsByProgram.get(name) ?? []), [new RegExp(words), effect]]);

const maxWords = 4_000;
const rest = (call: Call): readonly Value[] => call.argv.slice(1);
const joinedWords = (call: Call): string => rest(call).join(' ').slice(0, maxWords).toLowerCase();
const asksHelp = (call: Call): boolean => rest(call).some((word) => word === '/?' || word === '-?');

function noteRows(call: Call, machine: Machine): void {
  const words = joinedWords(call);
  const known = rowsByProgram.get(call.name) ?? [];
  if (known.length > 0 && words.length === maxWords) machine.note({ do: 'unread', why: 'length' });
  for (const [pattern, effect] of known) if (pattern.test(words)) machine.note(effect);
}

/** The value after an option, `/tr value`, in any case. */
function optionValue(call: Call, name: string): Value | undefined {
  const words = rest(call);
  const at = words.findIndex((word) => /^[/-]/.test(word) && word.slice(1).toLowerCase() === name);
  return at < 0 ? undefined : words[at + 1];
}

const isSwitch = (word: Value, names: RegExp): boolean => /^[/-]/.test(word) && names.test(word.slice(1).toLowerCase());
const hasSwitch = (call: Call, names: RegExp): boolean => rest(call).some((word) => isSwitch(word, names));
const operandsOf = (call: Call): readonly Value[] =>
  rest(call).filter((word) => !/^\/[a-z]{1,12}(?::|$)|^-[a-z]+$/i.test(word));
const sessionOf = (machine: Machine): WindowsSession => new WindowsSession(machine, {});

const runReg: Program = (call, machine) => {
  const [verb = '', key = '', file = ''] = rest(call);
  const session = sessionOf(machine);
  switch (verb.toLowerCase()) {
    case 'delete':
      noteRegistry(session, key, true);
      break;
    case 'add':
      noteRegistry(session, key, false, optionValue(call, 'v') ?? '');
      break;
    case 'save':
    case 'export':
      if (/^(?:hklm|hkey_local_machine)\\(?:sam|security|system)\b/i.test(key)) {
        machine.note(reveal('passwords in the registry'));
        noteWindowsWrite(session, file, 'over', machine.secret('registry'));
      } else noteWindowsWrite(session, file, 'over');
      break;
    case 'import':
    case 'restore':
    case 'load':
    case 'unload':
    case 'copy':
      machine.note({ do: 'system', what: 'registry change', target: key });
      break;
  }
};

const runDiskpart: Program = (call, machine) => {
  const file = optionValue(call, 's');
  const script = file === undefined ? call.stdin : machine.read(sessionOf(machine).absolute(file));
  if (script === undefined) return undefined;
  if (!isFullyKnown(script) || /^\s*(?:clean|format|delete|convert|create|remove|offline|shrink)\b/im.test(script))
    machine.note(disk('partitions'));
};

const runFormat: Program = (call, machine) => {
  if (!rest(call).some((word) => /^[a-z]:[\\/]?$/i.test(word))) return askPacks;
  machine.note(disk('formatting a volume'));
};

const runTaskkill: Program = (call, machine) => {
  const image = rest(call).flatMap((word, at, words) => (isSwitch(word, /^im$/) ? [words[at + 1] ?? ''] : []));
  const ids = rest(call).flatMap((word, at, words) => (isSwitch(word, /^pid$/) ? [words[at + 1] ?? ''] : []));
  const filtersAll = hasSwitch(call, /^fi$/) && image.some((name) => /^[*\uE005]$/.test(name));
  const vital = image
    .map((name) => name.replaceAll(marks.star, '*'))
    .find((name) => isVitalProcess(name) && !filtersAll);
  if (vital !== undefined || ids.some((id) => id === '0' || id === '4'))
    machine.note({ do: 'system', what: 'stops system processes', target: vital ?? 'system' });
};

const runShutdown: Program = (call, machine) => {
  if (hasSwitch(call, /^a$/)) return undefined;
  // Words without a slash may belong to shutdown on Linux.
  if (!rest(call).some((word) => /^\//.test(word)) && !hasSwitch(call, /^(?:s|g|l|p|i|fw)$/)) return askPacks;
  if (hasSwitch(call, /^(?:s|r|g|h|p|l|i|o|sg|hybrid|fw)$/)) machine.note(system('power off or restart'));
};

const runPermissions: Program = (call, machine) => {
  const session = sessionOf(machine);
  const isTakeown = call.name === 'takeown';
  const path = isTakeown ? optionValue(call, 'f') : rest(call)[0];
  const changes =
    isTakeown ||
    hasSwitch(
      call,
      /^(?:grant|deny|remove|reset|setowner|inheritance|inheritancelevel|restore|g|p|r|d|setintegritylevel)(?::|$)/,
    );
  if (path === undefined || !changes) return undefined;
  const recursive = hasSwitch(call, isTakeown ? /^r$/ : /^t$/);
  const mode = rest(call).find((word) => /^(?:everyone|\*s-1-1-0|users|authenticated users):/i.test(word));
  const at = machine.place(session.absolute(withWildcards(path)));
  machine.note({
    do: 'permit',
    at,
    recursive,
    ...(mode === undefined ? {} : { mode: mode.replaceAll(marks.star, '*') }),
  });
};

const runRobocopy: Program = (call, machine) => {
  const session = sessionOf(machine);
  const [from, to] = operandsOf(call);
  if (from === undefined || to === undefined || hasSwitch(call, /^l$/)) return undefined;
  const target = session.absolute(to);
  if (hasSwitch(call, /^(?:mir|purge)$/)) machine.note({ do: 'delete', at: machine.place(target), recursive: true });
  if (hasSwitch(call, /^(?:move|mov)$/))
    machine.note({ do: 'move', from: machine.place(session.absolute(from)), to: machine.place(target) });
  else copyTo(session, from, target, 'unpack');
};

const runXcopy: Program = (call, machine) => {
  const [from, to = '.'] = operandsOf(call);
  if (from !== undefined && !hasSwitch(call, /^l$/))
    copyTo(sessionOf(machine), from, to, hasSwitch(call, /^[se]$/) ? 'unpack' : 'over');
};

const runCertutil: Program = (call, machine) => {
  const session = sessionOf(machine);
  const files = operandsOf(call).filter((word) => !/^https?:/i.test(word));
  if (hasSwitch(call, /^(?:urlcache|verifyctl)$/)) {
    const url = operandsOf(call).find((word) => /^https?:/i.test(word));
    if (url !== undefined) noteWindowsWrite(session, files[0] ?? windowsBaseName(url), 'over', marks.net);
  } else if (hasSwitch(call, /^decode(?:hex)?$/) && files.length > 1) {
    const text = machine.read(session.absolute(files[0] as Value));
    const decoded = isFullyKnown(text) ? Buffer.from(text, 'base64').toString('utf8') : marks.decoded;
    noteWindowsWrite(session, files[1] as Value, 'over', decoded);
  } else if (hasSwitch(call, /^(?:addstore|delstore|importpfx|repairstore)$/))
    machine.note(system('certificate changes'));
};

const runBitsadmin: Program = (call, machine) => {
  const url = rest(call).findIndex((word) => /^https?:/i.test(word));
  const file = rest(call)[url + 1];
  if (url >= 0 && file !== undefined) noteWindowsWrite(sessionOf(machine), file, 'over', marks.net);
};

const runScriptHost: Program = (call, machine) => {
  const [file] = operandsOf(call);
  if (file === undefined) return undefined;
  const session = sessionOf(machine);
  session.noteSource(/^https?:|^\\\\/i.test(file) ? marks.net : machine.read(session.absolute(file)));
};

const runSchtasks: Program = (call, machine) => {
  noteRows(call, machine);
  const command = hasSwitch(call, /^(?:create|change)$/) ? optionValue(call, 'tr') : undefined;
  return command === undefined ? undefined : machine.run(['cmd', '/c', command], { via: 'schtasks' });
};

const runWmic: Program = (call, machine) => {
  noteRows(call, machine);
  const words = rest(call);
  const at = words.findIndex((word, index) => /^create$/i.test(word) && /^call$/i.test(words[index - 1] ?? ''));
  if (at < 0) return undefined;
  const node = words.find((word) => /^\/node:/i.test(word))?.slice('/node:'.length);
  const line = words
    .slice(at + 1)
    .join(' ')
    .replace(/^"|"$/g, '');
  return machine.run(['cmd', '/c', line], { via: 'wmic', ...(node === undefined ? {} : { remote: node }) });
};

/** `forfiles /p C:\x /s /m *.log /c "cmd /c del @path"`: a command for each file. */
const runForfiles: Program = (call, machine) => {
  const session = sessionOf(machine);
  const folder = optionValue(call, 'p') ?? '.';
  const mask = optionValue(call, 'm') ?? '*';
  const command = optionValue(call, 'c') ?? '';
  const deletes = /\b(?:del|erase|rd|rmdir)\b/i.test(command) && /@(?:path|file|relpath)/i.test(command);
  const path = joinedWindowsPath(session.absolute(folder), withWildcards(mask));
  if (deletes && hasSwitch(call, /^s$/)) {
    machine.note({ do: 'delete', at: machine.place(path), recursive: true });
    return undefined;
  }
  const line = command.replaceAll(/@(?:path|file|relpath|fname)/gi, () => `"${joinedWindowsPath(folder, mask)}"`);
  return machine.run(['cmd', '/c', line.replace(/^cmd(?:\.exe)?\s+\/c\s+/i, '')], { via: 'forfiles' });
};

const runSdelete: Program = (call, machine) => {
  const session = sessionOf(machine);
  if (hasSwitch(call, /^[zc]$/)) machine.note(disk('wiping free space'));
  for (const path of operandsOf(call))
    machine.note({
      do: 'delete',
      at: machine.place(session.absolute(withWildcards(path))),
      recursive: hasSwitch(call, /^[rs]$/),
    });
};

/** Programs that run the rest of their words. */
const runOther: Program = (call, machine) => {
  noteRows(call, machine);
  const words = rest(call);
  if (call.name === 'runas') {
    const line = words.at(-1);
    return line === undefined || /^\//.test(line) ? undefined : machine.run(['cmd', '/c', line], { via: 'runas' });
  }
  const host = words.find((word) => /^(?:\\\\|\/\/)/.test(word))?.replace(/^[\\/]+/, '');
  const valued =
    call.name === 'wsl' ? /^(?:-d|--distribution|-u|--user|--cd|--distribution-id)$/ : /^[-/](?:u|p|n|w|i|a|r)$/i;
  let at = 0;
  while (
    at < words.length &&
    /^(?:[-/]|\\\\)/.test(words[at] as Value) &&
    words[at] !== '--' &&
    !/^(?:-e|--exec)$/.test(words[at] as Value)
  )
    at += valued.test(words[at] as Value) ? 2 : 1;
  if (/^(?:--|-e|--exec)$/.test(words[at] ?? '')) at++;
  const command = words.slice(at);
  if (command.length === 0) return undefined;
  return machine.run(command, {
    via: call.name,
    ...(host === undefined || call.name === 'wsl' ? {} : { remote: host }),
  });
};

const withRows: Program = (call, machine) => void noteRows(call, machine);

const coded: Readonly<Record<string, Program>> = byWord({
  reg: runReg,
  diskpart: runDiskpart,
  format: runFormat,
  taskkill: runTaskkill,
  shutdown: runShutdown,
  'takeown icacls cacls xcacls': runPermissions,
  robocopy: runRobocopy,
  xcopy: runXcopy,
  certutil: runCertutil,
  bitsadmin: runBitsadmin,
  'wscript cscript': runScriptHost,
  schtasks: runSchtasks,
  wmic: runWmic,
  forfiles: runForfiles,
  'sdelete sdelete64': runSdelete,
  'runas psexec psexec64 wsl': runOther,
});

/** Programs of Windows by name, for every shell: Git Bash can also start them. */
const programsByName: ProgramTable = {
  ...Object.fromEntries(
    [...[...rowsByProgram.keys()].map((name) => [name, withRows] as const), ...Object.entries(coded)].map(
      ([name, program]) => [
        name,
        (call: Call, machine: Machine) => (asksHelp(call) ? undefined : program(call, machine)),
      ],
    ),
  ),
  ...windowsShells,
};

export const windowsPrograms = (): ProgramTable => programsByName;
