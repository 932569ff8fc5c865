import type { Ability, Implementation } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import type { ImplementationCall, RunImplementation } from './implementation-call.js';
import { maxTaskDepth, taskDepth, taskFailure } from './implementation-call.js';
import type { RunStep } from './workflow.js';

export type { RunStep } from './workflow.js';

/** A call, with what a workflow needs to run its steps as tasks. */
export interface ExecuteCall extends ImplementationCall {
  readonly runStep?: RunStep | undefined;
}

/** The executor of each kind, loaded when it is needed. */
const executors: { readonly [K in Implementation['kind']]: () => Promise<RunImplementation<K>> } = {
  script: async () => (await import('./script.js')).executeScript,
  mcp: async () => (await import('./mcp.js')).executeMcp,
  api: async () => (await import('./api.js')).executeApi,
  builtin: async () => (await import('./builtin.js')).executeBuiltin,
};

/** Executes an ability, for an operation with the named implementation. Never rejects. */
export async function executeAbility(
  ability: Ability,
  implementationName: string | undefined,
  call: ExecuteCall,
): Promise<ExecutionResult> {
  if (call.signal?.aborted) return taskFailure('CANCELLED', 'the caller went away before it started');
  if (taskDepth(call.env) >= maxTaskDepth) {
    return taskFailure('NOT_STARTED', `${maxTaskDepth} tasks are nested already: an ability must not run itself`);
  }
  try {
    return await executeByType(ability, implementationName, { ...call, onChild: ignoreErrors(call.onChild) });
  } catch (error) {
    return taskFailure('NOT_STARTED', `"${ability.name}" could not be executed: ${(error as Error).message}`);
  }
}

async function executeByType(ability: Ability, name: string | undefined, call: ExecuteCall): Promise<ExecutionResult> {
  switch (ability.type) {
    case 'operation':
      return executeOperation(ability, name ?? '', call);
    case 'agent':
      return (await import('./script.js')).executeAgent(ability.run, ability, call);
    case 'workflow': {
      if (!call.runStep)
        return taskFailure('NOT_STARTED', `"${ability.name}" is a workflow, and nothing can run its steps`);
      return (await import('./workflow.js')).runWorkflow(ability, call.input, call.runStep, call);
    }
  }
}

async function executeOperation(
  ability: Extract<Ability, { type: 'operation' }>,
  name: string,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const implementations = ability.implementations;
  const implementation = Object.hasOwn(implementations, name) ? implementations[name] : undefined;
  if (!implementation) {
    const known = Object.keys(implementations).join(', ');
    return taskFailure('BAD_CONFIGURATION', `"${ability.name}" has no implementation "${name}"; it has: ${known}`);
  }
  return runImplementation(implementation, ability, call);
}

async function runImplementation<K extends Implementation['kind']>(
  implementation: Extract<Implementation, { kind: K }>,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const kind: K = implementation.kind as K;
  return (await executors[kind]())(implementation, ability, call);
}

/** An error in the callback must not leave a child process running unnoticed. */
function ignoreErrors(onChild: ImplementationCall['onChild']): ImplementationCall['onChild'] {
  return (child) => {
    try {
      onChild?.(child);
    } catch {
      // The run continues, and ends its processes itself.
    }
  };
}
