import type { AtomicWriter } from '@anyhook/core';
import { AnyhookError, entryExists, isoNow, openAtomic, readStart, userPaths, version } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { openJournal } from '../journal/open-journal.js';
import { redactionKey } from '../journal/redaction-key.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { eventsIn, type Span } from './journal-events.js';
import { eventLine, headerLine, type RecordedEvent, readHeader } from './recording.js';

interface RecordOptions {
  readonly world: World;
  readonly span: Span;
  /** A path, or a function that receives the text. */
  readonly to: string | ((text: string) => void);
  /** Called with messages about the state of the journal. */
  readonly onNotice: (text: string) => void;
}

/** Writes recorded events of a project as a recording that `replay` reads; returns how many. */
export async function recordProject({ world, span, to, onNotice }: RecordOptions): Promise<number> {
  const user = userPaths(world.env, world.home);
  const { root } = findProjectRoot(world.cwd, user);
  const { journal } = await openJournal({ state: user.state, notify: onNotice });
  const target = openLineTarget(to);
  try {
    const header = headerLine({ createdAt: isoNow(), madeBy: version.split('+')[0] ?? version, home: user.home });
    const redact = createRedactor(user.state);
    let written = 0;
    for await (const recorded of eventsIn(journal, span, root)) {
      if (written++ === 0) target.write(`${header}\n`);
      target.write(`${eventLine(redact(recorded))}\n`);
    }
    if (written === 0)
      throw new AnyhookError('BAD_ARGUMENT', `the journal has no matching event of ${root}; see "anyhook log"`);
    target.finish();
    return written;
  } finally {
    target.abandon();
    journal.close();
  }
}

/** Redacts again, because an older anyhook may have stored the event with weaker rules. */
function createRedactor(state: string): (recorded: RecordedEvent) => RecordedEvent {
  const key = redactionKey(state);
  return ({ decision, detail }) => ({
    decision,
    ...(detail && { detail: redactSecrets(detail, { key }).value as typeof detail }),
  });
}

/** The target of a recording: a function, or a file, which is replaced only if it is already a recording. */
function openLineTarget(target: string | ((text: string) => void)): AtomicWriter {
  if (typeof target !== 'string') return { write: target, finish: () => {}, abandon: () => {} };
  if (entryExists(target) && typeof readHeader(readStart(target, 4_096)?.text.split('\n')[0] ?? '') === 'string')
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${target} exists and is not a recording; use another name, or remove it first`,
    );
  return openAtomic(target);
}
