import { readSupervisorPayload } from '@anyhook/core';
import type { SendJob } from '../../telemetry/create-telemetry.js';
import { runSender } from '../../telemetry/sender.js';

// The detached process that sends telemetry.
await runSender(readSupervisorPayload() as SendJob, process.env);
process.exit(0);
