import type { EffectPlace } from '../effect.js';

/** Whether a file there is somebody's, and no part of the project. */
export const isPrecious = ({ scope }: Pick<EffectPlace, 'scope'>): boolean =>
  scope === 'home' || scope === 'in-home' || scope === 'outside' || scope === 'above';
