import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { dockerAgentCodec } from './codec.js';

/** Docker's docker-agent, earlier called cagent. */
export const dockerAgent: Agent = agentOf(
  {
    name: 'docker-agent',
    title: 'docker-agent',
    documentedOnly: true,
    programs: { names: ['docker-agent', 'cagent'] },
    settings: {
      folder: '.config/cagent',
      folderVariable: 'DOCKER_AGENT_CONFIG_DIR',
      user: ['config.yaml', 'hooks.d/{file}'],
    },
    contextLimit: 10_000,
  },
  dockerAgentCodec,
);
