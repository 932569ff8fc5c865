import { join } from 'node:path';
import { isObject, listEntries, modifiedAt, parseObject, readText } from '@anyhook/core';
import { findUp } from './project-root.js';
import { flattenText } from './text.js';

/** One piece of work below `.flow-agents`: its artifacts and the JSON files beside them. */
export interface Workflow {
  readonly slug: string;
  /** When one of its files last changed. */
  readonly changedAt: number;
  readonly artifacts: readonly Artifact[];
  readonly state: Sidecar;
  readonly evidence: Sidecar;
  readonly critique: Sidecar;
  readonly acceptance: Sidecar;
  readonly handoff: Sidecar;
}

/** A Markdown file with header lines (`status: executing`) and sections. */
export interface Artifact {
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
  readonly status: string;
  readonly type: string;
  readonly role: string;
  readonly changedAt: number;
}

/** A JSON file that may be missing or broken. */
export type Sidecar =
  | { readonly kind: 'missing' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'ok'; readonly value: Readonly<Record<string, unknown>> };

const folder = '.flow-agents';
/** The folder of finished work. */
const archive = 'archive';
const maxWorkflows = 200;
const maxArtifacts = 50;
const maxBytes = 512 * 1024;

/** The folder in which a project keeps its work, found from any folder inside it. */
export const workflowRoot = (cwd: string): string => findUp(cwd, [folder, 'AGENTS.md', '.git']) ?? cwd;

/** All work in the project, newest first. */
export function readWorkflows(root: string): readonly Workflow[] {
  return listEntries(join(root, folder))
    .filter((entry) => entry.kind === 'folder' && entry.name !== archive)
    .slice(0, maxWorkflows)
    .map(({ name }) => readWorkflow(root, name))
    .sort((a, b) => b.changedAt - a.changedAt);
}

const finishedStatuses = new Set([
  ...['delivered', 'accepted', 'archived', 'done', 'complete', 'completed', 'cancelled', 'canceled'],
]);

/** Work is unfinished until its status says otherwise; a missing or unknown status means unfinished. */
export const isFinished = (status: string): boolean => finishedStatuses.has(status.toLowerCase());

/** A text field of a sidecar in one line, or an empty text. */
export function sidecarText(sidecar: Sidecar, ...path: readonly string[]): string {
  let value: unknown = sidecar.kind === 'ok' ? sidecar.value : undefined;
  for (const name of path) value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
  return typeof value === 'string' ? flattenText(value, 300).trim() : '';
}

/** The maps in a list of a sidecar; other values are ignored. */
export function mapsIn(holder: unknown, name: string): readonly Readonly<Record<string, unknown>>[] {
  const list = isObject(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Unresolved findings of a critique, one line each. */
export function openFindings(critique: Sidecar): readonly string[] {
  if (critique.kind !== 'ok') return [];
  const groups = [critique.value, ...mapsIn(critique.value, 'critiques')];
  return groups
    .flatMap((group) => mapsIn(group, 'findings'))
    .filter((finding) => finding['status'] === 'open')
    .map((finding) => {
      const text = finding['description'] ?? finding['summary'] ?? finding['id'] ?? 'no description';
      const severity = typeof finding['severity'] === 'string' ? `${finding['severity']}: ` : '';
      return flattenText(`${severity}${String(text)}`, 300);
    });
}

function readWorkflow(root: string, slug: string): Workflow {
  const dir = join(root, folder, slug);
  const names = listEntries(dir).flatMap((entry) => (entry.kind === 'file' ? [entry.name] : []));
  const sidecar = (name: string) => (names.includes(name) ? parse(readText(join(dir, name), maxBytes)) : missing);
  return {
    slug: flattenText(slug),
    changedAt: Math.max(0, ...names.map((name) => modifiedAt(join(dir, name)))),
    artifacts: names
      .filter((name) => name.endsWith('.md'))
      .slice(0, maxArtifacts)
      .flatMap((name) => readArtifact(dir, slug, name)),
    state: sidecar('state.json'),
    evidence: sidecar('evidence.json'),
    critique: sidecar('critique.json'),
    acceptance: sidecar('acceptance.json'),
    handoff: sidecar('handoff.json'),
  };
}

const missing: Sidecar = { kind: 'missing' };

function readArtifact(dir: string, slug: string, name: string): readonly Artifact[] {
  const text = readText(join(dir, name), maxBytes);
  if (text === undefined) return [];
  const header = (field: string) => new RegExp(`^${field}:[ \\t]*([\\w-]+)`, 'mi').exec(text)?.[1]?.toLowerCase() ?? '';
  return [
    {
      path: flattenText(`${folder}/${slug}/${name}`),
      text,
      status: header('status'),
      type: header('type'),
      role: header('role'),
      changedAt: modifiedAt(join(dir, name)),
    },
  ];
}

function parse(text: string | undefined): Sidecar {
  const value = parseObject(text);
  return value ? { kind: 'ok', value } : { kind: 'broken' };
}
