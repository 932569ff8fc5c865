import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect, noEffect } from './observation.js';

/** Refuses commands with the name of the hook and `-marker`. */
const script = `#!/usr/bin/env node
import { readFileSync } from 'node:fs';
const { ANYHOOK_HOOK_ID: id } = process.env;
if (readFileSync(0, 'utf8').includes(id + '-marker')) {
  console.error('REASON-OF-' + id);
  process.exit(2);
}
`;

const hookFolder = (name: string, front: string): Readonly<Record<string, string>> => ({
  [`.agents/hooks/${name}/HOOK.md`]: `---\nname: ${name}\ndescription: Refuses a marker\ntrigger: before_tool\n${front}---\n`,
  [`.agents/hooks/${name}/scripts/run.mjs`]: script,
});

/** The same guard twice: in an interpreter that was started before, and in one that is started for it. */
export const spareGuard: AgentCase = {
  name: 'a guard in a spare interpreter says what it says without one',
  asksWhy: true,
  files: {
    ...hookFolder('spare-guard', ''),
    ...hookFolder('plain-guard', 'metadata:\n  anyhook:\n    spare: false\n'),
  },
  // The first event finds no spare.
  steps: (agent) => [
    agent.shell('echo harmless'),
    agent.shell('sleep 1'),
    agent.shell('echo plain-guard-marker > plain-guard.txt'),
    agent.shell('sleep 1'),
    agent.shell('echo spare-guard-marker > spare-guard.txt'),
  ],
  observe: (view) => {
    const { why = '' } = view;
    for (const id of ['spare-guard', 'plain-guard']) {
      if (view.file(`${id}.txt`) !== undefined) return noEffect(`${id} did not refuse`);
      if (firstTurnWith(view, `REASON-OF-${id}`) === 0) return noEffect(`the model was not told what ${id} said`);
    }
    const isSpare = (id: string) => new RegExp(`${id} .* spare`).test(why);
    return isSpare('spare-guard') && !isSpare('plain-guard')
      ? fullEffect
      : noEffect(`"anyhook why --denied" says: ${why}`);
  },
};
