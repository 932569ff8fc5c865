import { readPayload } from '../../platform/process/supervise.js';
import type { SendJob } from '../../records/telemetry/observe.js';
import { send } from '../../records/telemetry/send.js';

// The detached sender of telemetry: nobody waits for it.
await send(readPayload() as SendJob, process.env);
process.exit(0);
