import { readSupervisorPayload } from '../../platform/process/supervise.js';
import type { SendJob } from '../../records/telemetry/observe.js';
import { runSender } from '../../records/telemetry/send.js';

// The detached sender of telemetry: nobody waits for it.
await runSender(readSupervisorPayload() as SendJob, process.env);
process.exit(0);
