import { dirname } from 'node:path';
import { checkSchema, type OptionalAuditField, parseYaml } from '@anyhook/anyhook';
import { changeableByOthers, entryExists, isFile, type Problem, readText, systemFileProblem } from '@anyhook/core';
import { type FleetFilePlaces, locksByText } from './fleet-lock.js';
import { fleetSchema } from './fleet-schema.js';
import type { OfflineSettings } from './fleet-standing.js';
import type { SigningKeys } from './keys.js';

/** The fleet that a machine belongs to, from its fleet.yaml. */
export interface FleetSettings {
  /** The file with these settings. */
  readonly file: string;
  /** `system`: the administrator's file; `user`: the user's own. */
  readonly origin: 'system' | 'user';
  readonly org: string;
  readonly channel: string;
  /** Without a trailing slash. */
  readonly url: string;
  readonly root: SigningKeys & { readonly version: number };
  readonly offline: OfflineSettings;
  readonly lock: boolean;
  /** The user's own file contains `lock: true`, which only works in the administrator's file. */
  readonly hasIdleLock?: true;
  readonly pollMs: number;
  /** The target of audit records; missing: none. */
  readonly audit?: AuditSettings;
  /** The folder to which the machine writes its report. */
  readonly reports?: string;
}

/** The target of audit records, and their content. */
export interface AuditSettings {
  readonly target:
    | { readonly kind: 'otlp'; readonly url: string; readonly headers: Readonly<Record<string, string>> }
    | { readonly kind: 'hub'; readonly url: string; readonly token?: string };
  readonly fields: readonly OptionalAuditField[];
  readonly maxMb: number;
}

/** The fleet of a machine, or the problem of its file; neither if it is not in a fleet. */
export interface FoundFleet {
  readonly settings?: FleetSettings;
  readonly problems: readonly Problem[];
}

const maxFleetBytes = 64 * 1024;

/** Finds and reads the fleet file. A file that exists but cannot be used is always a problem. */
export function findFleet({ system, user, systemConfig }: FleetFilePlaces): FoundFleet {
  if (entryExists(system)) return readFleetFile(system, 'system');
  if (!entryExists(user)) return { problems: [] };
  if (entryExists(systemConfig)) {
    const message = `not used: ${systemConfig} is in charge of this machine; an administrator can move the file to ${system}`;
    return { problems: [{ source: user, severity: 'error', message }] };
  }
  return readFleetFile(user, 'user');
}

function readFleetFile(path: string, origin: FleetSettings['origin']): FoundFleet {
  const problem = (message: string): FoundFleet => ({ problems: [{ source: path, severity: 'error', message }] });
  const exposed = isFile(path)
    ? (systemFileProblem(path) ?? changeableByOthers([path, dirname(path)], origin))
    : undefined;
  if (exposed !== undefined) return problem(exposed);
  const text = readText(path, maxFleetBytes);
  if (text === undefined) return problem(`cannot be read: expected a readable file of at most ${maxFleetBytes} bytes`);
  return parseFleetFile(text, path, origin);
}

export function parseFleetFile(text: string, path: string, origin: FleetSettings['origin']): FoundFleet {
  const parsed = parseYaml(text, path);
  if (!('doc' in parsed)) return parsed;
  const { output, problems } = checkSchema(fleetSchema, parsed.doc);
  if (!output) return { problems };
  const { org, channel, url, root, lock, pollMinutes } = output;
  const wrong = (field: string, message: string): FoundFleet => ({
    problems: [{ source: path, line: parsed.doc.lineOf(field.split('.')), field, severity: 'error', message }],
  });
  if (root.threshold > new Set(root.keys).size)
    return wrong(
      'root.threshold',
      `"root.threshold": expected at most the number of keys, ${new Set(root.keys).size}, got ${root.threshold}`,
    );
  // The hook path reads the lock without a parser: both must agree.
  if (locksByText(text) !== lock) return wrong('lock', '"lock": write it on a separate line: lock: true');
  const { otlp, hub, token, headers, ...rest } = output.audit ?? { fields: [], maxMb: 0 };
  if (output.audit && (otlp === undefined) === (hub === undefined))
    return wrong('audit', `"audit": expected either "otlp" or "hub", got ${otlp === undefined ? 'neither' : 'both'}`);
  if (otlp === undefined ? headers !== undefined : token !== undefined)
    return wrong(
      otlp === undefined ? 'audit.headers' : 'audit.token',
      otlp === undefined ? '"audit.headers" is for "audit.otlp" only' : '"audit.token" is for "audit.hub" only',
    );
  const target: AuditSettings['target'] | undefined =
    otlp === undefined
      ? hub === undefined
        ? undefined
        : { kind: 'hub', url: hub, ...(token !== undefined && { token }) }
      : { kind: 'otlp', url: otlp, headers: headers ?? {} };
  return {
    problems,
    settings: {
      ...{ file: path, origin, org, channel, url, root, lock: lock && origin === 'system' },
      ...(lock && origin === 'user' && { hasIdleLock: true as const }),
      offline: {
        warnAfterMs: output.offline.warnAfter,
        thenAfterMs: output.offline.thenAfter,
        rule: output.offline.then,
      },
      pollMs: pollMinutes * 60_000,
      ...(target && { audit: { target, ...rest } }),
      ...(output.reports !== undefined && { reports: output.reports }),
    },
  };
}
