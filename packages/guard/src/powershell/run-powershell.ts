import type { LaunchOptions, Machine } from '../machine.js';
import { marks, type Value } from '../value.js';
import { PsInterpreter } from './interpreter.js';
import { printedItems, psList } from './items.js';
import { PsSession, ReadingEnd } from './session.js';

/**
 * Reads PowerShell as PowerShell would and runs it on the simulated machine; returns its output.
 *
 * It follows variables, text operators, aliases, abbreviated parameters, splatting, pipelines, blocks, functions,
 * `Invoke-Expression`, and calls of .NET that touch files, the network and processes. It does not follow classes, DSC
 * and workflows, code in `Add-Type`, imported modules, type and format files, objects other than files, processes and
 * text, and regular expressions (only plain ones are computed). All branches run, loops at most twelve rounds. A text
 * that cannot be parsed is `unread` if it names a destructive command.
 */
export function runPowerShell(text: Value, machine: Machine, options: LaunchOptions = {}): Value {
  const session = new PsSession(machine, options);
  const [script, ...args] = options.args ?? [];
  if (script !== undefined) {
    session.variables.set('psscriptroot', session.absolute(script).replace(/\/[^/]*$/, ''));
    session.variables.set('args', psList(args));
  }
  session.variables.set('profile', session.absolute('~/Documents/PowerShell/Microsoft.PowerShell_profile.ps1'));
  if (options.stdin !== undefined) session.variables.set('input', options.stdin);
  if (text.trim() === marks.any) {
    machine.note({ do: 'run', code: 'unknown' });
    return marks.any;
  }
  try {
    const items = new PsInterpreter(session).runText(text);
    return printedItems([...session.printedAside, ...items]);
  } catch (end) {
    if (!(end instanceof ReadingEnd)) throw end;
    return marks.any;
  }
}
