import type { AgentCase } from './case.js';
import { refused } from './tool.js';

const guard = `case $(cat) in
  *'"command":"echo cursor-marker'*) echo '{"permission":"deny","agent_message":"REASON-OF-CURSOR"}' ;;
  *) echo '{"permission":"allow"}' ;;
esac
`;

/** A hook file that was written for another agent, with the words of that agent. */
export const cursorFile: AgentCase = {
  name: 'a hook file of Cursor refuses a command',
  cell: { event: 'tool.before', effect: 'deny' },
  files: {
    '.cursor/hooks.json': JSON.stringify({
      version: 1,
      hooks: { beforeShellExecution: [{ command: 'sh cursor-guard.sh' }] },
    }),
    'cursor-guard.sh': guard,
  },
  steps: (agent) => [agent.shell('echo cursor-marker > cursor.txt')],
  observe: (view) => refused(view, 'cursor.txt', 'REASON-OF-CURSOR'),
};
