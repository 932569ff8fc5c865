import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** Docker's docker-agent, earlier called cagent. */
export const dockerAgent: Agent = {
  name: 'docker-agent',
  title: 'docker-agent',
  documentedOnly: true,
  programs: { names: ['docker-agent', 'cagent'] },
  settings: {
    folder: '.config/cagent',
    folderVariable: 'DOCKER_AGENT_CONFIG_DIR',
    user: ['config.yaml', 'hooks.d/{file}'],
  },
  events,
  tools,
  capabilities,
  contextLimit: 10_000,
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
