#!/usr/bin/env node
// Adds one line per session to a log inside the project.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const { session_id, timestamp, work_dir, exit_reason, context } = JSON.parse(readFileSync(0, 'utf8'));
const folder = join(work_dir, '.anyhook-demo');
mkdirSync(folder, { recursive: true });
const line = { at: timestamp, session: session_id, agent: context.host, reason: exit_reason };
appendFileSync(join(folder, 'audit.jsonl'), `${JSON.stringify(line)}\n`);
