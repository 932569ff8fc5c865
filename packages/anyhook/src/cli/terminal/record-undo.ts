import { type Event, emptyVerdict, isoNow, now, userPaths } from '@anyhook/core';
import type { AgentTurn, UndoItem, UndoPlace } from '@anyhook/undo';
import { canonical } from '../../agents/canonical/agent.js';
import { unloadedRecording } from '../../answer/project-engine.js';
import { createProcessJournal } from '../../journal/process-journal.js';

/** The files that were undone or redone. */
export interface UndoAction {
  readonly kind: 'undo' | 'redo';
  readonly turns: readonly AgentTurn[];
  readonly items: readonly UndoItem[];
}

const maxNames = 50;

/** Writes an undo into the journal, under the session of the turn, so that `log` and `why` show it. */
export function recordUndo({ root, env }: UndoPlace, { kind, turns, items }: UndoAction): void {
  const journal = createProcessJournal({ state: userPaths(env, '/').state, now, random: Math.random });
  const files = items.map(({ path }) => path);
  const event: Event = {
    name: 'other',
    host: canonical.name,
    nativeName: kind,
    sessionId: turns[0]?.session ?? '',
    cwd: root,
    timestamp: isoNow(),
    caller: 'manual_cli',
    raw: { [kind]: { turns: turns.map(({ id, host: agent, prompt }) => ({ id, host: agent, prompt })), files } },
  };
  const done = kind === 'undo' ? 'took back' : 'brought back';
  const more = files.length > maxNames ? ` and ${files.length - maxNames} more` : '';
  const notes = [`a person ${done}: ${files.slice(0, maxNames).join(', ')}${more}`];
  const wire = { stdout: '', stderr: '', exitCode: 0 };
  journal.record({ event, verdict: { ...emptyVerdict, notes }, wire, ms: 0, root, bytes: 0 }, unloadedRecording);
  journal.writeDeferred();
}
