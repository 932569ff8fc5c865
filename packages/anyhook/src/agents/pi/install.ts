import { dirname, join } from 'node:path';
import { valueAt } from '../kit/disabling-settings.js';
import type { InstallSpec } from '../kit/install.js';

/** These fire for each chunk or request, carry secrets, or are about pi itself. */
const optInEvents: readonly string[] = [
  ...['after_provider_response', 'before_provider_headers', 'before_provider_request', 'cache_warming_decision'],
  ...['context_with_system', 'message_start', 'message_update', 'project_trust', 'resources_discover'],
  ...['tool_execution_update'],
];

/** pi: an extension, one file that pi loads. */
export const install: InstallSpec = {
  folder: ({ home, env }) => (env['PI_CODING_AGENT_DIR'] || '~/.pi/agent').replace(/^~(?=\/|$)/, () => home),
  projectMarkers: ['.pi'],
  registersByDefault: (event) => !optInEvents.includes(event),
  alsoDelivers: {
    session_start: ['subagent.start'],
    tool_result: ['tool.failure'],
    agent_before_settle: ['subagent.stop'],
    agent_end: ['subagent.stop'],
  },
  // Otherwise the extension would report the missing launcher at each event.
  missingCommandBlocks: true,
  target: (place) => ({
    kind: 'plugin',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.pi'), 'extensions', 'anyhook.ts'),
  }),
  userSteps: ({ scope, root }) =>
    scope === 'project'
      ? [
          `pi loads the extensions of a project only where you trust it: start pi in ${root} and choose to trust it (/trust), or start it with --approve`,
        ]
      : [],
  disablingSettings: (place, read) => {
    const folder = install.folder(place);
    const trustsAlways = valueAt(read(join(folder, 'settings.json')), ['defaultProjectTrust']) === 'always';
    const file = join(folder, 'trust.json');
    const trusted = read(file);
    if (place.scope === 'user' || trustsAlways || decisionFor(place.root, trusted) === true) return [];
    return [
      {
        kind: 'folder',
        file,
        what: `${place.root} is not trusted there, so extensions of the project are skipped`,
        fix: `start pi in ${place.root} and choose to trust it (/trust)`,
      },
    ];
  },
  canary: ({ event, session, cwd, command }) => ({
    hook: event,
    event: { type: event, toolName: 'bash', toolCallId: session, input: { command } },
    ctx: { cwd, sessionId: session },
  }),
};

/** The user's decision about the nearest folder above. */
function decisionFor(folder: string, rules: unknown): unknown {
  const rule = valueAt(rules, [folder]);
  return typeof rule === 'boolean' || dirname(folder) === folder ? rule : decisionFor(dirname(folder), rules);
}
