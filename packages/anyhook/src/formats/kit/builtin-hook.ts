import type { Hook } from '@anyhook/core';

type HookFields = Partial<Hook> & Pick<Hook, 'id' | 'dialect' | 'events' | 'nativeEvent' | 'root' | 'handler'>;

/** A hook with defaults for what is not given: it runs for every call, and after a failure the agent goes on. */
export const hookWithDefaults = (fields: HookFields): Hook => ({
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
