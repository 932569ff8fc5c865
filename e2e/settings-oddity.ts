import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { loadInstalls } from '../packages/anyhook/src/agents/index.js';
import {
  type AgentInstall,
  type EntriesTarget,
  type InstallPlace,
  isWrittenByInit,
} from '../packages/anyhook/src/agents/kit/install.js';
import type { SettingsOddity } from '../packages/anyhook/src/agents/kit/settings-oddities.js';
import type { AgentDriver } from './agents/agent.js';

const installs = await loadInstalls();

/** How an agent is connected. */
export function installOf({ name: agent }: Pick<AgentDriver, 'name'>): AgentInstall {
  const found = installs.find((install) => install.agent === agent);
  if (!found) throw new Error(`anyhook cannot connect "${agent}"`);
  return found;
}

/** The file of a home with the agent's entries; undefined if it is not JSON. */
export function findSettingsTarget(
  agent: Pick<AgentDriver, 'name'>,
  place: Pick<InstallPlace, 'home' | 'env' | 'root'>,
): EntriesTarget | undefined {
  const machine = { isWindows: false, realPath: (path: string) => realpathSync(path), namesIn: () => [] };
  const target = installOf(agent).target({ ...place, ...machine, scope: 'user' });
  return target.kind === 'entries' && target.format === undefined ? target : undefined;
}

/** The JSON file with the agent's entries; throws if the agent has none. */
export function settingsTargetOf(...about: Parameters<typeof findSettingsTarget>): EntriesTarget {
  const target = findSettingsTarget(...about);
  if (!target) throw new Error(`${about[0].name} has no JSON settings`);
  return target;
}

/** Puts the oddity into a settings file with entries. */
export function plantOddity(target: EntriesTarget, oddity: SettingsOddity): void {
  writeFileSync(target.file, withOddity[oddity](readFileSync(target.file, 'utf8'), target.keyPath));
}

/** Adds one oddity to plain JSON, and keeps its entries in place. */
export const withOddity: Readonly<Record<SettingsOddity, (text: string, at: readonly string[]) => string>> = {
  comment: (text) => text.replace('{', '{\n  // of a person'),
  'trailing comma': (text) => text.replace(/\s*\}\s*$/, ',\n}\n'),
  'byte order mark': (text) => `\uFEFF${text}`,
  // The entries are in the second one, for programs that read the last of duplicate keys.
  'duplicate key': (text, at) => text.replace('{', `{\n  ${keyOfEvents(text, at)},`),
  'unknown event': (text, at) => {
    const root = JSON.parse(text);
    const events = at.reduce((map, key) => map[key], root);
    const [first] = Object.values(events);
    Object.assign(events, { NoSuchEvent: JSON.parse(JSON.stringify(first, asForeignEntry)) });
    return `${JSON.stringify(root, null, 2)}\n`;
  },
};

/** An entry that calls another program. */
const asForeignEntry = (_key: string, value: unknown): unknown => (isWrittenByInit(value) ? 'true' : value);

function keyOfEvents(text: string, [key]: readonly string[]): string {
  return key === undefined ? `${JSON.stringify(Object.keys(JSON.parse(text))[0])}: []` : `${JSON.stringify(key)}: {}`;
}
