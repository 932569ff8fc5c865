import {
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  objectOf,
  parseJson,
  type Rewrite,
  type ToolInput,
  toolRowFor,
} from '@anyhook/core';
import { isDeeper, misspeltKeys } from '../../formats/kit/check-output.js';
import type { ProcessOutput } from '../../formats/kit/format.js';
import {
  BadOutput,
  endingWith,
  firstText,
  flagField,
  type JsonObject,
  noReason,
  objectField,
  textField,
} from '../../formats/kit/hook-output.js';
import { asEdit, extensionFlavour, toolsOf } from './format-payload.js';

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
}

const maxLevels = 200;

/** Cline's rule: only JSON on stdout counts, and exit codes mean nothing. */
export function readOutput({ exitCode, stdout, stderr }: ProcessOutput, context: ReadContext): Ending {
  const text = stdout.trim();
  const json = objectOf(parseJson(controlText(text)));
  if (json && isDeeper(json, maxLevels)) throw new BadOutput(`its JSON is nested more than ${maxLevels} levels deep`);
  if (json) return readJson(json, context);
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}, which blocks nothing`, stderr);
  if (text) throw new BadOutput('stdout must be one JSON object, or have a line "HOOK_CONTROL", a tab and the object');
  return endingWith({});
}

/** The last line that is marked as an answer among others, or all of the text. */
function controlText(text: string): string {
  const mark = 'HOOK_CONTROL\t';
  const marked = text.split('\n').filter((line) => line.trim().startsWith(mark));
  return marked.at(-1)?.trim().slice(mark.length) ?? text;
}

function readJson(json: JsonObject, { hook, event }: ReadContext): Ending {
  const error = firstText(textField(json, 'errorMessage'));
  const added = textField(json, 'context', 'contextModification');
  const notes = [
    ...(flagField(json, 'review') ? ['"review" does nothing, here as in Cline: left out'] : []),
    ...misspeltKeys(json, ['cancel', 'errorMessage', 'context', 'contextModification', 'overrideInput', 'review']),
  ];
  if (flagField(json, 'cancel')) {
    const reason = error ?? firstText(added) ?? noReason(hook);
    // Cline ends the whole run, at each event that waits for its hook.
    return endingWith({ decision: 'deny', reason, stop: reason, notes });
  }
  const context = firstText(added) ?? error;
  return endingWith({ rewrite: rewriteOf(json, hook, event), context: context ? [context] : [], notes });
}

function rewriteOf(json: JsonObject, { flavour }: Hook, event: Event): Rewrite | undefined {
  const input = event.name === 'tool.before' ? objectField(json, 'overrideInput') : undefined;
  if (!input || !hasCall(event)) return undefined;
  const isExtension = flavour === extensionFlavour;
  const shown = isExtension ? event.call : asEdit(event.call);
  const value: ToolInput = fromNativeInput(toolRowFor(toolsOf(isExtension), shown), input);
  if (shown.kind === event.call.kind) return { of: 'input', value };
  const { newText, ...rest } = value;
  return { of: 'input', value: { ...rest, ...(newText !== undefined && { content: newText }) } };
}
