import type { Ability } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import type { ImplementationCall } from './implementation-call.js';
import { partialOutput, readJson, resultFromOutput } from './output.js';
import { exitFailure, runProgram, type ScriptImplementation, statusOfExit, unfinishedFailure } from './script.js';

/** Runs an agent like a script; agents print prose, so output that is not JSON becomes `{ text }`. */
export async function executeAgent(
  script: ScriptImplementation,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const end = await runProgram(script, ability, call);
  if (end.kind !== 'exit') return unfinishedFailure(script, end);
  const { value } = readJson(end.stdout) ?? { value: { text: end.stdout.trim() } };
  const status = statusOfExit(script, end.exitCode);
  return status === 'failure'
    ? { ...exitFailure(script, end), ...partialOutput(value) }
    : resultFromOutput(ability, value, status);
}
