import { deny, pass, type Result } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { checkCount, countParam, type Params } from './kit/args.js';
import { countUp, lastCount } from './kit/counts.js';

const params: Params = { limit: { kind: 'count', description: 'model calls in one session; required' } };

/** Stops the agent after more than N model calls in one session. */
export const maxIterations: Builtin = {
  name: 'max_iterations',
  summary: 'stops the agent when it has called the model too often in one session',
  events: ['model.before'],
  params,
  listForm: '["25"]',
  checkArgs: (args) => checkCount(args, params, 'required'),
  run(event, args, context): Result {
    const limit = countParam(args, 'limit');
    if (event.name !== 'model.before' || limit === undefined) return pass();
    const key = `max_iterations:${context.hook.id}:${event.sessionId}`;
    // A second check of a rewritten call is not a new call.
    const counted = event.recheck ? lastCount(key) : countUp(context, key);
    if (Math.max(counted, event.iteration ?? 0) <= limit) return pass();
    const reason = `max_iterations: the limit of ${limit} model calls for this session is reached`;
    return deny(reason, { stop: reason });
  },
};
