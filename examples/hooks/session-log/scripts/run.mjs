#!/usr/bin/env node
// Adds one line per session to a log of the user's. Holds no prompt and no answer.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const event = JSON.parse(readFileSync(0, 'utf8'));
const folder = process.env.XDG_STATE_HOME || join(homedir(), '.local', 'state');
const line = {
  at: event.timestamp,
  agent: event.context.host,
  session: event.session_id,
  folder: event.work_dir,
  branch: git('branch', '--show-current') || null,
  reason: event.exit_reason,
  seconds: event.duration_seconds,
  uncommitted: git('status', '--short').split('\n').filter(Boolean).slice(0, 100),
};
mkdirSync(folder, { recursive: true, mode: 0o700 });
appendFileSync(join(folder, 'agent-sessions.jsonl'), `${JSON.stringify(line)}\n`, { mode: 0o600 });

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: event.work_dir, encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd() : '';
}
