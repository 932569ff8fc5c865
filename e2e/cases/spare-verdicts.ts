import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AgentDriver } from '../agents/agent.js';
import type { ModelStep } from '../model/step.js';
import { type AgentCase, type AgentRunPlan, type CaseView, firstTurnWith } from './case.js';
import { fullEffect } from './observation.js';

/** A project with hooks, the model's calls in it, and the expected results, with or without spares. */
interface GuardedProject {
  readonly name: string;
  readonly prompt: string;
  readonly files: Readonly<Record<string, string>>;
  steps(agent: AgentDriver): readonly ModelStep[];
  /** The verdicts of its hooks that had no effect. */
  faults(view: CaseView): readonly string[];
}

const told = (view: CaseView, words: string): readonly string[] =>
  firstTurnWith(view, words) > 0 ? [] : [`the model was not told "${words}"`];
const made = (view: CaseView, file: string, words = ''): readonly string[] =>
  view.file(file)?.includes(words) ? [] : [`${file} is not there, or does not say "${words}"`];
const refused = (view: CaseView, file: string): readonly string[] =>
  view.file(file) === undefined ? [] : [`${file} was written`];

function textsBelow(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return Object.fromEntries(files.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

const sampleProject: GuardedProject = {
  name: 'the sample project',
  prompt: 'please give a discount',
  files: textsBelow(fileURLToPath(new URL('../../examples/sample-project', import.meta.url))),
  // Every second call is harmless: some agents give up after a few refusals in a row. Meanwhile spares start.
  steps: (agent) => [
    agent.shell('sleep 1; echo one > one.txt'),
    agent.shell('echo ran > disk.txt; mkfs.none'),
    agent.shell('sleep 1; echo two > two.txt'),
    agent.write('<project>/shop.env', 'KEY=1'),
    agent.write('<project>/three.js', 'export const three = 3;'),
    agent.write('<project>/config/prod-new.yaml', 'replicas: 9'),
    agent.shell('ls config > config.txt; cat .anyhook-demo/ability_usage.jsonl > usage.txt'),
  ],
  faults: (view) => [
    ...told(view, 'docs/pricing.md'),
    ...refused(view, 'disk.txt'),
    ...told(view, 'This would overwrite a disk'),
    ...refused(view, 'shop.env'),
    ...told(view, 'the file may hold secrets'),
    ...made(view, 'one.txt'),
    ...made(view, 'two.txt'),
    ...made(view, 'three.js'),
    ...(view.file('config.txt')?.includes('prod-new') ? ['the production configuration was changed'] : []),
    ...made(view, 'config.txt', 'prod.yaml'),
    ...made(view, 'usage.txt', '"ability_id":"run_command"'),
  ],
};

const command = (line: string, matcher = '*') => [{ matcher, hooks: [{ type: 'command', command: line }] }];

/** A plugin like agent-flow: checks before writes and commands, a log in Python, and shell scripts. */
const flowPlugin: GuardedProject = {
  name: 'a plugin',
  prompt: 'please do the work of the plugin',
  files: {
    'hooks/hooks.json': JSON.stringify({
      hooks: {
        SessionStart: command('bash ${CLAUDE_PLUGIN_ROOT}/hooks/scripts/load-context.sh'),
        PreToolUse: [
          ...command('node ${CLAUDE_PLUGIN_ROOT}/hooks/scripts/validate-changes.mjs', 'Write|Edit'),
          ...command('node "${CLAUDE_PLUGIN_ROOT}/hooks/scripts/enforce-delegation.cjs"', 'Bash'),
        ],
        PostToolUse: command('python3 ${CLAUDE_PLUGIN_ROOT}/hooks/scripts/log-event.py'),
      },
    }),
    'hooks/scripts/load-context.sh': 'echo started > "$CLAUDE_PROJECT_DIR/started.txt"\n',
    'hooks/scripts/validate-changes.mjs': `import { basename } from 'node:path';
const { file_path: path = '' } = JSON.parse(process.env.TOOL_INPUT ?? '{}');
const isSecret = /\\.(?:env|key|pem)$/.test(basename(path));
console.log(JSON.stringify({ continue: !isSecret, systemMessage: isSecret ? 'PLUGIN-REFUSES ' + basename(path) : '' }));
process.exitCode = isSecret ? 2 : 0;
`,
    'hooks/scripts/enforce-delegation.cjs': `const { tool_input: input } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
if (/shortcut/.test(input.command)) {
  console.error('PLUGIN-DELEGATES ' + input.command);
  process.exit(2);
}
`,
    'hooks/scripts/log-event.py': `import json
import os
import sys
event = json.load(sys.stdin)
with open(os.path.join(os.environ["CLAUDE_PROJECT_DIR"], "events.txt"), "a") as log:
    log.write(event["hook_event_name"] + " " + event["tool_name"] + "\\n")
`,
  },
  steps: (agent) => [
    agent.shell('sleep 1; echo one > one.txt'),
    agent.write('<project>/server.key', 'secret'),
    agent.shell('sleep 1; echo two > two.txt'),
    agent.shell('echo taken > shortcut.txt'),
    agent.write('<project>/three.txt', 'three'),
  ],
  faults: (view) => [
    ...made(view, 'started.txt', 'started'),
    ...refused(view, 'server.key'),
    ...told(view, 'PLUGIN-REFUSES server.key'),
    ...refused(view, 'shortcut.txt'),
    ...told(view, 'PLUGIN-DELEGATES echo taken'),
    ...['one.txt', 'two.txt', 'three.txt'].flatMap((name) => made(view, name)),
    ...made(view, 'events.txt', 'PostToolUse Bash'),
  ],
};

const verdicts = ({ name, files, steps, faults }: GuardedProject, spare: boolean): AgentCase => ({
  name: `the hooks of ${name} give their verdicts ${spare ? 'in' : 'without'} spare interpreters`,
  files,
  steps,
  observe: (view) => {
    const found = faults(view);
    const { sparesUsed } = view;
    if (found.length > 0) throw new Error(found.join('; '));
    if (spare !== sparesUsed > 0) throw new Error(`${sparesUsed} hooks ran in spare interpreters`);
    return fullEffect;
  },
});

/** Each project twice, so that both runs must show the same verdicts. */
export const spareVerdictPlans: readonly AgentRunPlan[] = [sampleProject, flowPlugin].flatMap((project) =>
  [true, false].map(
    (spare): AgentRunPlan => ({
      cases: [verdicts(project, spare)],
      prompt: project.prompt,
      ...(!spare && { home: { '.config/anyhook/config.yaml': 'spare: false\n' } }),
      agents: ['claude-code', 'codex', 'gemini'],
    }),
  ),
);
