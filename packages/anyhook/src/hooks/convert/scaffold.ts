import type { EventName, FormatName, ToolKind, ToolMap } from '@anyhook/core';
import { AnyhookError, contractOf, quoteValue } from '@anyhook/core';
import { formatNamed } from '../../formats/index.js';
import type { DraftFields, FileToWrite, HookDraft, HookWriter, ReadProjectFile } from '../../formats/kit/hook-draft.js';
import { matchesAbilities } from '../../formats/kit/hook-draft.js';
import type { Language } from '../../formats/kit/script-template.js';
import { firstTest } from './first-test.js';
import { findNativeEvent } from './native-event.js';

/** The arguments of `anyhook hooks new`. */
export interface ScaffoldRequest {
  readonly name: string;
  readonly format: FormatName;
  /** As typed: canonical, or a name of any format. */
  readonly event: string;
  /** Tools (or other subjects, if the format has them) in the format's own names. */
  readonly matcher?: string;
  readonly language?: Language;
}

/** A new hook: its files, and the fields of a first `fire`. */
export interface Scaffold {
  readonly files: readonly FileToWrite[];
  readonly event: EventName;
  readonly tool?: ToolKind;
}

/** Writes a new hook that works unchanged, with a first test. */
export async function scaffoldHook(request: ScaffoldRequest, read: ReadProjectFile): Promise<Scaffold> {
  const { name, format: formatName, matcher, language } = request;
  checkName(name);
  const format = formatNamed(formatName);
  const writer = await format.writer();
  checkLanguage(language, writer);
  const { native, events } = findNativeEvent(request.event, format);
  const event = events[0] ?? 'other';
  const { denyMeans } = contractOf(event);
  const canBlock = (format.events[native]?.blocks ?? true) && denyMeans !== undefined;
  const facts = { name, event: native, ...(canBlock && { denyMeans }) };
  const { refuses, ...script } = writer.script(language ?? 'sh', facts);
  const draft: HookDraft = {
    name,
    description: `Runs at ${native}; say here what it checks and why.`,
    event: native,
    ...(matcher !== undefined && matcherFields(matcher, request, events, writer)),
    handler: { kind: 'script', ...script },
  };
  const { byName, tools: onlyTools } = format.events[native] ?? {};
  const tool = toolOf(matcher ?? onlyTools?.source, format.tools);
  const isForMcp = onlyTools !== undefined && matcher === undefined && tool === undefined;
  const flags = { ...(byName && { byName }), ...(tool && { tool }), ...(isForMcp && { isForMcp }) };
  const hook = { ...request, event, native, refuses, ...flags };
  const testFile = firstTest(hook, writer);
  const files = [...writer.write(draft, read), ...(testFile ? [testFile] : [])];
  return { files, event, ...(tool && { tool }) };
}

function checkName(name: string): void {
  if (/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) && name.length <= 64) return;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `a hook's name has at most 64 lowercase letters, digits and single hyphens inside, got ${quoteValue(name)}`,
  );
}

function checkLanguage(language: Language | undefined, { onlyLanguage: only }: HookWriter): void {
  if (!only || language === undefined || language === only.language) return;
  throw new AnyhookError(
    'BAD_ARGUMENT',
    `--lang ${language}: ${only.why}; use --lang ${only.language} or another format`,
  );
}

function matcherFields(
  matcher: string,
  { format, event }: ScaffoldRequest,
  events: readonly EventName[],
  writer: HookWriter,
): DraftFields {
  const hasTool = events.some((name) => name.startsWith('tool.'));
  if (matchesAbilities(writer) && (hasTool || events.includes('task.create')))
    return { abilities: matcher.split(/[|,]/).map((word) => word.trim()) };
  if (hasTool) return { tool: matcher };
  if (writer.fields.has('subject')) return { subject: matcher };
  throw new AnyhookError('BAD_ARGUMENT', `--matcher: ${event} has nothing that a ${format} hook could match`);
}

/** The tool kind of the first known word in a matcher. */
function toolOf(matcher: string | undefined, tools: ToolMap): ToolKind | undefined {
  const word = matcher
    ?.split(/[|,]/)
    .find((one) => Object.hasOwn(tools, one.trim()))
    ?.trim();
  return word === undefined ? undefined : tools[word]?.kind;
}
