import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

type Packages = Readonly<Record<string, string>>;

/** One framework in one version, in a separate folder because dependencies conflict. */
export interface Workspace {
  readonly name: string;
  readonly label: 'newest' | 'oldest';
  readonly packages: Packages;
  readonly folder: string;
}

const tests = import.meta.dirname;
const root = resolve(tests, '../../..');

/** The workspaces of a framework: the newest version, and the oldest supported one if it differs. */
export function workspacesOf(name: string): readonly Workspace[] {
  const manifest = JSON.parse(readFileSync(join(tests, name, 'package.json'), 'utf8')) as {
    readonly dependencies: Packages;
    /** The packages that differ in the oldest supported version. */
    readonly oldest?: Packages;
  };
  const make = (label: Workspace['label'], packages: Packages): Workspace => {
    const hash = createHash('sha256').update(JSON.stringify(packages)).digest('hex').slice(0, 12);
    return { name, label, packages, folder: join(cache(), `${name}-${hash}`) };
  };
  const newest = make('newest', manifest.dependencies);
  return manifest.oldest ? [newest, make('oldest', { ...manifest.dependencies, ...manifest.oldest })] : [newest];
}

export const isInstalled = ({ folder }: Workspace): boolean => existsSync(join(folder, 'node_modules'));

/** Installs a workspace if needed; returns npm's error, if any. */
export async function installWorkspace(workspace: Workspace): Promise<string | undefined> {
  if (isInstalled(workspace)) return undefined;
  mkdirSync(cache(), { recursive: true });
  // Moved to its final path when complete.
  const draft = mkdtempSync(`${workspace.folder}-`);
  const manifest = { private: true, type: 'module', dependencies: workspace.packages };
  writeFileSync(join(draft, 'package.json'), JSON.stringify(manifest, undefined, 2));
  try {
    const problem = await npm(draft);
    if (problem === undefined) renameSync(draft, workspace.folder);
    return problem;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function npm(folder: string): Promise<string | undefined> {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder];
  const child = spawn('npm', ['install', ...options], {
    cwd: folder,
    // Two minutes are plenty. Contradicting versions can keep npm busy forever.
    timeout: 120_000,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    text = (text + chunk).slice(-500);
  });
  return new Promise((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code) => done(code === 0 ? undefined : text.trim() || `npm ended with ${code}`));
  });
}

/** A folder below the framework with the suite, the driver, the example and the built package; each run has its own. */
export function prepareSuite({ name, folder }: Workspace): string {
  const suite = mkdtempSync(join(folder, 'suite-'));
  for (const file of ['ai-sdk-model.ts', 'contract.ts', 'driver.ts', name])
    cpSync(join(tests, file), join(suite, file), { recursive: true });
  cpSync(join(root, 'examples', 'frameworks', `${name}.mjs`), join(suite, 'example.mjs'));
  writeFileSync(join(suite, 'tsconfig.json'), JSON.stringify(typesOf(name), undefined, 2));
  // A copy, as npm makes: through a link the adapters would not find the framework.
  const self = join(suite, 'node_modules', 'anyhook');
  for (const part of ['package.json', 'dist'])
    cpSync(join(root, 'packages/anyhook', part), join(self, part), { recursive: true });
  return suite;
}

const typesOf = (name: string): object => ({
  extends: join(root, 'tsconfig.json'),
  compilerOptions: {
    allowJs: true,
    checkJs: true,
    lib: ['ES2023', 'DOM'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
  include: ['*.ts', `${name}/*.ts`, 'example.mjs'],
});

const cache = (): string => process.env['ANYHOOK_FRAMEWORKS_CACHE'] ?? join(homedir(), '.cache', 'anyhook-frameworks');
