import { resolve } from 'node:path';
import { AnyhookError } from '../../core/errors.js';
import { version } from '../../core/version.js';
import { isoNow, now } from '../../platform/clock.js';
import { whereIs } from '../../project/project-root.js';
import { redactionKey } from '../../records/journal/redaction-key.js';
import { redactSecrets } from '../../records/redact/secrets.js';
import { headerLine, type Recorded, recordedLine } from '../../replay/recording.js';
import { openTarget } from '../../replay/target.js';
import type { World } from '../../service/engine.js';
import { userPlaces } from '../../state/user-paths.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { print, worldOf } from '../lib/io.js';
import { openJournal } from '../lib/open-journal.js';
import { cwdOption } from '../lib/options.js';
import { eventsIn, type SpanOptions, spanOf, spanOptions, usualLast } from '../lib/replay-span.js';
import { count } from '../lib/text.js';

interface Options extends SpanOptions {
  readonly cwd?: string;
}

/** `anyhook record`: a span of the journal as a file that `replay` reads. */
export const addRecord: Register = (program, context) => {
  const command = program
    .command('record')
    .summary('write recorded events of this project into a file, for replay')
    .description(
      'Writes the events of this project that are in the journal into a file of JSON lines, oldest first. Secrets are ' +
        'taken out of them; paths and texts are in it, so look before you share it.',
    )
    .argument('[file]', 'where to; stdout where it is not given, or "-"');
  for (const option of spanOptions()) command.addOption(option);
  command
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examples('anyhook record events.jsonl --since 7d', 'anyhook record --last 500 > events.jsonl'),
    )
    .action((file: string | undefined, options: Options) => record(file, options, context));
};

async function record(file: string | undefined, options: Options, { io }: Context): Promise<void> {
  const world = worldOf(io, options.cwd);
  const user = userPlaces(world.env, world.home);
  const { root } = whereIs(world.cwd, user);
  const span = spanOf(options, now(), usualLast);
  const { journal } = await openJournal(io);
  const target = openTarget(file === undefined || file === '-' ? undefined : resolve(io.cwd, file), io.stdout);
  try {
    const header = headerLine({ createdAt: isoNow(), madeBy: version.split('+')[0] ?? version, home: user.home });
    const clean = cleaner(world);
    let written = 0;
    for await (const recorded of eventsIn(journal, span, root)) {
      if (written++ === 0) target.write(`${header}\n`);
      target.write(`${recordedLine(clean(recorded))}\n`);
    }
    if (written === 0)
      throw new AnyhookError('BAD_ARGUMENT', `the journal holds no event of ${root} that fits; see "anyhook log"`);
    target.finish();
    if (target.path !== undefined) print(io, `${count(written, 'event')} in ${target.path}`);
  } finally {
    target.abandon();
    journal.close();
  }
}

/** Rules get better: what an older anyhook kept is looked through once more. */
function cleaner({ env, home }: World): (recorded: Recorded) => Recorded {
  const key = redactionKey(userPlaces(env, home).state);
  return ({ decision, detail }) => ({
    decision,
    ...(detail && { detail: redactSecrets(detail, { key }).value as typeof detail }),
  });
}
