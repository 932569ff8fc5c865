import assert from 'node:assert/strict';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { policies } from '../../../flow/src/policies.js';
import { type Policy, runPolicy } from '../../../flow/src/policy.js';
import { tempFolder } from '../builtin-world.js';
import type { UpstreamRow } from './upstream-row.js';

/** One call of a policy in a workspace. */
export interface PolicyCase {
  readonly id: string;
  /** What the upstream project does: `blocks`, `allows`, or a result of `word`. */
  readonly upstream: string;
  readonly policy: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  /** Text that stdout or stderr must contain, and must not contain. */
  readonly has?: RegExp;
  readonly lacks?: RegExp;
  /** Files that were changed long ago. */
  readonly old?: readonly string[];
  /** The outcome; without it `blocks` or `allows`. */
  readonly word?: (text: string, exit: number) => string;
}

/** A row of what one of the four policies answers. */
export const policyRow = (of: PolicyCase): UpstreamRow => ({
  id: `${of.policy}: ${of.id}`,
  upstream: of.upstream,
  ours: () => answerOf(of),
});

const plainWord = (_text: string, exit: number): string => (exit === 2 ? 'blocks' : 'allows');

function answerOf({
  policy,
  payload,
  files = {},
  env = {},
  has,
  lacks,
  old = [],
  word = plainWord,
}: PolicyCase): string {
  using folder = tempFolder({ 'AGENTS.md': '', ...files });
  const past = new Date('2020-01-01T00:00:00Z');
  for (const name of old) utimesSync(join(folder.path, name), past, past);
  const raw = JSON.stringify({ cwd: folder.path, ...payload });
  const world = { env: { PATH: '/nowhere', ...env }, cwd: folder.path, home: folder.path, trustedRoot: null };
  const known = policies.find(({ name }) => name === policy) as Policy;
  const { stdout, stderr, exitCode } = runPolicy(known, raw, {}, world);
  const text = `${stdout.replace(raw, '')}\n${stderr}`;
  if (has) assert.match(text, has);
  if (lacks) assert.doesNotMatch(text, lacks);
  return word(text, exitCode);
}

/** A state file of an unfinished workflow, with some fields replaced. */
export const stateText = (over: object = {}): string =>
  JSON.stringify({
    schema_version: '1.0',
    task_slug: 't',
    status: 'in_progress',
    phase: 'execution',
    updated_at: '2026-01-01T00:00:00Z',
    next_action: { status: 'continue', summary: 'go on' },
    ...over,
  });

/** A file of the workflow t. */
export const inWorkflow = (name: string): string => `.flow-agents/t/${name}`;
