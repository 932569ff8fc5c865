import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A home with user hooks, which need no trust, and an empty project. */
export interface FuzzWorld {
  readonly home: string;
  readonly project: string;
  readonly state: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): void;
}

/** The command that the user's hook denies. */
export const forbidden = 'FORBIDDEN-9c1e';

/** Enough hooks with patterns that the engine searches for needles instead of testing each hook. */
export const manyHooks = 24;

export function fuzzWorld({ hooks }: { readonly hooks: number }): FuzzWorld {
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-fuzz-'));
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  const padding = Array.from({ length: hooks }, (_, n) =>
    guardEntry(`padding-${n}`, `padding[[:digit:]]|padding-${n}`),
  );
  const files = {
    [join(home, '.config/anyhook/config.yaml')]:
      `journal: { enabled: false }\nhooks:\n${[...padding, guardEntry('guard', forbidden)].join('')}`,
    [join(home, 'guard.mjs')]:
      "export default { on: 'tool.before', run: () => ({ decision: 'deny', reason: 'no' }) };\n",
    [join(project, 'README.md')]: 'A project.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
  const { PATH = '', LANG = 'C.UTF-8' } = process.env;
  return {
    home,
    project,
    state: join(home, '.local/state/anyhook'),
    env: { PATH, LANG, HOME: home },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

const guardEntry = (id: string, input: string): string =>
  `  - { id: ${id}, on: tool.before, use: ./guard.mjs, match: { input: '${input}' } }\n`;
