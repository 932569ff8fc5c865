import { now, userPaths } from '@anyhook/core';
import { openProject } from '../../answer/engine.js';
import { type ApprovalRecord, approvalState, type PersonDecision } from '../../approvals/approval-record.js';
import { type ApprovalStore, createApprovalStore } from '../../approvals/approval-store.js';
import { settleApproval } from '../../approvals/channel.js';
import { terminalChannel } from '../../approvals/channels/terminal.js';
import { printApproval, printApprovals } from '../print/approvals.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { parseDurationMs } from '../terminal/duration.js';
import { exitCodes, type Io, print, printJson } from '../terminal/io.js';
import { offerRule } from '../terminal/offer-rule.js';
import { jsonOption } from '../terminal/options.js';
import { letPersonDecide, refuseAgent, requirePerson } from '../terminal/terminal.js';

const nothingPending = 'no call waits for your approval';
const personOnly = 'only a person may approve it, not an agent';

/** `anyhook approvals`: calls that wait for a person, and past decisions. */
export const addApprovals: RegisterCommand = (program, { io }) => {
  program
    .command('approvals')
    .summary('list calls waiting for your approval')
    .description('Lists calls that need approval by a person, for agents that cannot ask themselves.')
    .option('--all', 'include those decided, used or expired in the last week')
    .addOption(jsonOption())
    .addHelpText('after', examplesText('anyhook approvals', 'anyhook approvals --all --json'))
    .action(async (options: { readonly all?: true; readonly json?: true }) => {
      refuseAgent(io, '"anyhook approvals"', personOnly);
      const records = (await openApprovals(io)).all();
      const shown = options.all ? records : pendingOnly(records);
      if (options.json)
        return printJson(
          io,
          shown.map((record) => ({ ...record, state: approvalState(record, now()) })),
        );
      if (shown.length === 0) return print(io, nothingPending);
      printApprovals(io, shown, now());
    });
};

interface Options {
  readonly yes?: true;
  readonly reason?: string;
  readonly for?: string;
}

/** `anyhook approve`: a person approves one call once. */
export const addApprove: RegisterCommand = (program, context) => {
  program
    .command('approve')
    .summary('approve a pending call once')
    .description(
      'Shows a pending call in full and asks; without an id, every pending call. The same call may then run once. Needs a person at a terminal.',
    )
    .argument('[id]', 'the call, as "anyhook approvals" names it')
    .option('--reason <text>', 'reason, for the journal')
    .option('--for <duration>', 'not once, but every call that does the same, for this long: 10m, 1h')
    .option('--yes', 'do not ask (only in a terminal that you opened)')
    .addHelpText('after', examplesText('anyhook approve', 'anyhook approve k7f2p', 'anyhook approve k7f2p --for 10m'))
    .action((id: string | undefined, options: Options) => decide('approved', id, options, context));
};

/** `anyhook refuse`: a person refuses one call. */
export const addRefuse: RegisterCommand = (program, context) => {
  program
    .command('refuse')
    .summary('refuse a pending call')
    .description(
      'Shows a pending call and asks; the agent learns that a person refused it. Needs a person at a terminal.',
    )
    .argument('[id]', 'the call, as "anyhook approvals" names it')
    .option('--reason <text>', 'reason, which the agent gets')
    .option('--yes', 'do not ask (only in a terminal that you opened)')
    .addHelpText('after', examplesText('anyhook refuse', 'anyhook refuse k7f2p --reason "use the staging database"'))
    .action((id: string | undefined, options: Options) => decide('refused', id, options, context));
};

const decisionTexts = {
  approved: {
    verb: 'approve',
    deed: 'approve this call once',
    question: 'Approve this call once?',
    done: 'approved: the same call may run once',
  },
  refused: {
    verb: 'refuse',
    deed: 'refuse this call',
    question: 'Refuse this call?',
    done: 'refused: the agent will be told',
  },
} as const;

const approvedForTimeTexts = (duration: string) => ({
  verb: 'approve',
  deed: `approve every call that does the same, for ${duration}`,
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
  const { verb, deed, question, done } =
    duration === undefined ? decisionTexts[decision] : approvedForTimeTexts(duration);
  const person = requirePerson(io, `"anyhook ${verb}"`, personOnly);
  const store = await openApprovals(io);
  const records = pendingOnly(store.all());
  const chosen = id === undefined ? records : records.filter((record) => record.id === id);
  if (id === undefined && chosen.length === 0) return print(io, nothingPending);
  // The store reports an id that is not pending.
  if (chosen.length === 0) return void (await store.decide(id ?? '', decision, { by: '' }));
  for (const record of chosen) {
    printApproval(io, record, now());
    if (!(await letPersonDecide(io, person, { question, isYes: yes, deed, word: record.id }))) {
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
