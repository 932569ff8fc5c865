import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

/** Claude Code. */
export const claudeCode: Agent = {
  name: 'claude-code',
  title: 'Claude Code',
  documentedOnly: false,
  programs: { names: ['claude'], packages: ['@anthropic-ai/claude-code'] },
  settings: {
    folder: '.claude',
    folderVariable: 'CLAUDE_CONFIG_DIR',
    user: ['settings.json', 'settings.local.json', 'plugins/installed_plugins.json'],
  },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [
    { dialect: 'claude', flavour: 'settings' },
    { dialect: 'claude', flavour: 'installed-plugin', isNamedInConfig: true },
  ],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  contextLimit: 10_000,
  projectEntryFiles: ['.claude/settings.json', '.claude/settings.local.json'],
  variables: { marks: ['CLAUDECODE'], session: 'CLAUDE_CODE_SESSION_ID' },
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
