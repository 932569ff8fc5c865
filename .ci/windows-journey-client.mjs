// Part of windows-journey.mjs: the native client of clients/windows, which `init` puts beside the launcher.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The client that `init` installed; undefined if it did not. */
export function installedClient(home) {
  const place = join(home, '.local', 'share', 'anyhook', 'bin', 'anyhook-hook.exe');
  return existsSync(place) ? place : undefined;
}

/** What Claude Code sends before a command runs. */
export const shellPayload = (project, command) => ({
  hook_event_name: 'PreToolUse',
  session_id: 's',
  cwd: project,
  tool_name: 'Bash',
  tool_input: { command },
});

/** Asks the client as an agent would, and says how long that took. */
export function askClient(place, { project, env, command, ...more }) {
  const begun = performance.now();
  const end = spawnSync(place, ['claude-code', '--timeout', '31000'], {
    cwd: project,
    env,
    input: JSON.stringify({ ...shellPayload(project, command), ...more }),
    encoding: 'utf8',
    timeout: 100_000,
    maxBuffer: 1 << 28,
  });
  return { ...end, ms: Math.round(performance.now() - begun) };
}
