import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { type TestProject, testProject } from '../cli/harness.js';

/** A guard plugin that denies commands containing a word. */
export const guardPlugin = (
  word = 'forbidden',
  more: Readonly<Record<string, string>> = {},
): Record<string, string> => ({
  '.claude-plugin/plugin.json': '{"name":"guard","version":"1.0.0"}',
  'hooks/hooks.json': JSON.stringify({
    hooks: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [{ type: 'command', command: '"${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh"' }] },
      ],
    },
  }),
  'scripts/guard.sh': `#!/bin/sh\ngrep -q ${word} && { echo 'no ${word} things' >&2; exit 2; }\nexit 0\n`,
  ...more,
});

/** Writes files; those that begin with `#!` are executable. */
export function writeTree(folder: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (text.toString().startsWith('#!')) chmodSync(file, 0o755);
  }
}

/** A project, and a package in a folder next to it. */
export interface PackageWorld extends TestProject {
  readonly source: string;
  readonly config: string;
}

export function packageWorld(t: TestContext, files: Readonly<Record<string, string>> = guardPlugin()): PackageWorld {
  const project = testProject(t);
  const source = join(project.dir, '../guard');
  writeTree(source, files);
  return { ...project, source, config: join(project.dir, '../home/.config/anyhook') };
}

/** Whether a shell command is denied, and why. */
export async function decision(project: TestProject, command: string): Promise<string> {
  const report = await project.json<{ decision: string; reason?: string }>([
    'fire',
    'tool.before',
    '--tool',
    'shell',
    '--input',
    JSON.stringify({ command }),
    '--json',
  ]);
  return report.decision;
}
