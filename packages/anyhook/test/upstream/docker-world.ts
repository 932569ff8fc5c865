import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FireReport } from '../../src/answer/fire-report.js';
import { toolEvents } from '../../src/formats/docker/events.js';
import { testProject } from '../cli/harness.js';
import type { UpstreamRow } from './upstream-row.js';

/** A hook that prints a text. */
export const says = (text: string, more = ''): string =>
  `{type: command, command: ${JSON.stringify(`cat >/dev/null; printf '%s' '${text.replaceAll("'", "'\\''")}'`)}${more && `, ${more}`}}`;

/** A hook that runs a shell command. */
export const runs = (command: string, more = ''): string =>
  `{type: command, command: ${JSON.stringify(command)}${more && `, ${more}`}}`;

/** The fired event and its project. */
export interface DockerCase {
  readonly event: string;
  /** Hooks as YAML maps. */
  readonly hooks: readonly string[];
  readonly matcher?: string;
  readonly tool?: string;
  readonly input?: object;
  readonly data?: object;
  readonly prompt?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** Our engine's answer to an event, with docker-agent hooks. */
export async function fireDocker(
  t: TestContext,
  { event, hooks, matcher = '*', tool = 'shell', input = { command: 'ls' }, data, prompt, files = {} }: DockerCase,
): Promise<FireReport & { readonly dir: string; readonly read: (name: string) => string }> {
  const isTool = toolEvents.has(event);
  const list = `[${hooks.join(', ')}]`;
  const yaml = isTool ? `[{matcher: ${JSON.stringify(matcher)}, hooks: ${list}}]` : list;
  const project = testProject(t, { '.agents/hooks.yaml': `hooks:\n  ${event}: ${yaml}\n`, ...files });
  const { stdout, stderr } = await project.run(
    [
      ...['fire', `docker:${event}`, '--json', '--trust-project', '--session', 'sess-9'],
      ...(isTool ? ['--tool', tool, '--input', JSON.stringify(input)] : []),
      ...(prompt === undefined ? [] : ['--prompt', prompt]),
      ...(data ? ['--data', JSON.stringify(data)] : []),
    ],
    { env: { KEEP: project.dir, PLACE: project.dir } },
  );
  if (stdout === '') throw new Error(stderr);
  const report = JSON.parse(stdout) as FireReport;
  return { ...report, dir: project.dir, read: (name) => readText(join(project.dir, name)) };
}

/** The decision, in terms that both sides use. */
export const decisionWord = ({ decision }: Pick<FireReport, 'decision'>): string =>
  ({ pass: 'goes on', allow: 'approved', ask: 'asks', deny: 'denied' })[decision];

/** The decision, and whether there is any message. */
export const decisionAndMessage = (report: FireReport): string =>
  report.decision === 'pass' && [...report.notes, ...report.messages].length > 0
    ? 'goes on, told'
    : decisionWord(report);

/** A row whose outcome is the decision. */
export const decides = (id: string, upstream: string, of: DockerCase): UpstreamRow => ({
  id,
  upstream,
  ours: async (t) => decisionWord(await fireDocker(t, of)),
});

const readText = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '');
