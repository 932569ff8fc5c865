import type { Program } from '../machine.js';
import { patchedFiles } from '../tool-patch.js';
import { argumentsOf } from './call-words.js';
import { noteMove } from './kit.js';

/** `apply_patch` with the patch as its argument or input: agents apply it themselves when they see it in a command. */
export const applyPatch: Program = (call, machine) => {
  const { files, isCut } = patchedFiles(argumentsOf(call)[0] ?? call.stdin ?? '');
  if (isCut) machine.note({ do: 'unread', why: 'steps' });
  for (const { path, change, to, added } of files) {
    if (to !== undefined) noteMove(machine, machine.place(path), machine.place(to));
    else if (change === 'delete') machine.note({ do: 'delete', at: machine.place(path), recursive: false });
    else machine.write(path, change === 'add' ? 'over' : 'edit', added?.map((line) => `${line}\n`).join(''));
  }
  return '';
};
