#!/usr/bin/env node
// Prints what a new colleague would ask first; the agent gets it as context.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const kinds = {
  'package.json': 'Node.js',
  'pyproject.toml': 'Python',
  'Cargo.toml': 'Rust',
  'go.mod': 'Go',
  'pom.xml': 'Java (Maven)',
  'build.gradle': 'Java (Gradle)',
  'build.gradle.kts': 'Kotlin (Gradle)',
};
const documents = ['AGENTS.md', 'CLAUDE.md', 'CONTRIBUTING.md', 'README.md', 'docs'];

const { work_dir } = JSON.parse(readFileSync(0, 'utf8'));
const root = git('rev-parse', '--show-toplevel') || work_dir;
const there = (names) => names.filter((name) => existsSync(join(root, name)));

const lines = [
  ...said('Project', [basename(root), ...there(Object.keys(kinds)).map((name) => kinds[name])]),
  ...said('Scripts', scripts()),
  ...said('Worth reading', there(documents)),
  ...gitLines(),
  // Your own lines:
  // 'Database changes need a migration in db/migrations.',
];
console.log(JSON.stringify({ additional_context: lines.join('\n') }));

function scripts() {
  try {
    const named = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts ?? {};
    return Object.keys(named)
      .slice(0, 20)
      .map((name) => `npm run ${name}`);
  } catch {
    return existsSync(join(root, 'Makefile')) ? ['make (see Makefile)'] : [];
  }
}

function gitLines() {
  const branch = git('branch', '--show-current');
  if (!branch) return [];
  const changed = git('status', '--short').split('\n').filter(Boolean);
  const commits = git('log', '--max-count=5', '--no-show-signature', '--pretty=format:%h %s')
    .split('\n')
    .filter(Boolean);
  return [
    `Git: on ${branch}, ${changed.length === 0 ? 'nothing uncommitted' : `${changed.length} uncommitted`}`,
    ...changed.slice(0, 10).map((line) => `  ${line}`),
    ...(commits.length > 0 ? ['Newest commits:', ...commits.map((line) => `  ${line}`)] : []),
  ];
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: work_dir, encoding: 'utf8' });
  return status === 0 ? stdout.trimEnd() : '';
}

function said(title, values) {
  return values.length > 0 ? [`${title}: ${values.join(', ')}`] : [];
}
