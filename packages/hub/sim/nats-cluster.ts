import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, type Program, startProgram } from './programs.js';

/** One or three real NATS servers on loopback, each with its own folder. */
export interface NatsCluster {
  readonly urls: readonly string[];
  readonly folders: readonly string[];
  readonly size: number;
  kill(node: number): Promise<void>;
  start(node: number): void;
  end(): Promise<void>;
}

export async function startNats(
  program: string,
  folder: string,
  { nodes, syncAlways }: { readonly nodes: number; readonly syncAlways: boolean },
): Promise<NatsCluster> {
  const names = Array.from({ length: nodes }, (_, i) => `node-${i + 1}`);
  const ports = await Promise.all(names.map(() => freePort()));
  const routePorts = await Promise.all(names.map(() => freePort()));
  const folders = names.map((name) => join(folder, name));
  const running: (Program | undefined)[] = [];
  for (const [i, name] of names.entries()) {
    mkdirSync(folders[i] ?? '', { recursive: true });
    const sync = syncAlways ? '  sync_interval: always\n' : '';
    const routes = routePorts.map((port) => `nats-route://127.0.0.1:${port}`).join(', ');
    const cluster =
      nodes > 1 ? `cluster {\n  name: fleet\n  listen: 127.0.0.1:${routePorts[i]}\n  routes: [${routes}]\n}\n` : '';
    writeFileSync(
      `${folders[i]}.conf`,
      `listen: 127.0.0.1:${ports[i]}\nserver_name: ${name}\njetstream {\n  store_dir: "${folders[i]}"\n${sync}}\n${cluster}`,
    );
  }
  const start = (node: number): void => {
    running[node] = startProgram(program, ['-c', `${folders[node]}.conf`], `${folders[node]}.log`);
  };
  const kill = async (node: number): Promise<void> => running[node]?.end();
  for (const i of names.keys()) start(i);
  return {
    urls: ports.map((port) => `nats://127.0.0.1:${port}`),
    folders,
    size: nodes,
    start,
    kill,
    async end() {
      await Promise.all(names.map((_, i) => kill(i)));
    },
  };
}
