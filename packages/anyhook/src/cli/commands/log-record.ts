import { resolve } from 'node:path';
import { now } from '@anyhook/core';
import { commands } from '../../../.cache/commands.js';
import { recordProject } from '../../replay/record-project.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { noticePrinter, print, worldOf } from '../terminal/io.js';
import { defaultLast, parseSpan } from '../terminal/replay-span.js';
import { countNoun } from '../terminal/text.js';

type Options = OptionsOf<(typeof commands)['log record']>;

export const addRecord: RegisterCommand = (log, context) => {
  addCommand(log, commands['log record'], { last: defaultLast }).action((file: string | undefined, options: Options) =>
    record(file, options, context),
  );
};

async function record(file: string | undefined, options: Options, { io }: CommandContext): Promise<void> {
  const path = file === undefined || file === '-' ? undefined : resolve(io.cwd, file);
  const written = await recordProject({
    world: worldOf(io, options.cwd),
    span: parseSpan(options, now(), defaultLast),
    to: path ?? ((text) => void io.stdout.write(text)),
    onNotice: noticePrinter(io),
  });
  if (path !== undefined) print(io, `${countNoun(written, 'event')} in ${path}`);
}
