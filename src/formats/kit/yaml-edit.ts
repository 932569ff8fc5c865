import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import { AnyhookError } from '../../core/errors.js';

/** Adds an item to a list inside a YAML file; the rest keeps its comments and formatting. */
export function appendYaml(path: string, text: string | undefined, at: readonly string[], item: unknown): string {
  const document = parseDocument(text?.trim() ? text : '{}\n');
  if (document.errors.length > 0) throw broken(path, 'it is not valid YAML');
  if (!isMap(document.contents)) throw broken(path, 'expected a map at its top');
  // An empty flow map `{}` would keep everything on one line.
  document.contents.flow = false;
  makeMaps(document, path, at.slice(0, -1));
  const list = document.getIn(at, true);
  if (isSeq(list)) {
    list.flow = false;
    list.add(document.createNode(item));
  } else if (document.getIn(at) === undefined || document.getIn(at) === null)
    document.setIn(at, document.createNode([item]));
  else throw broken(path, `expected a list at "${at.join('.')}"`);
  return document.toString({ lineWidth: 0 });
}

/** Does a list inside a YAML file have an item that the test accepts? */
export function hasYamlItem(
  text: string | undefined,
  at: readonly string[],
  test: (item: unknown) => boolean,
): boolean {
  if (!text) return false;
  const value: unknown = parseDocument(text).toJS({ maxAliasCount: 100 });
  const list = at.reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], value);
  return Array.isArray(list) && list.some(test);
}

function makeMaps(document: Document, path: string, at: readonly string[]): void {
  for (let depth = 1; depth <= at.length; depth++) {
    const here = at.slice(0, depth);
    const node = document.getIn(here, true);
    if (isMap(node)) node.flow = false;
    else if (document.getIn(here) === undefined || document.getIn(here) === null)
      document.setIn(here, document.createNode({}));
    else throw broken(path, `expected a map at "${here.join('.')}"`);
  }
}

const broken = (path: string, why: string): AnyhookError =>
  new AnyhookError('BAD_HOOK_FILE', `${path}: ${why}, so no hook can be added; see "anyhook validate"`);
