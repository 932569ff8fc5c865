import assert from 'node:assert/strict';
import { judgeCommand } from '../../../guard/src/guard.js';
import type { GuardDecision } from '../../../guard/src/rules/rule.js';
import type { GuardWorld } from '../../../guard/src/world.js';

/** The machine of a developer who works on a shop. */
export const shopWorld: GuardWorld = {
  cwd: '/home/dev/shop',
  root: '/home/dev/shop',
  home: '/home/dev',
  temp: ['/tmp'],
  env: { SHELL: '/bin/bash' },
};

/** The guard without rules of a user or a project. */
export const shopSettings = { rules: [], root: shopWorld.root, home: shopWorld.home };

/** What the default rules say about commands on this machine, with these variables. */
export function shopGuard(env: GuardWorld['env'] = shopWorld.env) {
  const decisionOn = (command: string): GuardDecision =>
    judgeCommand(command, { ...shopWorld, env }, shopSettings).decision;
  const expectPass = (commands: readonly string[]): void => {
    for (const command of commands) assert.equal(decisionOn(command), 'pass', command);
  };
  const expectStop = (commands: readonly string[]): void => {
    for (const command of commands) assert.notEqual(decisionOn(command), 'pass', command);
  };
  return {
    decisionOn,
    /** The first commands are stopped; their neighbours after them pass. */
    stops(commands: readonly string[], neighbours: readonly string[]): void {
      expectStop(commands);
      expectPass(neighbours);
    },
    /** The first commands pass; their neighbours after them do not. */
    passes(commands: readonly string[], neighbours: readonly string[]): void {
      expectPass(commands);
      expectStop(neighbours);
    },
  };
}
