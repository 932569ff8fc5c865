import { plainEffects, systemCmdletRows } from '../../../.cache/powershell/cmdlets/system.js';
import type { Effect } from '../../effect.js';
import { listOfWords } from '../../word-lists.js';
import { isPsObject, psText, psUnknown } from '../items.js';
import { type CmdletRun, type CmdletTable, cmdletTable } from '../parameters.js';

type PlainEffect = 'system' | 'persist' | 'grant' | 'expose' | 'publish' | 'disk' | 'infra' | 'cloud' | 'db' | 'secret';

/** A row of system.yaml. */
export interface PlainEffectRow {
  readonly effect: PlainEffect;
  readonly what: string;
  readonly names: string;
}

/** Cloud cmdlets. */
const families: readonly (readonly [RegExp, PlainEffect, string])[] = [
  [/^(?:remove|clear|reset)-az/, 'cloud', 'resource of Azure'],
  [/^stop-azvm/, 'cloud', 'resource of Azure'],
  [/^remove-(?:ec2|s3|rds|iam|lm|cfn|ddb|eks|ecs|elb|kms|sec|efs)/, 'cloud', 'resource of AWS'],
  [/^(?:remove|stop)-(?:gce|gcs|gke|gcsql)/, 'cloud', 'resource of Google Cloud'],
  [/^remove-(?:mg|msol|azuread|entra)/, 'cloud', 'object of the directory'],
];

const byName = new Map(plainEffects.flatMap((row) => row.names.split(' ').map((name) => [name, row] as const)));

/** The effect of a cmdlet that depends only on its name; undefined for others. */
export function effectByName(name: string, target: string): Effect | undefined {
  const family = families.find(([pattern]) => pattern.test(name));
  const row = byName.get(name) ?? (family && { effect: family[1], what: family[2] });
  if (!row) return undefined;
  const named = { what: row.what, ...(target === '' ? {} : { target }) };
  const { effect } = row;
  return effect === 'disk' || effect === 'infra' || effect === 'cloud' || effect === 'db' || effect === 'secret'
    ? { do: 'destroy', kind: effect, ...named }
    : { do: effect, ...named };
}

/** Names of destructive cmdlets; text that cannot be parsed is searched for them. */
export const destructiveNames: readonly string[] = [
  ...byName.keys(),
  ...listOfWords('remove-item clear-content clear-item remove-itemproperty invoke-expression iex ri rm del'),
  ...['rd', 'rmdir', 'erase', 'format', 'vssadmin', 'wbadmin', 'bcdedit', 'diskpart', 'cipher', 'stop-process'],
  ...['set-executionpolicy'],
];

/** Processes without which Windows stops. */
export const vitalProcesses: readonly string[] = [
  ...['winlogon', 'csrss', 'lsass', 'wininit', 'services', 'smss', 'svchost', 'system', 'dwm', 'explorer', 'lsm'],
  ...['msmpeng', 'sshd', 'init', 'systemd', 'launchd'],
];

/** Whether a name, which may be a pattern, matches a vital process. */
export function isVitalProcess(name: string): boolean {
  const plainName = name.toLowerCase().replace(/\.exe$/, '');
  return (
    plainName === '*' ||
    vitalProcesses.includes(plainName) ||
    (/^[a-z]{0,2}\*$/.test(plainName) && plainName.length < 3)
  );
}

const stopProcess: CmdletRun = (call, { machine }) => {
  const names = call.all('name').map(psText);
  const ids = call.all('id').map(psText);
  const everything = (call.input ?? []).some((item) => isPsObject(item) && item.type === 'process:all');
  const vital = [
    ...names,
    ...(call.input ?? []).flatMap((item) => (isPsObject(item) ? item.args.map(psText) : [])),
  ].find(isVitalProcess);
  if (everything || vital !== undefined || ids.some((id) => ['0', '1', '4'].includes(id)))
    machine.note({ do: 'system', what: 'stops system processes', ...(vital === undefined ? {} : { target: vital }) });
};

const getProcess: CmdletRun = (call) => {
  const names = [...call.all('name'), ...call.all('id')];
  return [{ kind: 'object', type: names.length === 0 ? 'process:all' : 'process:some', args: names }];
};

const setExecutionPolicy: CmdletRun = (call, { machine }) => {
  // A policy for this process ends with it.
  if (!/^process$/i.test(call.text('scope')))
    machine.note({ do: 'system', what: 'execution policy', target: call.text('executionpolicy') });
};

const getWmi: CmdletRun = (call) => {
  const name = (call.text('class') || call.text('classname') || call.text('query')).toLowerCase();
  return [{ kind: 'object', type: `wmi:${name}`, args: [] }];
};

const removeWmi: CmdletRun = (call, { machine }) => {
  const what = [
    call.text('class'),
    call.text('query'),
    ...(call.input ?? []).map((item) => (isPsObject(item) ? item.type : psText(item))),
  ].join(' ');
  if (/shadow/i.test(what)) machine.note({ do: 'destroy', kind: 'disk', what: 'shadow copies' });
  else machine.note({ do: 'system', what: 'removal by WMI', target: what.trim() });
};

const runSqlText: CmdletRun = (call, { machine, session }) => {
  const file = call.get('inputfile');
  const query =
    call.get('query') === undefined && file !== undefined
      ? machine.read(session.absolute(psText(file)))
      : call.text('query');
  machine.runSql(query, call.text('serverinstance') || call.text('database') || undefined);
  return [psUnknown()];
};

const getSecret: CmdletRun = (call, { machine }) => [
  call.has('asplaintext') ? machine.secret(`secret ${call.text('name')}`) : psUnknown(),
];

export const systemCmdlets: CmdletTable = cmdletTable(systemCmdletRows, {
  stopProcess,
  getProcess,
  setExecutionPolicy,
  getWmi,
  removeWmi,
  runSqlText,
  getSecret,
});
