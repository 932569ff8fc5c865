import { now } from '@anyhook/core';
import { countApproved } from '../approvals/approval-record.js';
import { createApprovalStore } from '../approvals/approval-store.js';
import { type DoctorCheck, type Finding, makeFinding } from './finding.js';

const title = 'what hooks stop is seldom approved';
const days = 7;
/** Fewer stopped calls say nothing. */
const minStopped = 20;
/** More than this share of approvals means that hooks ask about what is meant. */
const maxShare = 0.05;

/** Finds hooks that ask too much: people then approve without looking. No check if nobody approved anything. */
export async function approvalChecks(state: string): Promise<readonly DoctorCheck[]> {
  const since = now() - days * 86_400_000;
  const approved = countApproved(createApprovalStore(state, { now, minutes: 1 }).all(), { since });
  if (approved === 0) return [];
  return [{ title, findings: approvalFindings(await stoppedSince(state, since), approved) }];
}

export function approvalFindings(stopped: number, approved: number): readonly Finding[] {
  if (stopped < minStopped || approved / stopped <= maxShare) return [];
  const share = Math.round((100 * approved) / stopped);
  return [
    makeFinding('often-approved', `${approved} of ${stopped} stopped calls were approved in ${days} days (${share} %)`),
  ];
}

/** Calls that were denied or asked about; none if the journal cannot be read, which is no matter of this check. */
async function stoppedSince(state: string, since: number): Promise<number> {
  const { openJournal } = await import('../journal/open-journal.js');
  try {
    const { journal } = await openJournal({ state, notify: () => {} });
    try {
      const { deny, ask } = journal.stats({ since }).events.decisions;
      return deny + ask;
    } finally {
      journal.close();
    }
  } catch {
    return 0;
  }
}
