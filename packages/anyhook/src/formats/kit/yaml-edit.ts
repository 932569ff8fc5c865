import { AnyhookError } from '@anyhook/core';
import { type Document, isMap, isSeq, parseDocument } from 'yaml';

/** Adds an item to a list inside a YAML file; the rest keeps its comments and formatting. */
export function appendYaml(path: string, text: string | undefined, keyPath: readonly string[], item: unknown): string {
  const document = parseDocument(text?.trim() ? text : '{}\n');
  if (document.errors.length > 0) throw cannotAdd(path, 'it is not valid YAML');
  if (!isMap(document.contents)) throw cannotAdd(path, 'expected a map at its top');
  // An empty flow map `{}` would keep everything on one line.
  document.contents.flow = false;
  makeMaps(document, path, keyPath.slice(0, -1));
  const list = document.getIn(keyPath, true);
  if (isSeq(list)) {
    list.flow = false;
    list.add(document.createNode(item));
  } else if (document.getIn(keyPath) === undefined || document.getIn(keyPath) === null)
    document.setIn(keyPath, document.createNode([item]));
  else throw cannotAdd(path, `expected a list at "${keyPath.join('.')}"`);
  return document.toString({ lineWidth: 0 });
}

/** Does a list inside a YAML file have an item that the test accepts? */
export function hasYamlItem(
  text: string | undefined,
  keyPath: readonly string[],
  test: (item: unknown) => boolean,
): boolean {
  if (!text) return false;
  const value: unknown = parseDocument(text).toJS({ maxAliasCount: 100 });
  const list = keyPath.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], value);
  return Array.isArray(list) && list.some(test);
}

function makeMaps(document: Document, path: string, keyPath: readonly string[]): void {
  for (let depth = 1; depth <= keyPath.length; depth++) {
    const parentPath = keyPath.slice(0, depth);
    const node = document.getIn(parentPath, true);
    if (isMap(node)) node.flow = false;
    else if (document.getIn(parentPath) === undefined || document.getIn(parentPath) === null)
      document.setIn(parentPath, document.createNode({}));
    else throw cannotAdd(path, `expected a map at "${parentPath.join('.')}"`);
  }
}

const cannotAdd = (path: string, why: string): AnyhookError =>
  new AnyhookError('BAD_HOOK_FILE', `${path}: ${why}, so no hook can be added; see "anyhook hooks validate"`);
