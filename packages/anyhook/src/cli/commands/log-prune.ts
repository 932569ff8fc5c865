import type { Command } from 'commander';
import { commands } from '../../../.cache/commands.js';
import { openProject } from '../../answer/engine.js';
import { defaultJournalConfig } from '../../journal/settings.js';
import { addCommand } from '../terminal/add-command.js';
import type { CommandContext } from '../terminal/context.js';
import { requireHuman } from '../terminal/human.js';
import { print, worldOf } from '../terminal/io.js';
import { parseNumberOption } from '../terminal/options.js';
import { countNoun } from '../terminal/text.js';
import { openUserJournal } from '../terminal/user-journal.js';

export function addLogPrune(log: Command, { io }: CommandContext): void {
  addCommand(log, commands['log prune']).action(
    async (options: { readonly days?: string; readonly maxMb?: string }) => {
      requireHuman(io, {
        action: 'deleting recorded decisions',
        advice: 'the engine deletes old ones by itself',
        confirm: false,
      });
      const { config } = await openProject(worldOf(io));
      const configured = config.journal ?? defaultJournalConfig;
      const limits = {
        days: options.days === undefined ? configured.days : parseNumberOption('--days', options.days, [0, maxLimit]),
        maxMb:
          options.maxMb === undefined ? configured.maxMb : parseNumberOption('--max-mb', options.maxMb, [1, maxLimit]),
      };
      const { store } = await openUserJournal(io);
      try {
        print(io, `${countNoun(store.prune(limits), 'decision')} deleted`);
      } finally {
        store.close();
      }
    },
  );
}

const maxLimit = 999_999;
