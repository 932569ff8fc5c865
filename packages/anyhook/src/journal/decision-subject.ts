import type { DecisionRecord, DetailRecord } from './record.js';

type Fields = Readonly<Record<string, unknown>>;

/** What a decision is about, in a few words: the tool and its main argument, the task's input, or the prompt. */
export function decisionSubject(
  { toolName }: Pick<DecisionRecord, 'toolName'>,
  detail: DetailRecord | undefined,
): string {
  const event = detail?.event as Fields | undefined;
  const input = (event?.['call'] as { readonly input?: Fields } | undefined)?.input ?? {};
  const mainField = ['command', 'path', 'url', 'query', 'prompt', 'content'].find(
    (key) => typeof input[key] === 'string',
  );
  const text =
    mainField === undefined
      ? firstString(event, toolName === undefined ? textFields : ['inputSummary'])
      : String(input[mainField]);
  return [toolName ?? '', text.slice(0, 1_000)].filter((part) => part !== '').join(' ');
}

const textFields = ['prompt', 'message', 'reason', 'source', 'trigger', 'response'];

function firstString(event: Fields | undefined, keys: readonly string[]): string {
  const found = keys.find((key) => typeof event?.[key] === 'string');
  return found === undefined ? '' : String(event?.[found]);
}
