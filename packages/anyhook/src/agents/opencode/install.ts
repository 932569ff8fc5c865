import { join } from 'node:path';
import type { InstallSpec } from '../kit/install.js';

/** The other events are noise, fire for each chunk, or need answers that only opencode itself should give. */
const registeredEvents: readonly string[] = [
  ...['event.session.created', 'event.session.deleted', 'dispose', 'chat.message'],
  ...['experimental.chat.messages.transform', 'tool.execute.before', 'event.permission.asked', 'tool.execute.after'],
  ...['event.message.part.updated', 'experimental.text.complete', 'event.session.idle'],
  ...['experimental.session.compacting', 'event.session.compacted', 'event.session.error', 'command.execute.before'],
  ...['event.command.executed', 'event.file.edited', 'event.permission.replied', 'event.todo.updated'],
];

/** opencode: one plugin, which it loads from its own folder and from that of a project. */
export const install: InstallSpec = {
  folder: ({ home, env }) => join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode'),
  projectMarkers: ['.opencode', 'opencode.json', 'opencode.jsonc'],
  registersByDefault: (event) => registeredEvents.includes(event),
  alsoDelivers: {
    'event.session.created': ['subagent.start'],
    'event.session.idle': ['subagent.stop'],
    'tool.execute.after': ['tool.failure'],
  },
  missingCommandBlocks: false,
  unguardedLine: {
    title: 'opencode',
    fromMajor: 2,
    why: 'it uses a different plugin format, which anyhook does not support yet',
    advice: 'use opencode 1 or another agent',
  },
  target: (place) => ({
    kind: 'plugin',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.opencode'), 'plugins', 'anyhook.ts'),
  }),
  canary: ({ event, session, cwd, command }) => ({
    hook: event,
    directory: cwd,
    input: { tool: 'bash', sessionID: session, callID: session },
    output: { args: { command } },
  }),
};
