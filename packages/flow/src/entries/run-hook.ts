import { StringDecoder } from 'node:string_decoder';
import { agentWorld } from '@anyhook/anyhook';
import { homeFolder, onExitKillGroups, readStdin, showHidden, writeFully } from '@anyhook/core';
import { contractVersion, maxInputBytes } from '../policy.js';
import { runContractHook } from '../run-hook.js';

/** Entry of the bundle for `run-hook`, whose start time counts at every event. */
export async function start(args: readonly string[]): Promise<void> {
  onExitKillGroups();
  process.exitCode = await runHookEntry(args);
  // All output was written synchronously; do not wait for what a script left running in this process.
  process.exit();
}

/** `anyhook flow run-hook`: one call of the engine contract. Our own failure allows. */
export async function runHookEntry(args: readonly string[]): Promise<number> {
  if (args.includes('--contract-version')) {
    writeFully(1, `${JSON.stringify({ contract_version: contractVersion, runner: 'run-hook.js' })}\n`);
    return 0;
  }
  const trust = args.includes('--trust-project') ? 'project' : args.includes('--trust-lock') ? 'lock' : undefined;
  const [hookId, script, profiles, ...extra] = args.filter((word) => !word.startsWith('--trust-'));
  if (!hookId || !script || extra.length > 0) {
    writeFully(2, 'anyhook: run-hook: expected <hookId> <script> [profiles]; see "anyhook flow run-hook --help"\n');
    return 1;
  }
  const maxBytes = maxInputBytes(process.env);
  const { bytes, truncated: isCut } = readStdin(maxBytes);
  // Drop a character that was cut in half.
  const raw = isCut ? new StringDecoder('utf8').write(bytes) : bytes.toString('utf8');
  const truncated = isCut || process.env['SA_HOOK_INPUT_TRUNCATED'] === '1';
  // An agent starts this, so its environment cannot switch the hook off or trust it.
  const world = agentWorld({ cwd: process.cwd(), env: process.env, home: homeFolder() });
  const call = { hookId, script, profiles, raw, truncated, maxBytes, trust } as const;
  const { stdout, stderr, exitCode } = await runContractHook(call, world, process.env).catch((error: Error) => ({
    stdout: raw,
    stderr: showHidden(`anyhook: run-hook: ${error.message}; allowed\n`),
    exitCode: 0,
  }));
  if (stdout) writeFully(1, stdout);
  if (stderr) writeFully(2, stderr);
  return exitCode;
}
