import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import type { TestProject } from '../cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');

/** Runs `anyhook run` as a process in a trusted project and returns its answer. For tests. */
export function runAgent(project: TestProject, agent: string, payload: object): { stdout: string; json: AnswerFields } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, 'run', '--host', agent, '--trust-project'], {
    cwd: project.dir,
    env: project.env,
    input: JSON.stringify(payload),
    encoding: 'utf8',
    timeout: 30_000,
  });
  assert.equal(status, 0, stderr);
  return { stdout, json: stdout === '' ? {} : JSON.parse(stdout) };
}

type AnswerFields = Readonly<Record<string, unknown>>;
