import type { EffectPlace, SeenEffect } from '../effect.js';
import { shownValue } from '../value.js';
import { placeNote, type RuleWorld, shownPlace } from './match.js';

const writeTexts = { over: 'write', append: 'append to', edit: 'edit', unpack: 'unpack into' } as const;
const runTexts = {
  remote: 'run code from the network',
  decoded: 'run decoded code',
  unknown: 'run unknown code',
} as const;
const unreadTexts = {
  length: 'it is too long',
  depth: 'it is nested too deeply',
  steps: 'it has too many steps',
  syntax: 'it is not valid shell',
  fault: 'anyhook had an internal error',
} as const;

/** What an effect does, for users and models: `delete ~/sibling and everything in it · outside the project`. */
export function describeEffect(effect: SeenEffect, world: RuleWorld): string {
  const where = effect.remote === undefined ? '' : ` on ${shownValue(effect.remote)}`;
  return `${effectText(effect, (place) => `${shownPlace(place, world)}${where}`)}${placesNote(effect)}`;
}

function effectText(effect: SeenEffect, show: (place: EffectPlace) => string): string {
  if (effect.do === 'delete') return `delete ${show(effect.at)}${effect.recursive ? ' and everything in it' : ''}`;
  if (effect.do === 'write') return `${writeTexts[effect.how]} ${show(effect.at)}`;
  if (effect.do === 'move') return `move ${show(effect.from)} to ${show(effect.to)}`;
  if (effect.do === 'permit')
    return `change permissions of ${show(effect.at)}${effect.recursive ? ' and everything in it' : ''}`;
  if (effect.do === 'reveal') return `print ${effect.at ? show(effect.at) : shownValue(effect.what)}`;
  if (effect.do === 'send')
    return `send ${effect.secret ? 'a secret' : 'data'} to ${shownValue(effect.host) || 'another machine'}`;
  if (effect.do === 'run') return runTexts[effect.code];
  if (effect.do === 'shell') return 'open a shell to the network';
  if (effect.do === 'push') return pushText(effect);
  if (effect.do === 'unread')
    return `a command that was not fully read, because ${effect.why === 'limit' ? `it has ${effect.what}` : unreadTexts[effect.why]}`;
  if (effect.do !== 'destroy') return `${effect.do}: ${shownValue(effect.what)}`;
  return `destroy (${effect.kind}): ${shownValue(effect.what)}${effect.target ? ` in ${shownValue(effect.target)}` : ''}`;
}

function pushText({ force, deletes, to, branch }: Extract<SeenEffect, { do: 'push' }>): string {
  const how = force ? 'push with force' : deletes ? 'delete by a push' : 'push';
  const target = [to, branch].filter((part) => part !== undefined).map(shownValue);
  return target.length === 0 ? how : `${how} to ${target.join('/')}`;
}

function placesNote(effect: SeenEffect): string {
  if (effect.do === 'move') return ` · from: ${placeNote(effect.from.scope)}, to: ${placeNote(effect.to.scope)}`;
  return 'at' in effect && effect.at ? ` · ${placeNote(effect.at.scope)}` : '';
}
