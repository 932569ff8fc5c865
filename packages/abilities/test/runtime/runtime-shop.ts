import { execFileSync } from 'node:child_process';
import { request } from 'node:http';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type EngineWorld, engineWorld } from '../../../anyhook/test/resident/engine-world.js';
import { shopFiles } from './shop-project.js';

/** The answer of the runtime. */
export interface RuntimeReply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes, looked into by tests.
  readonly body: any;
}

/** The shop in a repository, a resident engine in its home, and a client of its runtime. */
export interface RuntimeShop extends EngineWorld {
  readonly socket: string;
  post(path: string, body?: object): Promise<RuntimeReply>;
  get(path: string): Promise<RuntimeReply>;
  /** Starts a session in the project; returns its id. */
  session(more?: object): Promise<string>;
  /** Runs one action; returns its answer. */
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  act(id: string, action: object): Promise<any>;
}

export function runtimeShop(
  t: TestContext,
  files: Readonly<Record<string, string>> = {},
  base: Readonly<Record<string, string>> = shopFiles,
): RuntimeShop {
  const world = engineWorld(t, { ...base, ...files });
  const git = (...args: string[]) => execFileSync('git', args, { cwd: world.project, env: world.env, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('-c', 'user.name=t', '-c', 'user.email=t@t', 'commit', '-qm', 'x');
  const socket = join(world.state, 'runtime.sock');
  // Trust comes with each request, as it would with each event of an agent.
  const env = { ANYHOOK_TRUST: 'project' };
  const post = (path: string, body: object = {}) =>
    sendRuntimeRequest(socket, 'POST', path, JSON.stringify({ env, ...body }));
  const act: RuntimeShop['act'] = async (id, action) =>
    (await post(`/sessions/${id}/actions`, { actions: [action] })).body.answers?.[0];
  return {
    ...world,
    socket,
    post,
    act,
    get: (path) => sendRuntimeRequest(socket, 'GET', path),
    session: async (more = {}) => (await post('/sessions', { cwd: world.project, ...more })).body.session_id,
  };
}

/** One request, by hand. */
export function sendRuntimeRequest(
  socketPath: string,
  method: string,
  path: string,
  body?: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<RuntimeReply> {
  return new Promise((resolve, reject) => {
    const sent = request({ socketPath, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const isLines = response.headers['content-type'] === 'application/x-ndjson';
        const parsed = isLines
          ? text
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line))
          : JSON.parse(text);
        resolve({ status: response.statusCode ?? 0, body: parsed });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
