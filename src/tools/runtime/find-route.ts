import { hintFor, quoteValue } from '../../core/errors.js';
import { fieldProblem, withoutNulls } from '../../core/fields.js';
import { RuntimeError } from './errors.js';
import { fieldKinds, type RequestFields, type RequestFieldTable } from './fields.js';
import { type Route, routes } from './routes.js';

/** The route of a request, and the id or key in its path. */
export function findRoute(method: string, path: string): { readonly route: Route; readonly name: string } {
  const fitting = routes.flatMap((route) => {
    const name = nameIn(route.path, path);
    return name === undefined ? [] : [{ route, name }];
  });
  const found = fitting.find(({ route }) => route.method === method);
  if (found) return found;
  if (fitting.length > 0) {
    const methods = fitting.map(({ route }) => route.method).join(' or ');
    throw new RuntimeError('BAD_METHOD', `${path} takes ${methods}, got ${method}`);
  }
  const all = routes.map((route) => `${route.method} ${route.path}`);
  throw new RuntimeError(
    'UNKNOWN_ROUTE',
    `there is nothing at ${quoteValue(`${method} ${path}`, 100)}; ${hintFor(`${method} ${path}`, all)}`,
  );
}

/** The variable part of a path, empty if the pattern has none; undefined if the path does not match. */
function nameIn(pattern: string, path: string): string | undefined {
  const [wanted, parts] = [pattern.split('/'), path.split('/')];
  if (wanted.length !== parts.length) return undefined;
  let name = '';
  for (const [index, part] of parts.entries()) {
    if (wanted[index]?.startsWith(':') && part !== '') name = decoded(part);
    else if (wanted[index] !== part) return undefined;
  }
  return name;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fields of a query: strings, except counts. */
export function queryFields(query: URLSearchParams, table: RequestFieldTable): RequestFields {
  const numbers = (name: string, value: string) =>
    Object.hasOwn(table, name) && table[name]?.kind === 'count' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Object.fromEntries([...query].map(([name, value]) => [name, numbers(name, value)]));
}

/** The fields, checked against the route's table. */
export function validateFields({ method, path, fields: table }: Route, given: RequestFields): RequestFields {
  const fields = withoutNulls(given);
  const wrong = fieldProblem(fields, table, fieldKinds);
  if (wrong !== undefined) throw new RuntimeError('BAD_REQUEST', `${method} ${path}: ${wrong}`);
  return fields;
}
