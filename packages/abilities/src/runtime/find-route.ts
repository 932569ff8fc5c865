import { fieldProblem, hintFor, quoteValue, withoutNulls } from '@anyhook/core';
import { RuntimeError } from './errors.js';
import { fieldKinds, type RequestFields, type RequestFieldTable } from './fields.js';
import { type Route, routes } from './routes.js';

/** The route of a request, and the id or key in its path. */
export function findRoute(method: string, path: string): { readonly route: Route; readonly pathParameter: string } {
  const matches = routes.flatMap((route) => {
    const pathParameter = matchPath(route.path, path);
    return pathParameter === undefined ? [] : [{ route, pathParameter }];
  });
  const match = matches.find(({ route }) => route.method === method);
  if (match) return match;
  if (matches.length > 0) {
    const methods = matches.map(({ route }) => route.method).join(' or ');
    throw new RuntimeError('BAD_METHOD', `${path} takes ${methods}, got ${method}`);
  }
  const knownRoutes = routes.map((route) => `${route.method} ${route.path}`);
  throw new RuntimeError(
    'UNKNOWN_ROUTE',
    `there is nothing at ${quoteValue(`${method} ${path}`, 100)}; ${hintFor(`${method} ${path}`, knownRoutes)}`,
  );
}

/** The variable part of a path, empty if the pattern has none; undefined if the path does not match. */
function matchPath(pattern: string, path: string): string | undefined {
  const [expected, parts] = [pattern.split('/'), path.split('/')];
  if (expected.length !== parts.length) return undefined;
  let parameter = '';
  for (const [index, part] of parts.entries()) {
    if (expected[index]?.startsWith(':') && part !== '') parameter = decodePart(part);
    else if (expected[index] !== part) return undefined;
  }
  return parameter;
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The fields of a query: strings, except counts. */
export function queryFields(query: URLSearchParams, table: RequestFieldTable): RequestFields {
  const parseValue = (name: string, value: string) =>
    Object.hasOwn(table, name) && table[name]?.kind === 'count' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return Object.fromEntries([...query].map(([name, value]) => [name, parseValue(name, value)]));
}

/** The fields, checked against the route's table. */
export function validateFields({ method, path, fields: table }: Route, rawFields: RequestFields): RequestFields {
  const fields = withoutNulls(rawFields);
  const problem = fieldProblem(fields, table, fieldKinds);
  if (problem !== undefined) throw new RuntimeError('BAD_REQUEST', `${method} ${path}: ${problem}`);
  return fields;
}
