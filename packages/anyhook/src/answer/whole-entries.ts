import { objectOf, parseObject, readText, userPaths } from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { knownAgents } from '../agents/index.js';
import { type EntriesTarget, type InstallTarget, isWrittenByInit } from '../agents/kit/install.js';
import { type EntryRecord, watchedEvents } from '../trust/entry-record.js';
import { settingsPlace } from './bypass-cause.js';
import type { World } from './engine.js';

/** Whether the settings still have `init`'s entry for every tool at each event that comparing calls needs. */
export async function hasWholeEntries(agent: Agent, record: EntryRecord, world: World): Promise<boolean> {
  const install = (await knownAgents.loadInstalls()).find((one) => one.agent === agent.name);
  if (!install) return false;
  const scope = record.root === undefined ? 'user' : 'project';
  const place = { ...settingsPlace(world, record.root ?? userPaths(world.env, world.home).home), scope } as const;
  const target = install.target(place);
  return watchedEvents.every((name) =>
    record.events.some((event) => agent.events[event] === name && hasEntry(target, event)),
  );
}

const maxBytes = 4 * 1024 * 1024;

function hasEntry(target: InstallTarget, event: string): boolean {
  // A plugin keeps the events that it was written for.
  const text = readText(target.kind === 'files' ? target.file(event) : target.file, maxBytes);
  if (!isWrittenByInit(text)) return false;
  return target.kind !== 'entries' || hasPlainEntry(parseObject(text), target, event);
}

function hasPlainEntry(settings: unknown, { keyPath, eventKey }: EntriesTarget, event: string): boolean {
  if (eventKey !== undefined) return false;
  const list = [...keyPath, event].reduce<unknown>((value, key) => objectOf(value)?.[key], settings);
  return Array.isArray(list) && list.some(isForAllTools);
}

/** Is this one of our entries, without a matcher or condition that could skip a call? */
function isForAllTools(element: unknown): boolean {
  const { matcher, hooks } = objectOf(element) ?? {};
  if (matcher !== undefined && matcher !== '' && matcher !== '*' && matcher !== '.*') return false;
  const handlers = Array.isArray(hooks) ? hooks : [element];
  return handlers.some((handler) => {
    const fields = objectOf(handler) ?? {};
    return fields['if'] === undefined && Object.values(fields).some(isWrittenByInit);
  });
}
