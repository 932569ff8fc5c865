import { resolve } from 'node:path';
import { now } from '@anyhook/core';
import { recordProject } from '../../replay/record-project.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { noticePrinter, print, worldOf } from '../terminal/io.js';
import { cwdOption } from '../terminal/options.js';
import { defaultLast, parseSpan, type SpanOptions, spanOptions } from '../terminal/replay-span.js';
import { countNoun } from '../terminal/text.js';

interface Options extends SpanOptions {
  readonly cwd?: string;
}

/** `anyhook log record`: a span of the journal as a file that `replay` reads. */
export const addRecord: RegisterCommand = (log, context) => {
  const command = log
    .command('record')
    .summary('save recorded events of this project for replay')
    .description(
      'Writes the journaled events of this project to a file of JSON lines, oldest first. Secrets are removed, but ' +
        'paths and texts are not: read the file before you share it.',
    )
    .argument('[file]', 'file to write (default, or "-": stdout)');
  for (const option of spanOptions()) command.addOption(option);
  command
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText('anyhook log record events.jsonl --since 7d', 'anyhook log record --last 500 > events.jsonl'),
    )
    .action((file: string | undefined, options: Options) => record(file, options, context));
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
