import { readPayload } from '../io/supervise.js';
import type { SendJob } from '../journal/telemetry/observe.js';
import { send } from '../journal/telemetry/send.js';

// The detached sender of telemetry: nobody waits for it.
await send(readPayload() as SendJob, process.env);
process.exit(0);
