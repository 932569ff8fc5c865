import { stableJson } from '@anyhook/core';
import type { EffectPlace, SeenEffect } from '../effect.js';
import { hasUnknown, shownValue } from '../value.js';
import { type Judgement, touchesAgents } from './judge.js';

/**
 * What a person would approve: the effects that need approval, in one form for all commands with the same effects.
 * Undefined if the command's wording matters, because its effects are not fully known.
 */
export function approvableEffects({ decision, findings }: Judgement, cwd: string): readonly string[] | undefined {
  if (decision !== 'ask') return undefined;
  const asked = findings.filter((finding) => finding.decision === 'ask').map(({ effect }) => effect);
  if (!asked.every(isFullyKnown)) return undefined;
  return [...new Set(asked.map((effect) => canonicalEffect(effect, cwd)))].sort();
}

const maxCallLength = 200;

function isFullyKnown(effect: SeenEffect): boolean {
  if (effect.do === 'run' || effect.do === 'unread' || touchesAgents(effect)) return false;
  // The written text is not part of the effect, and the person has read only one.
  if (effect.do === 'write') return false;
  // A leading `PROFILE=prod` decides what is destroyed, but is not part of the call.
  if (effect.setsVariables && !changesFiles(effect)) return false;
  // A longer call was cut, and its end may differ.
  if (effect.call.length >= maxCallLength) return false;
  return (
    placesOf(effect).every(isKnownPlace) &&
    !hasUnknown(stableJson({ ...effect, cwd: changesFiles(effect) ? '' : effect.cwd }))
  );
}

const isKnownPlace = ({ scope, path }: EffectPlace): boolean =>
  scope !== 'unknown' && scope !== 'unset' && !hasUnknown(path);

function placesOf(effect: SeenEffect): readonly EffectPlace[] {
  if (effect.do === 'move') return [effect.from, effect.to];
  return 'at' in effect && effect.at ? [effect.at] : [];
}

/** For changes to files, places are enough. For other effects, the program's call and folder also count. */
function canonicalEffect(effect: SeenEffect, cwd: string): string {
  const {
    do: name,
    span: _span,
    via: _via,
    source: _source,
    call,
    cwd: folder = cwd,
    setsVariables: _variables,
    ...rest
  } = effect;
  const by = { call: isSecretOfFiles(effect) ? '' : call, cwd: folder };
  const fields = Object.entries({ ...rest, ...(!changesFiles(effect) && by) }).map(([key, value]) => [
    key,
    isPlace(value) ? (value.real ?? value.path) : value,
  ]);
  return `${name} ${shownValue(stableJson(Object.fromEntries(fields)))}`;
}

const changesFiles = (effect: SeenEffect): boolean => effect.do === 'delete' || effect.do === 'move';

/** The files identify the secret, whatever reads them, unless there are more than the message names. */
const isSecretOfFiles = (effect: SeenEffect): boolean => effect.do === 'reveal' && /^\/(?!.* more$)/.test(effect.what);

const isPlace = (value: unknown): value is EffectPlace =>
  typeof value === 'object' && value !== null && 'scope' in value;
