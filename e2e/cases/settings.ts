import {
  type OddityEffect,
  type SettingsOddity,
  settingsOddities,
} from '../../packages/anyhook/src/agents/kit/settings-oddities.js';
import type { AgentDriver } from '../agents/agent.js';
import { findSettingsTarget, installOf } from '../settings-oddity.js';
import { type AgentCase, type CaseView, firstTurnWith } from './case.js';
import { fullEffect, noEffect, type Observation, weakerEffect } from './observation.js';

/** What the agent does with a settings file that is not plain JSON, or contains unknown names. */
export const oddityCases = settingsOddities.map((oddity) => ({
  name: `settings with ${oddity === 'unknown event' ? 'an' : 'a'} ${oddity} are read or not, as its table says`,
  oddity,
  steps: (agent: AgentDriver) => [agent.shell('echo forbidden-marker > hook-md.txt')],
  observe: (view: CaseView) => {
    if (view.turns.length === 0) return weakerEffect('refused');
    // Without its settings the agent may block the command by itself: only the reason shows that a hook ran.
    if (firstTurnWith(view, 'REASON-OF-HOOK-MD') !== view.turn + 1) return noEffect('dropped');
    if (view.file('hook-md.txt') !== undefined) throw new Error('the command ran, and its refusal was told');
    return fullEffect;
  },
})) satisfies readonly AgentCase[];

/** Whether this agent's entries are in a JSON file. */
export const hasJsonSettings = (agent: AgentDriver): boolean =>
  findSettingsTarget(agent, { home: '/', env: {}, root: '/' }) !== undefined;

/** The observation of a case about settings. */
export const oddityEffectOf = (observation: Observation): OddityEffect =>
  observation.seen === 'whole' ? 'read' : observation.seen === 'weaker' ? 'refused' : 'dropped';

/** Compares the observation with the agent's `install.ts`. */
export function judgeOddity(
  oddity: SettingsOddity,
  observation: Observation,
  agent: AgentDriver,
): { readonly observation: Observation; readonly why?: string } {
  const [claimed, seen] = [installOf(agent).oddities?.[oddity] ?? 'nothing', oddityEffectOf(observation)];
  return claimed === seen
    ? { observation }
    : { observation, why: `its install says "${claimed}", and the file was ${seen}` };
}
