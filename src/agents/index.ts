import { AnyhookError, nearest } from '../core/errors.js';
import type { DecodeContext, Host } from './agent.js';
import { canonical } from './canonical/index.js';
import { claudeCode } from './claude-code/index.js';
import { cline } from './cline/index.js';
import { codex } from './codex/index.js';
import { copilot } from './copilot/index.js';
import { cursor } from './cursor/index.js';
import { droid } from './droid/index.js';
import { flow } from './flow/index.js';
import { gemini } from './gemini/index.js';
import { kimi } from './kimi/index.js';
import { kiro } from './kiro/index.js';
import { opencode } from './opencode/index.js';
import { pi } from './pi/index.js';
import { qwen } from './qwen/index.js';
import { windsurf } from './windsurf/index.js';

/** The hosts by name; `anyhook` is no agent but the canonical words themselves. */
export const hosts: Readonly<Record<string, Host>> = Object.fromEntries(
  [
    claudeCode,
    codex,
    opencode,
    pi,
    gemini,
    copilot,
    qwen,
    droid,
    cline,
    kiro,
    cursor,
    kimi,
    windsurf,
    flow,
    canonical,
  ].map((host) => [host.name, host]),
);

/** Who really calls an entry that was written for a host: another one may read that host's files and run its entries. */
export const callerOf = (host: Host, payload: unknown, env: DecodeContext['env']): Host =>
  borrowers.find(({ borrows }) => borrows?.from === host.name && borrows.isCaller(payload, env)) ?? host;

const borrowers = Object.values(hosts).filter(({ borrows }) => borrows);

/** The host of that name, or an error that lists the known ones. */
export function findHost(name: string): Host {
  const host = Object.hasOwn(hosts, name) ? hosts[name] : undefined;
  if (host) return host;
  const known = Object.keys(hosts);
  const near = nearest(name, known);
  const hint = near ? `did you mean "${near}"?` : `known hosts: ${known.join(', ')}`;
  throw new AnyhookError('UNKNOWN_HOST', `anyhook has no codec for the host "${name}"; ${hint}`);
}
