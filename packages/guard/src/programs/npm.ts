import { askPacks, type Call, type Machine, type Program, programTable } from '../machine.js';
import { isFullyKnown } from '../value.js';
import { argumentsOf } from './call-words.js';
import { wrapperProgram } from './wrappers.js';

/** Words after which npm and pnpm start a program. */
const startOrders = new Set(['exec', 'x', 'dlx']);

const runOrders = new Set(['run', 'run-script', 'test', 't', 'start', 'stop', 'restart', 'install', 'i', 'ci']);

const maxScriptsLength = 16_000;

/** Scripts of a package.json that this command wrote. */
function runWrittenScripts(call: Call, machine: Machine): void {
  const text = machine.read('package.json');
  const at = text.indexOf('"scripts"');
  if (at < 0 || !isFullyKnown(text)) return;
  const scripts = text.slice(at + 9, text.indexOf('}', at) + 1);
  if (scripts.length > maxScriptsLength) machine.note({ do: 'unread', why: 'length' });
  for (const [, script = ''] of scripts
    .slice(0, maxScriptsLength)
    .matchAll(/"[\w:.-]{1,500}"\s{0,99}:\s{0,99}"((?:[^"\\]|\\.){1,16000})"/g))
    machine.runShell(script.replaceAll('\\"', '"').replaceAll('\\\\', '\\'), { via: `${call.name} run` });
}

/** `npm config set script-shell /tmp/x`: this program then starts every script. */
function noteSettings(call: Call, machine: Machine): void {
  const words = argumentsOf(call);
  const at = words.indexOf('set');
  const [, name = '', value = ''] = /^(script-shell|shell|git)(?:=(.*))?$/.exec(words[at + 1] ?? '') ?? [];
  const program = value || (words[at + 2] ?? '');
  if (at >= 0 && name !== '' && !/(?:^|[\\/])(?:(?:ba|z|da)?sh|pwsh|powershell|cmd|git)(?:\.exe)?$/.test(program))
    machine.note({ do: 'persist', what: `${call.name}'s ${name}` });
}

/** `npm pkg set scripts.test=…` writes a command that will be run later. */
const npm: Program = (call, machine) => {
  const words = argumentsOf(call);
  const at = words.indexOf('pkg');
  const startsProgram = words.some((word) => startOrders.has(word));
  noteSettings(call, machine);
  if (machine.hasWritten && words.some((word) => runOrders.has(word))) runWrittenScripts(call, machine);
  if (at < 0 || words[at + 1] !== 'set')
    return (startsProgram ? wrapperProgram(call.name)?.(call, machine) : undefined) ?? askPacks;
  for (const word of words.slice(at + 2)) {
    const script = /^scripts(?:\.[^=]{1,100}|\[[^\]]{1,100}\])=([\s\S]*)$/.exec(word)?.[1];
    if (script !== undefined) machine.runShell(script, { via: `${call.name} pkg set` });
  }
  return askPacks;
};

export const npmPrograms = programTable({ 'npm pnpm': npm });
