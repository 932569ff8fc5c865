import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** Judges each command in a separate process; returns the files loaded beyond those of a call without the guard. */
export function guardPartsOf(commands: readonly string[]): readonly (readonly string[])[] {
  const base = mkdtempSync(join(tmpdir(), 'anyhook-parts-'));
  try {
    const without = filesReadBy('ls', homeWith(base, 'config-protection'));
    const home = homeWith(base, 'shell-guard');
    return commands.map((command) => {
      const files = filesReadBy(command, home).filter((file) => !without.includes(file));
      return files.map((file) => basename(file));
    });
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function homeWith(base: string, builtin: string): string {
  const home = join(base, builtin);
  mkdirSync(join(home, '.config', 'anyhook'), { recursive: true });
  mkdirSync(join(home, 'project'));
  writeFileSync(
    join(home, '.config', 'anyhook', 'config.yaml'),
    `hooks:\n  - { id: a, on: tool.before, use: ${builtin} }\n`,
  );
  // The first run reads the hook file, the others what it kept.
  filesReadBy('true', home);
  return home;
}

function filesReadBy(command: string, home: string): readonly string[] {
  const { XDG_CONFIG_HOME: _config, XDG_STATE_HOME: _state, ...inherited } = process.env;
  const record = join(home, 'reads');
  const cwd = join(home, 'project');
  const call = { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command }, cwd };
  const args = [
    '-r',
    resolve('packages/anyhook/test/support/record-reads.cjs'),
    resolve('packages/anyhook/bin/anyhook.cjs'),
    'run',
  ];
  const { status, stderr } = spawnSync(process.execPath, [...args, '--host', 'claude-code'], {
    env: { ...inherited, HOME: home, RECORD_READS: record },
    input: JSON.stringify(call),
    cwd,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`anyhook run exited with ${status}: ${stderr}`);
  const folder = resolve('packages/anyhook/dist/run');
  return readFileSync(record, 'utf8')
    .split('\n')
    .filter((file) => file.startsWith(folder) && file.endsWith('.cjs'));
}
