import { deny, pass } from '../../../core/src/verdict.js';
import type { Builtin } from '../../src/handlers/builtins/builtin.js';
import { param } from '../../src/handlers/builtins/kit/args.js';

/** Denies tool calls of one kind. */
export const toyBuiltin: Builtin = {
  name: 'toy',
  summary: 'denies tool calls of one kind',
  events: ['tool.before'],
  params: { kind: { kind: 'text', description: 'the kind of tool to deny' } },
  timeoutMs: 1234,
  run(event, args) {
    const kind = param(args, 'kind');
    return event.name === 'tool.before' && event.call.kind === kind ? deny(`no ${kind} here`) : pass();
  },
};
