import { conditional, destroying, sql } from '../../.cache/code/database.js';
import { looksLikeSql } from '../sql/sql.js';
import { hasMark } from '../value.js';
import { type Arguments, flatItems, isTrue, namedArgument, textsOf } from './code-values.js';
import type { Flow } from './flow.js';

/** Methods that take SQL text, whatever their object is called. */
const sqlMethods = new Set(sql);

/** Methods that destroy data, whatever their arguments. */
const destroyingMethods = new Set(destroying);

/** Methods that destroy everything only without a condition. */
const conditionalMethods = new Set(conditional);

/** Database libraries: SQL texts are judged, calls that drop data are reported. */
export function databaseMethod(name: string, args: Arguments, flow: Flow): void {
  const dot = name.lastIndexOf('.');
  const last = name.slice(dot + 1);
  if (sqlMethods.has(last)) {
    for (const codeValue of flatItems(args.list).slice(0, 4))
      for (const text of textsOf(codeValue)) if (looksLikeSql(text)) flow.machine.runSql(text);
  }
  if (dot < 0) return;
  const owner = name.slice(0, dot);
  if (last === 'runCommand' || last === 'adminCommand') judgeCommand(args, flow);
  if (owner.startsWith('boto3.') && (last === 'delete' || last.startsWith('delete_') || last.startsWith('terminate_')))
    flow.machine.note({ do: 'destroy', kind: 'cloud', what: last });
  if (destroyingMethods.has(last) || isDrop(owner, last, args) || isUnconditional(owner, last, args))
    flow.machine.note({ do: 'destroy', kind: 'db', what: `${last} of ${owner}` });
}

/** `db.runCommand({dropDatabase: 1})` */
function judgeCommand(args: Arguments, flow: Flow): void {
  for (const name of ['dropDatabase', 'drop', 'dropIndexes', 'dropUser', 'dropAllUsersFromDatabase']) {
    if (namedArgument(args, name) !== undefined)
      flow.machine.note({ do: 'destroy', kind: 'db', what: `${name} command` });
  }
  if (namedArgument(args, 'shutdown') !== undefined)
    flow.machine.note({ do: 'system', what: 'shutdown of the database' });
}

function isDrop(owner: string, last: string, args: Arguments): boolean {
  const isDatabase =
    owner === 'db' ||
    owner.startsWith('db.') ||
    owner.startsWith('db[') ||
    owner.startsWith('sequelize') ||
    owner.includes('getCollection(') ||
    owner.includes('collection(');
  if (last === 'drop') return isDatabase || owner.startsWith('metadata');
  if (last === 'sync') return isTrue(namedArgument(args, 'force')) && owner.includes('equelize');
  return last === 'delete' && owner.endsWith('.objects.all()');
}

function isUnconditional(owner: string, last: string, args: Arguments): boolean {
  if (!conditionalMethods.has(last) || owner.includes('where')) return false;
  const [filter] = args.list;
  const isModel = (owner[0] ?? '') >= 'A' && (owner[0] ?? '') <= 'Z';
  if (last === 'remove') return owner.startsWith('db.') && isEmptyFilter(filter);
  if (last === 'delete_all' || last === 'destroy_all' || last === 'truncate')
    return (isModel || owner.startsWith('db.')) && filter === undefined;
  if (filter?.kind === 'map' && filter.entries.has('where')) return isEmptyFilter(filter.entries.get('where'));
  return isEmptyFilter(filter) || textsOf(filter).every((text) => hasMark(text, 'all'));
}

const isEmptyFilter = (filter: Arguments['list'][number] | undefined): boolean =>
  filter === undefined || (filter.kind === 'map' && filter.entries.size === 0);
