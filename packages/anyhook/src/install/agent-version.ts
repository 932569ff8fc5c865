import { execFileText, findSafeProgram } from '@anyhook/core';
import type { AgentInstall, InstallPlace } from '../agents/kit/install.js';

/** Some agents take a second to start; a person waits for the slowest of them. */
const timeoutMs = 4_000;

/** The version that an agent's program reports; undefined if it is not asked, or says nothing. */
export async function agentVersion(
  { programs }: AgentInstall,
  { env, root }: Pick<InstallPlace, 'env' | 'root'>,
): Promise<string | undefined> {
  for (const name of programs) {
    // A program that the project or another user put on PATH is not started.
    const program = findSafeProgram(name, env, [root]);
    if (program.kind !== 'found') continue;
    const { stdout } = await execFileText(program.file, ['--version'], { cwd: root, timeoutMs, env, maxBytes: 65_536 });
    return /\d{1,6}\.\d{1,6}\.\d{1,6}/.exec(stdout)?.[0];
  }
  return undefined;
}
