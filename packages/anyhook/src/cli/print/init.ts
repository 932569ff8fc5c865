import { homeIn, pathFromHome } from '@anyhook/core';
import type { ConfigPlan } from '../../install/config-plan.js';
import type { HookClient } from '../../install/hook-client.js';
import { type InitPlan, problemsOf } from '../../install/init-plan.js';
import type { ProgramCopy } from '../../install/program-copy.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { countNoun, oneLine, wrap } from '../terminal/text.js';
import { diffText } from './file-changes.js';

export function printInitPlan(plan: InitPlan, io: Io): void {
  const { scope, agents, generalProblems, client, copy, flow, waiting } = plan;
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  const home = homeIn(io.env) ?? io.home;
  for (const { agent, found, needs, twice, entries } of agents) {
    const where = [...found.machine.map((path) => pathFromHome(path, home)), ...found.project];
    const name = `${colors.bold(agent.title)}${agent.documentedOnly ? ' (documented only)' : ''}`;
    print(io, `${name}  ${where.length > 0 ? `found: ${where.join(', ')}` : 'not found on this machine'}`);
    const line = (label: string, text: string, paint = (same: string) => same) =>
      print(io, `  ${label.padEnd(9)}${paint(wrap(text, width, 11))}`);
    if (entries.problem) line('problem', entries.problem, colors.red);
    else line('events', eventsText(entries.events, scope));
    if (entries.byHand.length > 0) line('kept', `${entries.byHand.join(', ')}: connected by a handwritten entry`);
    if (twice && !entries.problem)
      line('note', 'also connected in the other scope; each event is still evaluated once');
    if (needs.unserved.length > 0)
      line('missing', `${needs.unserved.join(', ')}: hooks need it, ${agent.title} does not have it`);
  }
  if (flow) printFlow(flow, io);
  printWaiting(waiting, io);
  for (const problem of generalProblems) print(io, colors.red(problem));
  if (agents.some(({ entries: { events, problem } }) => events.length > 0 && !problem)) {
    print(io, `\n${wrap(clientText(client), width, 9)}`);
    if (copy) print(io, wrap(copyText(copy, home), width, 9));
  }
  if (agents.some(({ agent }) => agent.documentedOnly)) {
    const explanation = 'documented only: based on the documentation of the agent; not yet tested with it';
    print(io, `\n${wrap(explanation, width, 0)}`);
  }
  print(io, '');
}

/** Prints what is added to the config files, and what they already have. */
function printFlow({ files, notes }: ConfigPlan, io: Io): void {
  const home = homeIn(io.env) ?? io.home;
  const width = terminalWidth(io);
  for (const { path, added, kept } of files.filter((file) => file.added.length + file.kept.length > 0)) {
    print(io, `${colorsFor(io).bold('Flow Agents')}  ${pathFromHome(path, home)}`);
    if (added.length > 0) print(io, `  adds     ${wrap(added.join(', '), width, 11)}`);
    if (kept.length > 0) print(io, `  kept     ${wrap(`${kept.join(', ')}: already there`, width, 11)}`);
  }
  for (const note of notes) print(io, `  note     ${wrap(note, width, 11)}`);
}

/** Prints the files that earlier versions did not read. */
function printWaiting(waiting: InitPlan['waiting'], io: Io): void {
  if (waiting.length === 0) return;
  const home = homeIn(io.env) ?? io.home;
  print(
    io,
    `${colorsFor(io).bold('Hook files')}  that earlier versions of anyhook did not read; after a yes they run in all agents`,
  );
  for (const { path, hookCount } of waiting)
    print(io, `  reads    ${oneLine(pathFromHome(path, home))}: ${countNoun(hookCount, 'hook')}`);
}

const clientNames = {
  c: 'a small C program, compiled for this machine',
  perl: 'a perl script',
  node: 'a Node.js program, which takes about as long as Node.js to start',
} as const;

const clientText = ({ kind, native, notes }: HookClient): string =>
  `client   ${native ? 'a small program for Windows' : clientNames[kind]}, asks the resident engine${notes.length > 0 ? ` (${notes.join('; ')})` : ''}`;

/** Entries must not depend on a project or a cache, so what they start is a copy. */
const copyText = ({ folder, bytes, isWhole }: ProgramCopy, home: string): string =>
  `program  ${pathFromHome(folder, home)}, ${isWhole ? 'which is there' : `a copy of this anyhook (${Math.ceil(bytes / 1e6)} MB)`}`;

/** What the user must do before hooks run. */
export function printInitSteps({ agents, untrusted, flow, scope }: InitPlan, io: Io): void {
  const subject = untrusted === 1 ? 'one hook of this project does' : `${untrusted} hooks of this project do`;
  const trustSteps = untrusted > 0 ? [`${subject} not run until you review and trust them: anyhook trust`] : [];
  const toolSteps =
    flow && scope === 'user'
      ? ["quality-gate starts a project's own formatter only after you trust that project: anyhook trust"]
      : [];
  for (const step of [...trustSteps, ...toolSteps, ...agents.flatMap(({ entries }) => entries.steps)]) {
    print(io, `to do: ${wrap(step, terminalWidth(io), 7)}`);
  }
}

function eventsText(events: readonly { readonly event: string; readonly timeoutMs: number }[], scope: string): string {
  if (events.length > 0) return events.map(({ event, timeoutMs }) => `${event} (${timeoutMs / 1000} s)`).join(', ');
  return `none: no hook for this ${scope} needs one; write a hook first (anyhook hooks new), or use --event all`;
}

export function initReport(plan: InitPlan, { written }: { readonly written: boolean }) {
  const { scope, agents, changes, untrusted, client, copy, flow, waiting } = plan;
  return {
    scope,
    written,
    hosts: agents.map(({ agent, found, needs, twice, entries: { events, byHand, steps, problem } }) => ({
      host: agent.name,
      documentedOnly: agent.documentedOnly,
      found,
      events,
      byHand,
      unserved: needs.unserved,
      twice,
      steps,
      ...(problem !== undefined && { problem }),
    })),
    files: changes.map((change) => ({
      path: change.path,
      action: change.before === undefined ? 'create' : 'change',
      ...(change.use.host !== undefined && { host: change.use.host }),
      diff: diffText(change),
    })),
    problems: problemsOf(plan),
    untrusted,
    ...(waiting.length > 0 && { waiting }),
    client: { kind: client.kind, notes: client.notes },
    ...(copy && { program: { folder: copy.folder, bytes: copy.bytes, action: copy.isWhole ? 'none' : 'create' } }),
    ...(flow && { flow: { files: flow.files, notes: flow.notes } }),
  };
}
