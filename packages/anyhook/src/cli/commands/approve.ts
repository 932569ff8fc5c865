import { AnyhookError, now, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { type ApprovalRecord, approvalState, type PersonDecision } from '../../approvals/approval-record.js';
import { type ApprovalStore, createApprovalStore } from '../../approvals/approval-store.js';
import { settleApproval } from '../../approvals/channel.js';
import { terminalChannel } from '../../approvals/channels/terminal.js';
import { printApproval, printApprovals } from '../print/approvals.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { parseDurationMs } from '../terminal/duration.js';
import { requireHuman } from '../terminal/human.js';
import { exitCodes, type Io, print, printJson } from '../terminal/io.js';
import { offerRule } from '../terminal/offer-rule.js';

const nothingPending = 'no call waits for your approval';
const personOnly = 'only a person may approve it, not an agent';

type ApproveOptions = OptionsOf<typeof commands.approve>;
type Options = Pick<ApproveOptions, 'yes' | 'reason' | 'for'>;

export const addApprove: RegisterCommand = (program, context) => {
  addCommand(program, commands.approve).action((id: string | undefined, options: ApproveOptions) =>
    options.list ? list(context.io, options) : decide('approved', id, withoutListOptions(options), context),
  );
};

async function list(io: Io, { all, json }: ApproveOptions): Promise<void> {
  requireHuman(io, { action: '"anyhook approve --list"', advice: personOnly, confirm: false });
  const records = (await openApprovals(io)).all();
  const shown = all ? records : pendingOnly(records);
  if (json) {
    const listed = shown.map((record) => ({ ...record, state: approvalState(record, now()) }));
    return printJson(io, listed);
  }
  if (shown.length === 0) return print(io, nothingPending);
  printApprovals(io, shown, now());
}

function withoutListOptions({ all, json, ...options }: ApproveOptions): Options {
  if (all || json) throw new AnyhookError('BAD_ARGUMENT', `${all ? '--all' : '--json'} needs --list`);
  return options;
}

export const addRefuse: RegisterCommand = (program, context) => {
  addCommand(program, commands.refuse).action((id: string | undefined, options: Options) =>
    decide('refused', id, options, context),
  );
};

const decisionTexts = {
  approved: {
    verb: 'approve',
    action: 'approve this call once',
    question: 'Approve this call once?',
    done: 'approved: the same call may run once',
  },
  refused: {
    verb: 'refuse',
    action: 'refuse this call',
    question: 'Refuse this call?',
    done: 'refused: the agent will be told',
  },
} as const;

const approvedForTimeTexts = (duration: string) => ({
  verb: 'approve',
  action: `approve every call that does the same, for ${duration}`,
  question: `Approve every call that does the same, for ${duration}?`,
  done: `approved: calls that do the same may run for ${duration}`,
});

async function decide(
  decision: PersonDecision,
  id: string | undefined,
  { yes, reason, for: duration }: Options,
  context: CommandContext,
): Promise<void> {
  const { io } = context;
  const forMs = duration === undefined ? undefined : parseDurationMs(duration, '--for');
  const { verb, action, question, done } =
    duration === undefined ? decisionTexts[decision] : approvedForTimeTexts(duration);
  const person = requireHuman(io, { action: `"anyhook ${verb}"`, advice: personOnly });
  const store = await openApprovals(io);
  const records = pendingOnly(store.all());
  const chosen = id === undefined ? records : records.filter((record) => record.id === id);
  if (id === undefined && chosen.length === 0) return print(io, nothingPending);
  // The store reports an id that is not pending.
  if (chosen.length === 0) return void (await store.decide(id ?? '', decision, { by: '' }));
  for (const record of chosen) {
    printApproval(io, record, now());
    if (!(await person.confirm({ question, isYes: yes, action, word: record.id }))) {
      context.exitCode = exitCodes.error;
      print(io, 'nothing was decided');
      continue;
    }
    const answer = { ...(reason !== undefined && { why: reason }), ...(forMs !== undefined && { forMs }) };
    const decided = await settleApproval(store, terminalChannel, { record, decision, answer });
    print(io, done);
    if (decision === 'approved' && !yes) await offerRule(io, decided, { mayWrite: person.doubt === undefined });
  }
}

const pendingOnly = (records: readonly ApprovalRecord[]): readonly ApprovalRecord[] =>
  records.filter((record) => approvalState(record, now()) === 'pending');

async function openApprovals(io: Io): Promise<ApprovalStore> {
  const { config } = await openProject(io);
  return createApprovalStore(userPaths(io.env, io.home).state, { now, minutes: config.approvalMinutes });
}
