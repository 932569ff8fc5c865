import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { AnyhookError, quoteValue, userPaths } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { traceHooks } from '../../answer/why-report.js';
import { withAsyncEndings } from '../../journal/async-endings.js';
import { decisionRange } from '../../journal/decision-id.js';
import { findEntry } from '../../journal/find-entry.js';
import type { WhyView } from '../../ui/page-types.js';
import { printWhy } from '../print/why.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { colorsFor, type Io, print, printJson, terminalWidth } from '../terminal/io.js';
import { journalRoot } from '../terminal/journal-filter.js';
import { openUserJournal } from '../terminal/user-journal.js';

type Options = OptionsOf<typeof commands.why>;

export const addWhy: RegisterCommand = (program, context) => {
  addCommand(program, commands.why).action((id: string | undefined, options: Options) => why(id, options, context));
};

async function why(id: string | undefined, options: Options, { io }: CommandContext): Promise<void> {
  if (id !== undefined && (options.last || options.denied || options.toolUse !== undefined))
    throw new AnyhookError('BAD_ARGUMENT', 'expected either an id, or one of --last, --denied and --tool-use');
  if (id !== undefined && !decisionRange(id))
    throw new AnyhookError('BAD_ARGUMENT', `expected an id as "anyhook log" shows it, got ${quoteValue(id)}`);
  const { journal } = await openUserJournal(io);
  try {
    const found = await findEntry(journal, {
      id,
      denied: options.denied,
      call: options.toolUse,
      root: options.all ? undefined : journalRoot(io),
    });
    const [decision = found.decision] = withAsyncEndings([found.decision], userPaths(io.env, io.home).state);
    const entry = { ...found, decision };
    const hooks = await traceHooks(entry);
    const view = { ...entry.decision, ...(entry.detail && { detail: entry.detail }), trace: hooks };
    if (options.json) printJson(io, view);
    else if (options.html !== undefined) await saveHtml(view, options.html, io);
    else printWhy(entry, hooks, { io, colors: colorsFor(io), width: terminalWidth(io) });
  } finally {
    journal.close();
  }
}

async function saveHtml(view: WhyView, file: string, io: Io): Promise<void> {
  const { savedWhy, pageAssets } = await import('../../ui/saved-page.js');
  const path = resolve(io.cwd, file);
  try {
    writeFileSync(path, savedWhy(view, pageAssets()), { mode: 0o600 });
  } catch (error) {
    throw new AnyhookError('BAD_ARGUMENT', `--html: cannot write ${path}: ${(error as Error).message}`);
  }
  print(io, `saved ${path}; it has everything shown here, with secrets marked`);
}
