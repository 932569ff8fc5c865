// Builds the site from docs/: `npm run docs`, and `npm run docs -- --serve` to view it. The first run installs
// VitePress into site/.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { siteFiles, sitePages } from '../site/pages.js';

const site = 'site';
const source = join(site, '.source');

installIfNeeded();
gatherSource();
vitepress('build');
console.log(`the site is in ${join(site, '.vitepress', 'dist')}`);
if (process.argv.includes('--serve')) vitepress('preview');

function installIfNeeded(): void {
  const installed = join(site, 'node_modules', '.package-lock.json');
  const isNew =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(site, 'package-lock.json')).mtimeMs;
  if (!isNew) run('npm', ['ci', '--no-audit', '--no-fund']);
}

/** Puts all content of the site into one folder, as VitePress expects. */
function gatherSource(): void {
  rmSync(source, { recursive: true, force: true });
  for (const [from, to] of sitePages('.')) copyTo(from, join(source, to));
  for (const [from, to] of siteFiles('.')) copyTo(from, join(source, 'public', to));
  copyTo(join(site, 'icon.svg'), join(source, 'public', 'icon.svg'));
  const front = readFileSync(join(site, 'index.md'), 'utf8');
  writeFileSync(join(source, 'index.md'), front.replace('<!-- the table of agents -->', agentTable()));
}

/** The table at the top of the page about agents. */
function agentTable(): string {
  const page = readFileSync('docs/reference/capabilities.md', 'utf8');
  const [, table] = /^## At a glance\n\n((?:\|.*\n)+)/m.exec(page) ?? [];
  if (table === undefined) throw new Error('docs/reference/capabilities.md: expected a table under "At a glance"');
  return table;
}

function copyTo(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

function vitepress(command: 'build' | 'preview'): void {
  run(process.execPath, [join('node_modules', 'vitepress', 'bin', 'vitepress.js'), command]);
}

function run(program: string, args: readonly string[]): void {
  const { status, error } = spawnSync(program, args, { cwd: site, stdio: 'inherit' });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
