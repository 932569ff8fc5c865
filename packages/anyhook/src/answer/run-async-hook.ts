import type { AsyncHookRecord, Ending, Event, FormatName, Hook } from '@anyhook/core';
import {
  appendAsyncRecord,
  isoNow,
  onExitKillGroups,
  processEnvironment,
  readSupervisorPayload,
  ticks,
  withoutUndefined,
} from '@anyhook/core';
import type { CallerNames, Codec, ProcessOutput } from '../formats/kit/format.js';
import type { FindBuiltin } from '../handlers/builtin.js';
import type { HandlerSettings } from '../handlers/handler.js';
import { createHandlers, createHookRunner } from '../handlers/index.js';

/** The job that `startAsync` sends to a supervisor. The supervisor's environment is the agent's. */
export interface AsyncJob {
  readonly hook: Hook;
  readonly event: Event;
  readonly caller: CallerNames;
  readonly settings: HandlerSettings;
  readonly logFile: string;
  readonly job?: string;
}

/** Main function of a supervisor: reads one job, runs its hook until it ends or times out, writes one log line. */
export async function runAsyncHook(deps: {
  readonly findCodec: (name: FormatName) => Codec;
  readonly findBuiltin: FindBuiltin;
}): Promise<void> {
  onExitKillGroups();
  const { hook, event, caller, settings, logFile, job } = readSupervisorPayload() as AsyncJob;
  const codec = deps.findCodec(hook.dialect);
  let output: ProcessOutput | undefined;
  const recordingCodec: Codec = {
    ...codec,
    read(processOutput, ...rest) {
      output = processOutput;
      return codec.read(processOutput, ...rest);
    },
  };
  const runHook = createHookRunner(createHandlers(deps));
  const at = isoNow();
  const startTicks = ticks();
  const context = { env: processEnvironment(), caller: () => caller, timeoutMs: hook.timeoutMs, settings };
  const ending = await runHook(hook, event, { codec: recordingCodec, ...context });
  const ms = Math.round(ticks() - startTicks);
  const record = { at, ...withoutUndefined({ job }), hookId: hook.id, event: event.name, ms };
  appendAsyncRecord(logFile, { ...record, ...endingFields(ending), ...output });
}

function endingFields(ending: Ending): Pick<AsyncHookRecord, 'outcome' | 'detail' | 'stderr'> {
  switch (ending.kind) {
    case 'done': {
      const { decision, reason } = ending.result;
      // Nothing waits for an async hook, so its deny has no effect.
      return { outcome: decision === 'deny' ? 'blocked' : 'ok', ...(reason ? { detail: reason } : {}) };
    }
    case 'failed': {
      const outcome = ending.why === 'timeout' ? 'timeout' : 'failed';
      return { outcome, detail: ending.detail, ...(ending.stderr ? { stderr: ending.stderr } : {}) };
    }
    case 'skipped':
      return { outcome: 'skipped', detail: ending.why };
  }
}
