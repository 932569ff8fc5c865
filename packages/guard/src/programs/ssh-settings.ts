import type { Machine } from '../machine.js';
import type { Value } from '../value.js';

/** ssh programs run what `-o ProxyCommand=…` and `-S program` say. */
export function runConnectCommands(machine: Machine, settings: readonly Value[], program?: Value): void {
  if (program !== undefined) machine.runShell(program, { via: 'ssh' });
  for (const setting of settings) {
    const match = /^\s*(proxycommand|localcommand|knownhostscommand)\s*[= ]\s*/i.exec(setting);
    if (match) machine.runShell(setting.slice(match[0].length), { via: 'ssh -o' });
  }
}
