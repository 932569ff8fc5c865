import type { Ability, Implementation } from '../../../abilities/ability.js';
import type { Ended } from '../task.js';
import { type Call, failure, maxTaskDepth, type Run, taskDepth } from './call.js';
import type { RunStep } from './workflow.js';

export type { RunStep } from './workflow.js';

/** A call, with what a workflow needs to run its steps as tasks. */
export interface ExecuteCall extends Call {
  readonly runStep?: RunStep | undefined;
}

/** The executor of each kind, loaded when it is needed. */
const kinds: { readonly [K in Implementation['kind']]: () => Promise<Run<K>> } = {
  script: async () => (await import('./script.js')).runScript,
  mcp: async () => (await import('./mcp.js')).runMcp,
  api: async () => (await import('./api.js')).runApi,
  builtin: async () => (await import('./builtin.js')).runBuiltin,
};

/** Executes an ability, for an operation with the named implementation. Never rejects. */
export async function execute(
  ability: Ability,
  implementationName: string | undefined,
  call: ExecuteCall,
): Promise<Ended> {
  if (call.signal?.aborted) return failure('CANCELLED', 'the caller went away before it started');
  if (taskDepth(call.env) >= maxTaskDepth) {
    return failure('NOT_STARTED', `${maxTaskDepth} tasks are nested already: an ability must not run itself`);
  }
  try {
    return await carryOut(ability, implementationName, { ...call, onChild: quiet(call.onChild) });
  } catch (error) {
    return failure('NOT_STARTED', `"${ability.name}" could not be executed: ${(error as Error).message}`);
  }
}

async function carryOut(ability: Ability, name: string | undefined, call: ExecuteCall): Promise<Ended> {
  switch (ability.type) {
    case 'operation':
      return operate(ability, name ?? '', call);
    case 'agent':
      return (await import('./agent.js')).runAgent(ability.run, ability, call);
    case 'workflow': {
      if (!call.runStep) return failure('NOT_STARTED', `"${ability.name}" is a workflow, and nobody runs its steps`);
      return (await import('./workflow.js')).runWorkflow(ability, call.input, call.runStep, call);
    }
  }
}

async function operate(ability: Extract<Ability, { type: 'operation' }>, name: string, call: Call): Promise<Ended> {
  const all = ability.implementations;
  const implementation = Object.hasOwn(all, name) ? all[name] : undefined;
  if (!implementation) {
    const known = Object.keys(all).join(', ');
    return failure('BAD_CONFIGURATION', `"${ability.name}" has no implementation "${name}"; it has: ${known}`);
  }
  return run(implementation, ability, call);
}

async function run<K extends Implementation['kind']>(
  implementation: Extract<Implementation, { kind: K }>,
  ability: Ability,
  call: Call,
): Promise<Ended> {
  const kind: K = implementation.kind as K;
  return (await kinds[kind]())(implementation, ability, call);
}

/** An error in the callback must not leave a child process running unnoticed. */
function quiet(onChild: Call['onChild']): Call['onChild'] {
  return (child) => {
    try {
      onChild?.(child);
    } catch {
      // The run continues, and ends its processes itself.
    }
  };
}
