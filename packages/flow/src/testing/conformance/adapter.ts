import { runProcess } from '@anyhook/core';

export interface AdapterRequest {
  /** The payload, one JSON object. */
  readonly input: string;
  /** Its complete environment: a separate home, and the folder for telemetry records. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly workspace: string;
  readonly timeoutMs: number;
}

/** An adapter's answer, or an error text. */
export type AdapterAnswer =
  | { readonly exitCode: number; readonly stdout: string; readonly stderr: string }
  | { readonly failed: string };

/** Something that answers events by the engine contract. */
export type Adapter = (request: AdapterRequest) => AdapterAnswer | Promise<AdapterAnswer>;

const maxBytes = 16 * 1024 * 1024;

/** An adapter that is a command, run by `sh -c` for every event; default folder: the workspace. */
export const commandAdapter =
  (command: string, cwd?: string): Adapter =>
  async ({ input, env, workspace, timeoutMs }) => {
    const job = {
      file: '/bin/sh',
      args: ['-c', command],
      cwd: cwd ?? workspace,
      env,
      stdin: input,
      timeoutMs,
      maxBytes,
    };
    const end = await runProcess(job);
    if (end.kind === 'exit') return { exitCode: end.exitCode, stdout: end.stdout, stderr: end.stderr };
    if (end.kind === 'spawn') return { failed: end.error };
    return { failed: end.kind === 'timeout' ? `did not answer within ${timeoutMs} ms` : `was stopped: ${end.kind}` };
  };
