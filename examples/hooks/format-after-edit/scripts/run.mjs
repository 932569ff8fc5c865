#!/usr/bin/env node
// Formats one file. Always exits 0: a formatter is no reason to stop an agent.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';

const web = /\.(c|m)?(j|t)sx?$|\.(json|jsonc|css|scss|less|html|vue|svelte|md|mdx|ya?ml|graphql)$/;
const formatters = [
  { name: 'biome', files: web, config: has(/^biome\.jsonc?$/), args: ['format', '--write'] },
  {
    name: 'prettier',
    files: web,
    config: (names, dir) =>
      has(/^\.prettierrc|^prettier\.config\./)(names) || says(dir, 'package.json', /"prettier"\s*:\s*[{"]/),
    args: ['--write', '--ignore-unknown', '--log-level', 'warn'],
  },
  {
    name: 'ruff',
    files: /\.pyi?$/,
    config: (names, dir) => has(/^\.?ruff\.toml$/)(names) || says(dir, 'pyproject.toml', /^\[tool\.ruff/m),
    args: ['format', '--quiet'],
  },
  {
    name: 'black',
    files: /\.pyi?$/,
    config: (_, dir) => says(dir, 'pyproject.toml', /^\[tool\.black/m),
    args: ['--quiet'],
  },
  { name: 'gofmt', files: /\.go$/, config: has(/^go\.mod$/), args: ['-w'] },
  { name: 'rustfmt', files: /\.rs$/, config: has(/^Cargo\.toml$/), args: ['--edition', '2021'] },
];

const { tool_input, work_dir } = JSON.parse(readFileSync(0, 'utf8'));
const top = repositoryOf(work_dir);
const file = typeof tool_input.path === 'string' ? resolve(work_dir, tool_input.path) : '';
const told = file !== '' && existsSync(file) && statSync(file).isFile() ? format(file) : undefined;
if (told) console.log(JSON.stringify({ additional_context: told }));

function format(path) {
  const folders = foldersUpTo(path);
  const chosen = chosenFor(path, folders);
  if (!chosen) return undefined;
  const before = readFileSync(path);
  const program = programIn(folders, chosen.name);
  const { error, status, stderr } = spawnSync(program, [...chosen.args, path], { cwd: folders[0], encoding: 'utf8' });
  const shown = relative(work_dir, path);
  if (error) return undefined;
  if (status !== 0)
    return `${chosen.name} could not format ${shown}:\n${stderr.trim().split('\n').slice(0, 10).join('\n')}`;
  if (readFileSync(path).equals(before)) return undefined;
  return `${shown} was formatted with ${chosen.name}: read it again before you edit it.`;
}

/** The formatter of the nearest folder that names one. */
function chosenFor(path, folders) {
  const fitting = formatters.filter(({ files }) => files.test(extname(path)));
  for (const dir of fitting.length > 0 ? folders : []) {
    const names = readdirSync(dir);
    const found = fitting.find(({ config }) => config(names, dir));
    if (found) return found;
  }
  return undefined;
}

/** The file's folder and those above it, up to the project's; none for a file of another project. */
function foldersUpTo(path) {
  const folders = [];
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    folders.push(dir);
    if (dir === top) return folders;
    if (existsSync(join(dir, '.git')) || dirname(dir) === dir) return [];
  }
}

/** The repository around a folder, or the folder itself. */
function repositoryOf(folder) {
  for (let dir = folder; dirname(dir) !== dir; dir = dirname(dir)) if (existsSync(join(dir, '.git'))) return dir;
  return folder;
}

function programIn(folders, name) {
  const places = folders.flatMap((dir) =>
    ['node_modules/.bin', '.venv/bin', 'venv/bin'].map((bin) => join(dir, bin, name)),
  );
  return places.find((place) => existsSync(place)) ?? name;
}

function has(shape) {
  return (names) => names.some((name) => shape.test(name));
}

function says(dir, name, shape) {
  const path = join(dir, name);
  return existsSync(path) && shape.test(readFileSync(path, 'utf8'));
}
