import { readSupervisorPayload } from '@anyhook/core';
import type { SendJob } from '../../records/telemetry/create-telemetry.js';
import { runSender } from '../../records/telemetry/sender.js';

// The detached process that sends telemetry.
await runSender(readSupervisorPayload() as SendJob, process.env);
process.exit(0);
