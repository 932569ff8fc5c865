import { renders } from '../hosts/renders.js';
import type { Agent, InitPlan } from './init-plan.js';
import { diffText, shortPath } from './install-print.js';
import { colorsFor, type Io, print } from './io.js';

/** What `init` found and what it means for each agent. */
export function printPlan({ scope, agents, hosts, problems }: InitPlan, io: Io): void {
  const colors = colorsFor(io);
  const home = io.env['HOME'] || io.home;
  if (agents.length === 0) {
    const known = renders.map(({ host }) => host).join(', ');
    print(io, `no agent was found: neither a program on PATH nor a settings folder. Name one with --host (${known})`);
    return;
  }
  for (const [i, { host, found, needs, twice }] of agents.entries()) {
    const where = [...found.machine.map((path) => shortPath(path, home)), ...found.project];
    print(
      io,
      `${colors.bold(host.title)}${host.documentedOnly ? ' (documented only)' : ''}  ${where.length > 0 ? `found: ${where.join(', ')}` : 'not found on this machine'}`,
    );
    const plan = hosts[i];
    const line = (label: string, text: string) => print(io, `  ${label.padEnd(9)}${text}`);
    if (plan?.problem) line('problem', colors.red(plan.problem));
    else line('events', eventsText(plan?.events ?? [], scope));
    if (plan && plan.byHand.length > 0)
      line('kept', `${plan.byHand.join(', ')}: connected by an entry that somebody wrote by hand`);
    if (twice) line('note', `connected in the other scope too: each event would be evaluated twice`);
    if (needs.unserved.length > 0)
      line('missing', `${needs.unserved.join(', ')}: hooks wait for it, ${host.title} does not bring it`);
  }
  for (const problem of problems.filter((one) => !hosts.some((plan) => plan.problem && one.includes(plan.problem)))) {
    print(io, colors.red(problem));
  }
  print(io, '');
}

function eventsText(events: readonly { readonly event: string; readonly timeoutMs: number }[], scope: string): string {
  if (events.length > 0) return events.map(({ event, timeoutMs }) => `${event} (${timeoutMs / 1000} s)`).join(', ');
  return `none: no hook for this ${scope} needs one; write a hook first (anyhook new), or use --event all`;
}

/** The same for programs. */
export function reportOf(
  { scope, agents, hosts, changes, problems }: InitPlan,
  { written }: { readonly written: boolean },
) {
  return {
    scope,
    written,
    hosts: agents.map(({ host, found, needs, twice }: Agent, i) => ({
      host: host.name,
      documentedOnly: host.documentedOnly,
      found,
      events: hosts[i]?.events ?? [],
      byHand: hosts[i]?.byHand ?? [],
      unserved: needs.unserved,
      twice,
      steps: hosts[i]?.steps ?? [],
      ...(hosts[i]?.problem !== undefined && { problem: hosts[i].problem }),
    })),
    files: changes.map((change) => ({
      path: change.path,
      action: change.before === undefined ? 'create' : 'change',
      ...(change.use.host !== undefined && { host: change.use.host }),
      diff: diffText(change),
    })),
    problems,
  };
}
