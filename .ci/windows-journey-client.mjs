// Part of windows-journey.mjs: the native client of clients/windows beside the launcher, with an engine and without one.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Puts the client where `init` put the launcher; undefined if it was not built. */
export function placeClient(home, anyhook) {
  const built = join(dirname(dirname(anyhook)), '.cache', 'anyhook-hook.exe');
  const place = join(home, '.local', 'share', 'anyhook', 'bin', 'anyhook-hook.exe');
  if (!existsSync(built)) return undefined;
  copyFileSync(built, place);
  return place;
}

export const removeClient = (place) => place && rmSync(place, { force: true });

/** Asks the client as an agent would, and says how long that took. */
export function askClient(place, { project, env, command, ...more }) {
  const payload = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project,
    tool_name: 'Bash',
    tool_input: { command },
  };
  const begun = performance.now();
  const end = spawnSync(place, ['claude-code', '--timeout', '31000'], {
    cwd: project,
    env,
    input: JSON.stringify({ ...payload, ...more }),
    encoding: 'utf8',
    timeout: 100_000,
    maxBuffer: 1 << 28,
  });
  return { ...end, ms: Math.round(performance.now() - begun) };
}
