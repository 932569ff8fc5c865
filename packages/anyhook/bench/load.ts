import { claudeLoader } from '../src/agents/claude-code/format.js';
import type { BenchRow } from './table.js';

const handlers = 500;
const promisedMs = 50;

/** The first load of a process, so it must be the only thing that the process does. */
export async function loadBench(): Promise<readonly BenchRow[]> {
  const text = pluginFile();
  const before = process.cpuUsage();
  const file = { path: '/p/hooks/hooks.json', text, scope: 'project', root: '/p', siblings: [] } as const;
  const { hooks } = claudeLoader.load({ ...file, exists: () => false });
  // CPU time, so that other load on the machine does not count.
  const { user, system } = process.cpuUsage(before);
  const took = (user + system) / 1000;
  return [
    {
      name: `a plugin with ${handlers} handlers, loaded for the first time`,
      measured: `${took.toFixed(1)} ms of processor time`,
      promised: `at most ${promisedMs} ms`,
      ok: hooks.length === handlers && took <= promisedMs,
    },
  ];
}

function pluginFile(): string {
  const events = ['PreToolUse', 'PostToolUse', 'Stop', 'UserPromptSubmit', 'SessionStart'];
  const groups = Array.from({ length: handlers }, (_, i) => ({
    matcher: 'Bash|Write',
    hooks: [
      { type: 'command', command: `node \${CLAUDE_PLUGIN_ROOT}/scripts/check-${i}.js --level ${i}`, timeout: 10 },
    ],
  }));
  const hooks = Object.fromEntries(
    events.map((event, at) => [event, groups.filter((_, i) => i % events.length === at)]),
  );
  return JSON.stringify({ hooks }, null, 2);
}
