import { exists, type FixedVariables } from '@anyhook/core';
import { controlEngine } from '../resident/control-engine.js';
import { unreachableReason } from '../resident/engine-client.js';
import { engineFiles } from '../resident/instance.js';
import { type DoctorCheck, makeFinding } from './finding.js';

const timeoutMs = 2_000;

/** Checks that events from here reach the resident engine, if one runs. Without it hooks still run. */
export async function engineCheck(state: string, fixed: FixedVariables): Promise<DoctorCheck> {
  if (fixed['ANYHOOK_ENGINE'] === 'off')
    return {
      title: 'each event starts its own process: "anyhook init" was run with ANYHOOK_ENGINE=off',
      findings: [],
    };
  const report = await controlEngine(state, 'status', timeoutMs);
  if (!report) {
    const isDown = exists(`${state}/${engineFiles.staysDown}`);
    return {
      title: isDown
        ? 'each event has a process of its own: the engine was stopped with "anyhook engine stop --stay"'
        : 'no resident engine runs; the next event starts it',
      findings: [],
    };
  }
  const why = unreachableReason(state, report.pid);
  const what = `each event has a process of its own: the resident engine (process ${report.pid}) runs, but ${why}`;
  return {
    title: 'events reach the resident engine',
    findings: why === undefined ? [] : [makeFinding('engine-out-of-reach', what)],
  };
}
