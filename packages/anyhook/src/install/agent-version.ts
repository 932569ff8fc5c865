import { execFileText, findSafeProgram } from '@anyhook/core';
import type { AgentInstall, InstallPlace } from '../agents/kit/install.js';

/** Some agents take a second to start, and the user waits for the slowest one. */
const timeoutMs = 4_000;

/** The version that an agent's program reports; undefined if it is not asked or reports none. */
export async function agentVersion(
  { programs }: AgentInstall,
  { env, root }: Pick<InstallPlace, 'env' | 'root'>,
): Promise<string | undefined> {
  for (const name of programs) {
    // Do not start a program that the project or another user put on PATH.
    const program = findSafeProgram(name, env, [root]);
    if (program.kind !== 'found') continue;
    const { stdout } = await execFileText(program.file, ['--version'], { cwd: root, timeoutMs, env, maxBytes: 65_536 });
    return /\d{1,6}\.\d{1,6}\.\d{1,6}/.exec(stdout)?.[0];
  }
  return undefined;
}
