import type { Hook } from '../core/hook.js';
import { abilityId, type ToolCall } from '../core/tool.js';
import type { Verdict } from '../core/verdict.js';
import type { Approval, Askable } from '../engine/approve.js';
import { now } from '../platform/clock.js';
import type { Project } from '../project/load.js';
import { type ApprovalRequest, createsTask, runsAbility } from '../state/approval-record.js';
import { userPlaces } from '../state/user-paths.js';
import type { World } from './engine.js';

/** Asks the user's store what a person said about a call. Nothing of it is loaded before a hook asks. */
export const approver =
  (project: Project, world: World) =>
  async (event: Askable, verdict: Verdict): Promise<Approval> => {
    const { createApprovals } = await import('../state/approvals.js');
    const { state } = userPlaces(world.env, world.home);
    const store = createApprovals(state, { now, minutes: project.config.approvalMinutes });
    return store.ask(requestOf(project, event, verdict));
  };

function requestOf(project: Project, event: Askable, verdict: Verdict): ApprovalRequest {
  const { cwd, host, sessionId } = event;
  const askers = new Map(verdict.hooks.filter(({ decision }) => decision === 'ask').map(({ hook }) => [hook.id, hook]));
  const call = event.name === 'tool.before' ? event.call : undefined;
  return {
    root: project.root,
    cwd,
    ...askedFor(event, verdict),
    hooks: [...askers.values()].map((hook) => ({ id: hook.id, version: versionOf(hook, project) })),
    reason: verdict.reason ?? '',
    host,
    sessionId,
    ...(call?.id !== undefined && { callId: call.id }),
    ...(isTask(event) && { caller: callerText(event) }),
  };
}

const isTask = (event: Askable): boolean => event.name === 'task.create' || event.taskKey !== undefined;

const callerText = ({ caller, jobId, triggeredBy }: Askable): string =>
  [
    caller,
    ...(jobId === undefined ? [] : [`job ${jobId}`]),
    ...(triggeredBy === undefined ? [] : [`by ${triggeredBy}`]),
  ].join(', ');

/** What a person is asked about: a tool call, or an ability with the environment in which it would run. */
function askedFor(event: Askable, { rewrite }: Verdict): Pick<ApprovalRequest, 'tool' | 'input'> {
  const { environment } = event;
  if (event.name === 'task.create') {
    const { ability, input = { summary: event.inputSummary } } = event;
    return { tool: `${createsTask}${ability.value}`, input: { environment, input } };
  }
  const input = rewrite?.of === 'input' ? rewrite.value : event.call.input;
  if (event.taskKey === undefined) return { tool: toolOf(event.call), input };
  return { tool: `${runsAbility}${abilityId(event.call)}`, input: { environment, input } };
}

/** The same on every agent, where the tool has a canonical kind. */
function toolOf({ kind, nativeName, mcp }: ToolCall): string {
  if (mcp) return `mcp:${mcp.server}/${mcp.tool}`;
  return kind === 'other' || kind === 'mcp' ? nativeName : kind;
}

/** Another text, script or setting is another hook, which has not asked yet. */
const versionOf = ({ handler, match, files }: Hook, { snapshot }: Project): string =>
  JSON.stringify([handler, match, files.map((file) => snapshot.shas[file] ?? '')]);
