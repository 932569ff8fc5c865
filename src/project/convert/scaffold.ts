import { contractOf, type EventName } from '../../core/contract.js';
import { AnyhookError, show } from '../../core/errors.js';
import type { DialectName } from '../../core/hook.js';
import type { ToolKind } from '../../core/tool.js';
import type { Draft, Made, Read, Wishes } from '../../formats/kit/draft.js';
import { writers } from '../../formats/writers.js';
import type { Dialects } from '../event-names.js';
import { firstTest } from './first-test.js';
import { nativeEvent } from './native-event.js';
import { type Language, script } from './templates.js';

/** What a person wants to begin with. */
export interface Wanted {
  readonly name: string;
  readonly dialect: DialectName;
  /** As typed: canonical, or a name of any dialect. */
  readonly event: string;
  /** Tools (or, where the dialect has them, other subjects) in the dialect's own names. */
  readonly matcher?: string;
  readonly language?: Language;
}

export interface Scaffolded {
  readonly files: readonly Made[];
  /** For a first try with `fire`. */
  readonly event: EventName;
  readonly tool?: ToolKind;
}

/** The files of a new hook that runs as it is. */
export function scaffold(wanted: Wanted, read: Read, dialects: Dialects): Scaffolded {
  const { name, dialect, matcher, language } = wanted;
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) || name.length > 64)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `a hook's name has at most 64 lowercase letters, digits and single hyphens inside, got ${show(name)}`,
    );
  if (dialect === 'flow' && language !== undefined && language !== 'js')
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--lang ${language}: flow hooks are modules; use --lang js or another dialect`,
    );
  const { native, events } = nativeEvent(wanted.event, dialect, dialects);
  const event = events[0] ?? 'other';
  const row = dialects[dialect].events[native];
  const { denyMeans } = contractOf(event);
  const about = {
    name,
    dialect,
    event: native,
    ...((row?.blocks ?? true) && denyMeans !== undefined && { denyMeans }),
  };
  const draft: Draft = {
    name,
    description: `Runs at ${native}; say here what it checks and why.`,
    event: native,
    ...(matcher !== undefined && matching(matcher, wanted, events)),
    handler: { kind: 'script', ...script(language ?? 'sh', about) },
  };
  const tool = toolOf(matcher, wanted, dialects);
  // An ability's first script only logs.
  const refuses = about.denyMeans !== undefined && dialect !== 'ability';
  const first = firstTest({ ...wanted, event, native, refuses, ...(tool && { tool }) });
  const files = [...writers[dialect].write(draft, read), ...(first ? [first] : [])];
  return { files, event, ...(tool && { tool }) };
}

function matching(matcher: string, { dialect, event }: Wanted, events: readonly EventName[]): Wishes {
  const { knows } = writers[dialect];
  const hasTool = events.some((name) => name.startsWith('tool.'));
  const list = matcher.split(/[|,]/).map((word) => word.trim());
  if (knows.has('abilities') && !knows.has('tool') && (hasTool || events.includes('task.create')))
    return { abilities: list };
  if (hasTool) return { tool: matcher };
  if (knows.has('subject')) return { subject: matcher };
  throw new AnyhookError('BAD_ARGUMENT', `--matcher: ${event} has nothing that a ${dialect} hook could match`);
}

/** The kind of tool that a matcher's first word names. */
function toolOf(matcher: string | undefined, { dialect }: Wanted, dialects: Dialects): ToolKind | undefined {
  const { tools } = dialects[dialect];
  const word = matcher
    ?.split(/[|,]/)
    .find((one) => Object.hasOwn(tools, one.trim()))
    ?.trim();
  return word === undefined ? undefined : tools[word]?.kind;
}
