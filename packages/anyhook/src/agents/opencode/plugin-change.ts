import { fieldsList, fieldsOf, type LooseFields, nonEmptyText } from './plugin-values.js';

/** Changes an object in place, because opencode ignores a new object. */
export function replaceFields(target: LooseFields, newFields: LooseFields): void {
  for (const key of Object.keys(target)) if (!Object.hasOwn(newFields, key)) delete target[key];
  for (const [key, value] of Object.entries(newFields)) {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The first text part becomes the whole prompt; the texts of the other parts are contained in it. */
export function setPrompt(output: LooseFields, text: string): void {
  const parts = output['parts'];
  if (!Array.isArray(parts)) return;
  const texts = fieldsList(parts).filter(({ type }) => type === 'text');
  const [first, ...rest] = texts;
  if (first) first['text'] = text;
  for (const part of rest) parts.splice(parts.indexOf(part), 1);
}

/** Adds a text part to the prompt; parts are ordered by their ids. */
export function addPart(output: LooseFields, message: LooseFields, text: string): void {
  const parts = output['parts'];
  if (!Array.isArray(parts)) return;
  const last = fieldsList(parts).at(-1);
  const id = `${nonEmptyText(last?.['id']) ?? `prt_${Date.now().toString(16)}`}0`;
  parts.push({ id, sessionID: message['sessionID'], messageID: message['id'], type: 'text', text, synthetic: true });
}

/** Tools of MCP servers return a list of contents instead of one text. */
export function setOutput(output: LooseFields, text: string): void {
  const { content } = output;
  if (typeof output['output'] !== 'string' && Array.isArray(content))
    content.splice(0, content.length, { type: 'text', text });
  else output['output'] = text;
}

/** Adds texts for the model below the tool's output. */
export function appendToOutput(output: LooseFields, texts: readonly string[]): void {
  if (texts.length === 0) return;
  const { content, output: before } = output;
  if (typeof before !== 'string' && Array.isArray(content))
    content.push(...texts.map((text) => ({ type: 'text', text })));
  else output['output'] = [before, ...texts].filter((text) => typeof text === 'string' && text !== '').join('\n\n');
}

/** Adds the texts of hooks about failed calls to the errors that the model is about to see. */
export function appendErrorNotes(output: LooseFields, notes: ReadonlyMap<string, readonly string[]>): void {
  for (const part of fieldsList(output['messages']).flatMap(({ parts }) => fieldsList(parts))) {
    const texts = part['type'] === 'tool' ? notes.get(String(part['callID'])) : undefined;
    const state = fieldsOf(part['state']);
    if (texts && typeof state['error'] === 'string') state['error'] = [state['error'], ...texts].join('\n\n');
  }
}
