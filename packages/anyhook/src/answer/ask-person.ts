import type { Hook, HookReport, ToolCall, Verdict } from '@anyhook/core';
import { abilityId, now, trustedFiles, userPaths } from '@anyhook/core';
import { type ApprovalRequest, abilityToolPrefix, taskToolPrefix } from '../approvals/approval-record.js';
import type { Approval, AskableEvent } from '../engine/approve.js';
import type { Project } from '../hooks/load.js';
import type { MachinePolicy } from '../hooks/policy-source.js';
import type { World } from './engine.js';

/** Returns what a person decided about a call, or stores the question. Loads the store only when a hook asks. */
export const createApprover =
  (project: Project, world: World) =>
  async (event: AskableEvent, verdict: Verdict): Promise<Approval> => {
    const store = await approvalStoreOf(project, world);
    const approval = await store.ask(approvalRequest(project, event, verdict));
    if (approval.kind !== 'pending') return approval;
    const question = questionOf(project.snapshot.policy, world, approval.minutes);
    return { ...approval, announced: (await channels()).flatMap((channel) => channel.announce(question) ?? []) };
  };

/** A call that waits for approval after its agent got the answer. */
export interface OpenQuestion {
  readonly id: string;
  /** The id of the asking decision in the journal; missing: it has no record. */
  readonly decisionId: string | undefined;
  readonly policy: MachinePolicy | undefined;
  readonly world: World;
}

/** Links the request to the decision that asked, so approvers can see why, and sends it through every channel. */
export async function sendQuestion({ id, decisionId, policy, world }: OpenQuestion): Promise<void> {
  // The request works without the link.
  if (decisionId !== undefined) await (await approvalStoreOf(undefined, world)).link(id, decisionId).catch(() => {});
  const question = questionOf(policy, world, 0);
  for (const channel of await channels()) await channel.poll?.(question).catch(() => {});
}

const channels = async () => (await import('../approvals/channel.js')).approvalChannels();

const questionOf = (policy: MachinePolicy | undefined, { env, home }: World, minutes: number) => ({
  policy,
  world: { env, home },
  minutes,
  now: now(),
});

/** Whether the request for this call has been decided. */
export async function isAnsweredByPerson(
  { event, verdict }: { readonly event: AskableEvent; readonly verdict: Verdict },
  project: Project,
  world: World,
): Promise<boolean> {
  return (await approvalStoreOf(project, world)).isAnswered(approvalRequest(project, event, verdict));
}

async function approvalStoreOf(project: Project | undefined, { env, home }: World) {
  const { createApprovalStore } = await import('../approvals/approval-store.js');
  return createApprovalStore(userPaths(env, home).state, { now, minutes: project?.config.approvalMinutes ?? 0 });
}

function approvalRequest(project: Project, event: AskableEvent, verdict: Verdict): ApprovalRequest {
  const { cwd, host: agent, sessionId } = event;
  const reports = verdict.hooks.filter(({ decision }) => decision === 'ask');
  const askers = new Map(reports.map(({ hook }) => [hook.id, hook]));
  const call = event.name === 'tool.before' ? event.call : undefined;
  return {
    root: project.root,
    cwd,
    ...approvalSubject(event, verdict),
    ...askedEffects(reports),
    hooks: [...askers.values()].map((hook) => ({ id: hook.id, version: hookVersion(hook, project) })),
    reason: verdict.reason ?? '',
    host: agent,
    sessionId,
    ...(call?.id !== undefined && { callId: call.id }),
    ...(isTask(event) && { caller: callerText(event) }),
  };
}

/** Everything that the asking hooks ask about; nothing if one of them asks about the call itself. */
function askedEffects(reports: readonly HookReport[]): Pick<ApprovalRequest, 'effects'> {
  if (reports.length === 0 || reports.some(({ asksAbout }) => asksAbout === undefined)) return {};
  return { effects: [...new Set(reports.flatMap(({ asksAbout = [] }) => asksAbout))].sort() };
}

const isTask = (event: AskableEvent): boolean => event.name === 'task.create' || event.taskKey !== undefined;

const callerText = ({ caller, jobId, triggeredBy }: AskableEvent): string =>
  [
    caller,
    ...(jobId === undefined ? [] : [`job ${jobId}`]),
    ...(triggeredBy === undefined ? [] : [`by ${triggeredBy}`]),
  ].join(', ');

/** What a person approves: a tool call, or an ability with the environment in which it would run. */
function approvalSubject(event: AskableEvent, { rewrite }: Verdict): Pick<ApprovalRequest, 'tool' | 'input'> {
  const { environment } = event;
  if (event.name === 'task.create') {
    const { ability, input = { summary: event.inputSummary } } = event;
    return { tool: `${taskToolPrefix}${ability.value}`, input: { environment, input } };
  }
  const input = rewrite?.of === 'input' ? rewrite.value : event.call.input;
  if (event.taskKey === undefined) return { tool: canonicalToolName(event.call), input };
  return { tool: `${abilityToolPrefix}${abilityId(event.call)}`, input: { environment, input } };
}

/** Equal for all agents if the tool has a canonical kind. */
function canonicalToolName({ kind, nativeName, mcp }: ToolCall): string {
  if (mcp) return `mcp:${mcp.server}/${mcp.tool}`;
  return kind === 'other' || kind === 'mcp' ? nativeName : kind;
}

/** A hook whose definition, script or settings changed counts as new: earlier approvals do not apply to it. */
const hookVersion = (hook: Hook, { snapshot }: Project): string =>
  JSON.stringify([hook.handler, hook.match, trustedFiles(hook).map((file) => snapshot.shas[file] ?? '')]);
