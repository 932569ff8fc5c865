import type { Machine } from '../machine.js';
import type { Value } from '../value.js';
import { fileName } from './call-words.js';
import { holdsSecret } from './kit.js';

/** A secret may be copied to another secret place; elsewhere it is no longer guarded. */
export function noteSecretCopy(machine: Machine, from: Value, target: Value, end: Value): void {
  if (!holdsSecret(machine.read(from))) return;
  if (machine.place(target).scope === 'secret') return;
  // The settings of a project go from one of its copies to the other.
  const { path } = machine.place(end);
  const staysInProject = path.startsWith(`${machine.world.root}/`) || fileName(end).startsWith('.env');
  if (fileName(from).startsWith('.env') && staysInProject) return;
  machine.note({ do: 'reveal', what: `a copy of ${fileName(from)}`, at: machine.place(from) });
}
