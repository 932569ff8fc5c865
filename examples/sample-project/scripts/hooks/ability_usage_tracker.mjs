// Keeps one line per ability call. Telemetry only: it says nothing to the agent.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';

const { ability_id, status, duration_ms = null } = JSON.parse(readFileSync(0, 'utf8'));
mkdirSync('.anyhook-demo', { recursive: true });
appendFileSync('.anyhook-demo/ability_usage.jsonl', `${JSON.stringify({ ability_id, status, duration_ms })}\n`);
console.log(JSON.stringify({ logs: [`${ability_id}: ${status}`], usage_recorded: true }));
