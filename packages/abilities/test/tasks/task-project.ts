import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type CliRunOptions, type TestProject, testProject } from '../../../anyhook/test/cli/harness.js';
import type { TaskCreateResult, TaskRunResult } from '../../src/tasks/task.js';
import type { ResultView, TaskBrief } from '../../src/tasks/views.js';

export type Files = Readonly<Record<string, string>>;

/** An operation in the registry, with the rest of its file as lines. */
export const operationFiles = (key: string, ...lines: readonly string[]): Files => ({
  [`.system/registry/low-level/${key}.yaml`]: [
    `key: ${key}`,
    'version: 1.0.0',
    `summary: The ${key} of a test.`,
    ...lines,
    '',
  ].join('\n'),
});

/** An operation that is a script; it keeps a line for each of its runs in `runs`. */
export const scriptAbilityFiles = (key: string, body: string, ...lines: readonly string[]): Files => ({
  ...operationFiles(key, `implementations: { run: { kind: script, command: ./scripts/${key}.sh } }`, ...lines),
  [`scripts/${key}.sh`]: `#!/bin/sh\nprintf '%s\\n' "$ANYHOOK_TASK_KEY" >> runs\n${body}\n`,
});

/** A hook of the ability format that runs a shell script. */
export const hookFiles = (id: string, event: string, body: string, scope = '"*"'): Files => ({
  [`.system/hooks/${id}.yaml`]: [
    `id: ${id}`,
    `event_type: ${event}`,
    'enabled: true',
    `blocking: ${!event.startsWith('Post')}`,
    'summary: A hook of a test.',
    `match: { ability_scope: ${scope} }`,
    `handler: { kind: script, command: ./hooks/${id}.sh }`,
    '',
  ].join('\n'),
  [`hooks/${id}.sh`]: `#!/bin/sh\n${body}\n`,
});

/** A signal as a hook prints it. */
export const printSignal = (kind: string, code: string, payload: object): string =>
  `printf '%s' '${JSON.stringify({ hook_signals: [{ kind, code, severity: 'error', payload }] })}'`;

/** A project whose hooks and abilities are trusted. */
export interface TaskProject extends TestProject {
  task<T extends TaskCreateResult | TaskRunResult = TaskCreateResult | TaskRunResult>(
    args: readonly string[],
    options?: CliRunOptions,
  ): Promise<{ code: number; result: ResultView<T> }>;
  tasks(): Promise<readonly TaskBrief[]>;
  /** Keys of the tasks whose script was started, in order. */
  runs(): readonly string[];
  lines(file: string): readonly string[];
}

export function taskProject(t: TestContext, ...files: readonly Files[]): TaskProject {
  const here = testProject(t, Object.assign({}, ...files));
  const lines = (file: string) => {
    const path = join(here.dir, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : [];
  };
  return {
    ...here,
    lines,
    async task<T extends TaskCreateResult | TaskRunResult>(args: readonly string[], options?: CliRunOptions) {
      const { code, stdout, stderr } = await here.run(['task', ...args, '--json', '--trust-project'], options);
      if (stdout === '') throw new Error(stderr);
      return { code, result: JSON.parse(stdout) as ResultView<T> };
    },
    tasks: () => here.json<readonly TaskBrief[]>(['task', 'list', '--json']),
    runs: () => lines('runs'),
  };
}
