import { machineInfo } from '@anyhook/core';
import { contextBuiltin } from './add-context.js';
import type { Builtin, BuiltinContext } from './builtin.js';
import { gitText } from './kit/git.js';
import { flattenText } from './kit/text.js';

/** Tells the model where it works: folder, operating system, processor, repository. */
export const addEnvironmentInfo: Builtin = contextBuiltin({
  name: 'add_environment_info',
  summary: 'gives the model the working directory, operating system, architecture and git state',
  async texts(event, _args, context) {
    const { system, release, arch } = machineInfo();
    const lines = [
      'Environment:',
      `- Working directory: ${flattenText(event.cwd)}`,
      `- Operating system: ${system} ${release}`,
      `- Architecture: ${arch}`,
      `- Git repository: ${await describeRepository(event.cwd, context)}`,
    ];
    return [lines.join('\n')];
  },
});

async function describeRepository(cwd: string, context: BuiltinContext): Promise<string> {
  const { text: status, note, refused } = await gitText(context, cwd, ['status', '--porcelain', '--branch']);
  if (refused !== undefined) return `unknown, ${refused}`;
  if (status === undefined) return 'no';
  const [head = '', ...changes] = status.split('\n');
  const branch = head.replace(/^## (?:No commits yet on )?/, '').replace(/\.\.\..*/, '');
  const state = changes.length === 0 ? 'clean' : `${changes.length} changed`;
  return `yes, on ${flattenText(branch)}, ${state}${note === undefined ? '' : ` (${note})`}`;
}
