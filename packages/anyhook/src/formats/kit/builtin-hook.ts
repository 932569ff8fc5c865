import type { Hook } from '@anyhook/core';

type BuiltinHookFields = Partial<Hook> & Pick<Hook, 'id' | 'dialect' | 'events' | 'nativeEvent' | 'root' | 'handler'>;

/** A hook, with what most hooks have where nothing else is said: it runs for every call, and a failure lets the agent go on. */
export const builtinHook = (fields: BuiltinHookFields): Hook => ({
  scope: 'user',
  source: 'built in',
  line: 1,
  position: 0,
  enabled: true,
  blocking: true,
  async: false,
  mode: 'enforce',
  priority: 100,
  timeoutMs: 30_000,
  match: {},
  onFailure: 'open',
  warnOnFailure: true,
  concurrent: false,
  stopsList: false,
  parallel: false,
  recheck: true,
  profiles: [],
  files: [],
  ...fields,
});
