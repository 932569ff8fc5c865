import { Option } from 'commander';
import { AnyhookError, show } from '../../core/errors.js';
import { now } from '../../platform/clock.js';
import { rangeOf } from '../../records/journal/id.js';
import type { Entry, Found, Journal, Ref } from '../../records/journal/query.js';
import { trace } from '../../service/why-report.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { colorsFor, printJson, widthOf } from '../lib/io.js';
import { jsonOption } from '../lib/options.js';
import { openUserJournal } from '../lib/user-journal.js';
import { printWhy } from '../print/why.js';

interface Options {
  readonly last?: true;
  readonly denied?: true;
  readonly toolUse?: string;
  readonly json?: true;
}

/** `anyhook why`: how one decision came about. */
export const addWhy: Register = (program, context) => {
  program
    .command('why')
    .summary('explain one decision')
    .description(
      'Explains one decision: the event, each hook in order with what it said or why it did not match, what was rewritten, the verdict, what the agent could not do, and the bytes it got. Without an id, the latest.',
    )
    .argument('[id]', 'the id that "anyhook log" shows, or its beginning')
    .option('--last', 'the latest decision, as without an id')
    .option('--denied', 'the latest one that was denied')
    .addOption(new Option('--tool-use <id>', "by the agent's own id of the tool call").conflicts(['last', 'denied']))
    .addOption(jsonOption())
    .addHelpText('after', examples('anyhook why', 'anyhook why 1k8d5qbd84', 'anyhook why --tool-use toolu_01A --json'))
    .action((id: string | undefined, options: Options) => why(id, options, context));
};

async function why(id: string | undefined, options: Options, { io }: Context): Promise<void> {
  if (id !== undefined && (options.last || options.denied || options.toolUse !== undefined))
    throw new AnyhookError('BAD_ARGUMENT', 'give an id, or --last, --denied or --tool-use, not both');
  if (id !== undefined && !rangeOf(id))
    throw new AnyhookError('BAD_ARGUMENT', `expected an id as "anyhook log" shows it, got ${show(id)}`);
  const { journal } = await openUserJournal(io);
  try {
    const entry = await found(journal, refOf(journal, id, options));
    const hooks = await trace(entry);
    if (options.json) printJson(io, { ...entry.decision, ...(entry.detail && { detail: entry.detail }), trace: hooks });
    else printWhy(entry, hooks, { io, colors: colorsFor(io), width: widthOf(io) });
  } finally {
    journal.close();
  }
}

function refOf(journal: Journal, id: string | undefined, { denied, toolUse }: Options): Ref {
  if (id !== undefined) return { id };
  if (toolUse !== undefined) return { call: toolUse };
  const [latest] = denied ? journal.list({ decision: 'deny' }, { limit: 1 }) : [];
  if (denied && !latest) throw new AnyhookError('BAD_ARGUMENT', 'nothing was denied so far');
  return latest ? { id: latest.id } : { last: true };
}

/** The engine keeps details a moment after its answer. */
const lateMs = 3_000;
const lookMs = 50;

async function found(journal: Journal, ref: Ref): Promise<Entry> {
  const until = now() + lateMs;
  for (;;) {
    const entry = entryIn(journal.get(ref), ref);
    const { decision, detail } = entry;
    const isComing = !detail && decision.via === 'engine' && now() - decision.at < lateMs;
    if (!isComing || now() > until) return entry;
    await new Promise((done) => setTimeout(done, lookMs));
    journal.refresh();
  }
}

function entryIn(result: Found, ref: Ref): Entry {
  if (result.kind === 'found') return result.entry;
  if (result.kind === 'several')
    throw new AnyhookError('BAD_ARGUMENT', `several ids begin so: ${result.ids.join(', ')}; give more of it`);
  const what =
    'id' in ref
      ? `no decision has the id ${show(ref.id)}`
      : 'call' in ref
        ? `no decision is about the tool call ${show(ref.call)}`
        : 'nothing has been decided yet';
  throw new AnyhookError('BAD_ARGUMENT', `${what}; see "anyhook log"`);
}
