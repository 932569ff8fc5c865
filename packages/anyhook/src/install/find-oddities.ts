import { createScanner, type Node } from 'jsonc-parser';
import type { Agent } from '../agents/agent.js';
import type { AgentInstall, EntriesTarget } from '../agents/kit/install.js';
import { type OddityEffect, type SettingsOddity, toleratesOddity } from '../agents/kit/settings-oddities.js';
import { findProperty, jsonToken, parseJsonObject } from './json-edit.js';

/** Something in a settings file that not every agent reads. */
interface FoundOddity {
  readonly oddity: SettingsOddity;
  readonly line: number;
  /** A description of the odd part. */
  readonly what: string;
}

/** The text of a settings file, and where its entries are. */
interface SettingsText {
  /** Without the byte order mark. */
  readonly text: string;
  readonly hasBom: boolean;
  readonly target: Pick<EntriesTarget, 'keyPath' | 'eventKey' | 'format'>;
}

/** Finds every oddity in a file that can be parsed, in file order. `events` are those that the agent knows. */
export function findOddities(
  { text, hasBom, target }: SettingsText,
  events: Readonly<Record<string, unknown>>,
): readonly FoundOddity[] {
  const doc = target.format === undefined && text.trim() !== '' ? parseJsonObject(text) : '';
  if (typeof doc === 'string') return [];
  return withLines(text, [
    ...(hasBom ? [byteOrderMark] : []),
    ...oddTokens(text),
    ...duplicateKeys(doc.root),
    ...unknownEvents(doc.root, target, events),
  ]);
}

/** Why this agent does not read the file, in one line; undefined if it reads all of it. */
export function unreadReason(
  { title, events }: Pick<Agent, 'title' | 'events'>,
  { oddities = {} }: Pick<AgentInstall, 'oddities'>,
  settings: SettingsText,
): string | undefined {
  const found = findOddities(settings, events).filter(({ oddity }) => !toleratesOddity(oddity, oddities));
  if (found.length === 0) return undefined;
  const named = found.slice(0, 3).map(({ line, what }) => `line ${line}: ${what}`);
  const more = found.length > 3 ? [`${found.length - 3} more`] : [];
  const effects = found.map(({ oddity }) => oddities[oddity]);
  return [...named, ...more, effectText(title, effects)].join('; ');
}

function effectText(title: string, effects: readonly (OddityEffect | undefined)[]): string {
  if (effects.includes('refused')) return `${title} does not start with such a file`;
  if (effects.includes('dropped')) return `${title} ignores all of such a file, so no hook in it runs`;
  return `it is not known that ${title} reads such a file`;
}

type PlacedOddity = Omit<FoundOddity, 'line'> & { readonly offset: number };

const byteOrderMark: PlacedOddity = {
  oddity: 'byte order mark',
  offset: 0,
  what: 'a byte order mark before the first character',
};

/** Counts lines in one pass: a file may have very many oddities. */
function withLines(text: string, placed: readonly PlacedOddity[]): readonly FoundOddity[] {
  let line = 1;
  let lineStart = 0;
  return placed
    .toSorted((a, b) => a.offset - b.offset)
    .map(({ oddity, what, offset }) => {
      for (let next = text.indexOf('\n', lineStart); next >= 0 && next < offset; next = text.indexOf('\n', lineStart)) {
        line++;
        lineStart = next + 1;
      }
      return { oddity, line, what };
    });
}

/** Comments, and commas before the end of an object or a list. */
function oddTokens(text: string): readonly PlacedOddity[] {
  const scanner = createScanner(text, false);
  const found: PlacedOddity[] = [];
  let comma: number | undefined;
  for (let kind: number = scanner.scan(); kind !== jsonToken.end; kind = scanner.scan()) {
    const offset = scanner.getTokenOffset();
    if (kind === jsonToken.space || kind === jsonToken.lineBreak) continue;
    if (kind === jsonToken.lineComment || kind === jsonToken.blockComment) {
      found.push({
        oddity: 'comment',
        offset,
        what: `a comment (${excerpt(text.slice(offset, scanner.getPosition()))})`,
      });
      continue;
    }
    if (comma !== undefined && (kind === jsonToken.closeBrace || kind === jsonToken.closeBracket))
      found.push({ oddity: 'trailing comma', offset: comma, what: `a comma before "${text[offset]}"` });
    comma = kind === jsonToken.comma ? offset : undefined;
  }
  return found;
}

function excerpt(comment: string): string {
  const [line = ''] = comment.split(/\r?\n/, 1);
  const start = line.slice(0, 40).trimEnd();
  return start === comment ? comment : `${start}…`;
}

function duplicateKeys(root: Node): readonly PlacedOddity[] {
  const found: PlacedOddity[] = [];
  const waiting = [root];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const seen = new Set<unknown>();
    for (const child of node.children ?? []) {
      waiting.push(child);
      if (node.type !== 'object') continue;
      const key: unknown = child.children?.[0]?.value;
      if (seen.has(key))
        found.push({ oddity: 'duplicate key', offset: child.offset, what: `the key ${JSON.stringify(key)} once more` });
      seen.add(key);
    }
  }
  return found;
}

function unknownEvents(
  root: Node,
  { keyPath, eventKey }: SettingsText['target'],
  events: Readonly<Record<string, unknown>>,
): readonly PlacedOddity[] {
  const propertyIn = (node: Node | undefined, key: string) =>
    node?.type === 'object' ? findProperty(node, key) : undefined;
  const container = keyPath.reduce<Node | undefined>(propertyIn, root);
  const names = (container?.children ?? []).flatMap((child) => {
    if (eventKey !== undefined) return propertyIn(child, eventKey) ?? [];
    return container?.type === 'object' ? (child.children?.slice(0, 1) ?? []) : [];
  });
  return names
    .filter(({ value }) => !Object.hasOwn(events, String(value)))
    .map(({ offset, value }) => ({ oddity: 'unknown event', offset, what: `the event ${JSON.stringify(value)}` }));
}
