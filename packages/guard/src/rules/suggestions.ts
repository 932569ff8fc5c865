import { suggestions } from '../../.cache/rules/suggestions.js';
import type { DestroyKind, EffectName, PlaceScope, SeenEffect } from '../effect.js';
import { changedPlace } from './match.js';

/** An alternative to an effect. A text in backticks is a command that the guard passes. */
export interface Suggestion {
  readonly do: readonly EffectName[];
  readonly scopes?: readonly PlaceScope[];
  readonly kinds?: readonly (DestroyKind | 'remote' | 'decoded' | 'unknown' | 'force' | 'deletes')[];
  /** Only for calls of these programs. */
  readonly programs?: readonly string[];
  readonly text: string;
}

const askUser = 'ask the user to do it';

export function suggestionFor(effect: SeenEffect): string {
  const place = changedPlace(effect) ?? (effect.do === 'move' ? effect.from : undefined);
  const row = suggestions.find(
    ({ do: names, scopes, kinds, programs }) =>
      names.includes(effect.do) &&
      (scopes === undefined || (place !== undefined && scopes.includes(place.scope))) &&
      (programs === undefined || programs.includes(programOf(effect))) &&
      (kinds === undefined || kinds.some((kind) => isOfKind(effect, kind))),
  );
  return row?.text ?? askUser;
}

/** The program that causes the effect, without its folder. */
const programOf = ({ call }: SeenEffect): string => /^(?:\S*\/)?(\S*)/.exec(call)?.[1] ?? '';

function isOfKind(effect: SeenEffect, kind: string): boolean {
  if (effect.do === 'push') return kind === 'force' ? effect.force : effect.deletes;
  if (effect.do === 'run') return effect.code === kind;
  if (effect.do === 'send') return effect.secret;
  return effect.do === 'destroy' && effect.kind === kind;
}

/** The commands in a suggestion. */
export const commandsIn = (text: string): readonly string[] => text.split('`').filter((_, i) => i % 2 === 1);
