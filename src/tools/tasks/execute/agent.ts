import type { Ability } from '../../../abilities/ability.js';
import type { Ended } from '../task.js';
import type { Call } from './call.js';
import { leftover, promised, readJson } from './output.js';
import { exited, notEnded, runProgram, type Script, statusOf } from './script.js';

/** Runs an agent like a script; agents print prose, so output that is not JSON becomes `{ text }`. */
export async function runAgent(script: Script, ability: Ability, call: Call): Promise<Ended> {
  const end = await runProgram(script, ability, call);
  if (end.kind !== 'exit') return notEnded(script, end);
  const { value } = readJson(end.stdout) ?? { value: { text: end.stdout.trim() } };
  const status = statusOf(script, end.exitCode);
  return status === 'failure' ? { ...exited(script, end), ...leftover(value) } : promised(ability, value, status);
}
