import { resolve } from 'node:path';
import {
  type EventName,
  emptyVerdict,
  fixedArguments,
  fixedFrom,
  homeFolder,
  parseObject,
  processEnvironment,
  userPaths,
  type Verdict,
  workingFolder,
} from '@anyhook/core';
import { canonical } from '../agents/canonical/agent.js';
import { createEngineClient } from '../resident/engine-client.js';
import type { CreateEngineOptions, FireEventFields, FireOptions, OpenedEngine } from './create-engine.js';
import { openEngine } from './create-engine.js';

/** The hooks of one project, in the resident engine. */
export interface ConnectedEngine {
  /**
   * Sends an event in canonical fields. The journal, not the verdict, says which hooks ran. Rejects with an
   * `UntrustedHooksError` while hooks of the project are untrusted.
   */
  fire(name: EventName, words?: FireEventFields, options?: FireOptions): Promise<{ verdict: Verdict }>;
  /** Closes the connection; an idle connection does not keep the process alive. */
  close(): void;
}

/**
 * Asks the resident engine, which loads a project's hooks once for all processes and notices changes. If it does not
 * answer, an engine in this process does.
 *
 * @example
 * const engine = connectEngine({ cwd: '/home/me/project', trust: 'project' });
 * const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'rm -rf /' } });
 */
export function connectEngine(options: Omit<CreateEngineOptions, 'only'> = {}): ConnectedEngine {
  const { env = processEnvironment(), trust = 'ask' } = options;
  const cwd = resolve(options.cwd ?? workingFolder());
  const client = createEngineClient(userPaths(env, homeFolder()).state);
  // This process is the user's own: its environment is obeyed, unlike that of an agent.
  const fixed = fixedArguments(fixedFrom(env, homeFolder(), env['ANYHOOK_TRUST']));
  const args = ['--host', canonical.name, ...fixed, ...(trust === 'ask' ? [] : [`--trust-${trust}`])];
  const isLocal = env['ANYHOOK_ENGINE'] === 'off' || env['ANYHOOK'] === 'off';
  const variables = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  let opening: Promise<OpenedEngine> | undefined;
  const localEngine = () => {
    opening ??= openEngine({ ...options, cwd, env });
    // Until its hooks are trusted, each event tries again.
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    async fire(name, words = {}, fireOptions = {}) {
      // The resident engine serves agents, which continue without untrusted hooks, so this process checks itself.
      const local = await localEngine();
      const isRefused = (await local.refusal(words.cwd)) !== undefined;
      // It knows only the project of the call and treats it as this program's project.
      const isElsewhere = words.cwd !== undefined && resolve(words.cwd) !== cwd;
      const { timeoutMs, signal } = fireOptions;
      const timeoutArgs = timeoutMs === undefined ? [] : ['--timeout', String(timeoutMs)];
      const request = {
        args: [...args, ...timeoutArgs],
        cwd,
        env: Object.fromEntries(variables),
        payload: Buffer.from(JSON.stringify({ cwd, sessionId: 'local', ...words, event: name })),
        ...(timeoutMs !== undefined && { deadlineMs: timeoutMs }),
      };
      const reply = isLocal || isRefused || isElsewhere ? undefined : await client.ask(request, signal);
      const verdict = reply?.kind === 'answer' ? parseVerdict(reply.stdout.toString('utf8')) : undefined;
      return verdict ? { verdict } : local.fire(name, words, fireOptions);
    },
    close: () => client.close(),
  };
}

/** The verdict written by the engine; undefined for other output, such as its own failure. */
function parseVerdict(text: string): Verdict | undefined {
  const body = parseObject(text) as Partial<Verdict> | undefined;
  return typeof body?.decision === 'string' ? { ...emptyVerdict, ...body } : undefined;
}
