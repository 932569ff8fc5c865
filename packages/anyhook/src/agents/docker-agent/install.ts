import { join } from 'node:path';
import { type InstallSpec, toSeconds } from '../kit/install.js';

/** Events whose entries are groups with a matcher. */
const groupEvents: readonly string[] = [
  ...['pre_tool_use', 'post_tool_use', 'permission_request'],
  ...['tool_guard', 'tool_input_transform', 'tool_response_transform'],
];
/** A second event of the same moment, or one that fires for parts of an output (quirks 3, 6 and 7). */
const optInEvents: readonly string[] = [
  ...['tool_guard', 'tool_input_transform', 'tool_response_transform', 'before_compaction'],
];

/** docker-agent: our own file in its folder of hook drop-ins, which are YAML and so may be JSON. */
export const install: InstallSpec = {
  folder: ({ home, env }) =>
    env['DOCKER_AGENT_CONFIG_DIR'] || env['CAGENT_CONFIG_DIR'] || join(home, '.config', 'cagent'),
  projectMarkers: [],
  registersByDefault: (event) => !optInEvents.includes(event),
  alsoDelivers: { post_tool_use: ['tool.failure'] },
  // If a guard cannot be started, every call is denied (quirk 4).
  missingCommandBlocks: true,
  windowsStart: 'any',
  scopes: ['user'],
  target: (place) => ({
    kind: 'entries',
    file: join(install.folder(place), 'hooks.d', '50-anyhook.yaml'),
    keyPath: [],
    // An unknown key makes docker-agent drop the whole file (quirk 2).
    entry: ({ event, command, timeoutMs }) => {
      const hook = { name: 'anyhook', type: 'command', command, timeout: toSeconds(timeoutMs) };
      if (!groupEvents.includes(event)) return hook;
      return { matcher: '*', ...(event === 'pre_tool_use' && { preempt_yolo: true }), hooks: [hook] };
    },
  }),
  userSteps: ({ scope }) =>
    scope === 'user'
      ? [
          'docker-agent reads this file from version 1.137 on, once for each start, and only in "docker agent run": start it again. "docker agent serve" runs no hooks of the user',
        ]
      : [],
};
