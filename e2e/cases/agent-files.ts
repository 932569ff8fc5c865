import type { AgentDriver } from '../agents/agent.js';
import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect } from './observation.js';

/** A project's guard in an agent's hook file. It refuses commands with the word `<host>-marker`. */
interface AgentFile {
  readonly agent: string;
  readonly path: string;
  readonly text: string;
  /** Its refusal ends the run, so the model gets nothing after it. */
  readonly endsRun?: true;
}

const reasonOf = (agent: string): string => `REASON-FOR-${agent.toUpperCase()}`;
const refuse = (agent: string, answer: string): string => `grep -q ${agent}-marker && ${answer}; exit 0`;

/** A guard for shell commands, as an event map in Claude's format. */
const guardOf = (agent: string, matcher: string) => ({
  PreToolUse: [
    {
      matcher,
      hooks: [{ type: 'command', command: refuse(agent, `{ echo ${reasonOf(agent)} >&2; exit 2; }`) }],
    },
  ],
});

const files: readonly AgentFile[] = [
  { agent: 'codex', path: '.codex/hooks.json', text: JSON.stringify({ hooks: guardOf('codex', '^Bash$') }) },
  { agent: 'qwen', path: '.qwen/settings.json', text: JSON.stringify({ hooks: guardOf('qwen', 'run_shell_command') }) },
  { agent: 'droid', path: '.factory/hooks.json', text: JSON.stringify(guardOf('droid', 'Execute')) },
  {
    agent: 'cursor',
    path: '.cursor/hooks.json',
    text: JSON.stringify({
      version: 1,
      hooks: {
        beforeShellExecution: [
          { command: refuse('cursor', `echo '{"permission":"deny","agent_message":"${reasonOf('cursor')}"}'`) },
        ],
      },
    }),
  },
  {
    agent: 'gemini',
    path: '.gemini/settings.json',
    text: JSON.stringify({
      hooks: {
        BeforeTool: [
          {
            matcher: 'run_shell_command',
            hooks: [
              {
                type: 'command',
                command: refuse('gemini', `echo '{"decision":"deny","reason":"${reasonOf('gemini')}"}'`),
              },
            ],
          },
        ],
      },
    }),
  },
  {
    agent: 'copilot',
    path: '.github/hooks/guard.json',
    text: JSON.stringify({
      version: 1,
      hooks: {
        preToolUse: [
          {
            type: 'command',
            matcher: 'bash',
            bash: refuse('copilot', `{ echo ${reasonOf('copilot')} >&2; exit 2; }`),
          },
        ],
      },
    }),
  },
  {
    agent: 'cline',
    path: '.clinerules/hooks/PreToolUse',
    text: `#!/bin/bash\n${refuse('cline', `echo '{"cancel":true,"errorMessage":"${reasonOf('cline')}"}'`)}\n`,
    endsRun: true,
  },
];

/** The files that the agent does not run itself. */
const foreignFiles = (agent: AgentDriver): readonly AgentFile[] =>
  files.filter(({ agent: agentName }) => agentName !== agent.name);

/** A guard works on every agent, whichever it was written for. */
export const agentFiles: AgentCase = {
  name: 'guards in the hook files of other agents deny',
  files: Object.fromEntries(files.map(({ path, text }) => [path, text])),
  // Some agents give up after a few refusals in a row.
  steps: (agent) =>
    foreignFiles(agent).flatMap(({ agent: agentName }) => [
      agent.shell('echo harmless'),
      agent.shell(`echo ${agentName}-marker > ${agentName}.txt`),
    ]),
  observe: (view, agent) => {
    for (const { agent: agentName, endsRun } of foreignFiles(agent)) {
      if (view.file(`${agentName}.txt`) !== undefined) throw new Error(`the guard for ${agentName} did not refuse`);
      if (!endsRun && firstTurnWith(view, reasonOf(agentName)) === 0)
        throw new Error(`the model was not told what the guard for ${agentName} said`);
    }
    if (view.turns.length < 2) throw new Error('the agent never reached the guards');
    return fullEffect;
  },
};
