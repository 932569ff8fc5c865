import { fieldProblem, hintFor, isObject, ownField, quoteValue, withoutNulls } from '@anyhook/core';
import { fieldKinds, type RequestFieldKind, type RequestFields, type RequestFieldTable } from './fields.js';

const taskKey = { kind: 'name', description: 'the key from CREATE_TASK', required: true } as const;
const input = { kind: 'object', description: 'the input of the ability, validated by its input schema' } as const;
const note = { kind: 'text', description: 'a note for people who read the task later' } as const;

/** The actions of an AI, and the fields of each besides `action`. */
export const actions = {
  LIST_ABILITIES: {
    description: 'lists the abilities of the project',
    fields: {
      query: {
        kind: 'text',
        description: 'only abilities with one of its words in name, summary, description or keywords; best match first',
      },
      limit: { kind: 'count', description: 'maximum number of abilities; default 100' },
    },
  },
  CREATE_TASK: {
    description: 'validates an input and stores it as a task, if hooks and schema allow it; nothing runs',
    fields: {
      ability: { kind: 'name', description: 'an operation key or ability id', required: true },
      input,
      environment: { kind: 'name', description: 'where it runs; default: the session’s' },
      note,
    },
  },
  UPDATE_TASK: {
    description: 'changes the input or note of a task that has not run; new input is validated',
    fields: { task_key: taskKey, input, note },
  },
  RUN_TASK: {
    description: 'runs a task, if the guards allow it; a task runs once',
    fields: {
      task_key: taskKey,
      wait_ms: {
        kind: 'milliseconds',
        description: 'how long to wait for an approval if a person must give one; default 0',
      },
    },
  },
  GET_TASK: { description: 'a task in its current state, with its output', fields: { task_key: taskKey } },
} as const satisfies Record<string, { readonly description: string; readonly fields: RequestFieldTable }>;

export type ActionName = keyof typeof actions;

/** One action of an AI. */
export type Action =
  | { readonly action: 'LIST_ABILITIES'; readonly query?: string; readonly limit?: number }
  | {
      readonly action: 'CREATE_TASK';
      readonly ability: string;
      readonly input?: RequestFields;
      readonly environment?: string;
      readonly note?: string;
    }
  | {
      readonly action: 'UPDATE_TASK';
      readonly task_key: string;
      readonly input?: RequestFields;
      readonly note?: string;
    }
  | { readonly action: 'RUN_TASK'; readonly task_key: string; readonly wait_ms?: number }
  | { readonly action: 'GET_TASK'; readonly task_key: string };

export type ParsedAction =
  | { readonly ok: true; readonly action: Action }
  | { readonly ok: false; readonly name: string; readonly code: 'UNKNOWN_ACTION' | 'BAD_ACTION'; readonly why: string };

/** Parses one action. Strict: a misspelt field must not be ignored. */
export function parseAction(value: unknown): ParsedAction {
  const invalid = (name: string, why: string): ParsedAction => ({ ok: false, name, code: 'BAD_ACTION', why });
  if (!isObject(value))
    return invalid('', `an action must be an object with the field "action", got ${quoteValue(value)}`);
  const name = ownField(value, 'action');
  if (typeof name !== 'string')
    return invalid('', `"action" must be one of ${actionNames.join(', ')}, got ${quoteValue(name)}`);
  if (!isAction(name)) {
    const why = `unknown action ${quoteValue(name)}; ${hintFor(name, actionNames)}`;
    return { ok: false, name: name.slice(0, 60), code: 'UNKNOWN_ACTION', why };
  }
  const { action: _name, ...fields } = withoutNulls(value);
  const problem = fieldProblem<RequestFieldKind>(fields, actions[name].fields, fieldKinds);
  if (problem !== undefined) return invalid(name, `${name}: ${problem}`);
  if (name === 'UPDATE_TASK' && fields['input'] === undefined && fields['note'] === undefined)
    return invalid(name, 'UPDATE_TASK: give "input" or "note"; without them there is nothing to update');
  return { ok: true, action: { ...fields, action: name } as unknown as Action };
}

const actionNames = Object.keys(actions) as ActionName[];
const isAction = (name: string): name is ActionName => Object.hasOwn(actions, name);
