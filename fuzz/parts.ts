import type { FuzzPart, StartPart } from './part.js';
import { startDecode } from './parts/decode.js';
import { startEngine } from './parts/engine.js';
import { startFileOperations } from './parts/file-operations.js';
import { startLoad, startParse } from './parts/files.js';
import { frames } from './parts/frames.js';
import { guardCode, guardShell, guardWindows, guardWrap } from './parts/guard.js';
import { guardPacks, guardRules } from './parts/guard-files.js';
import { hookOutput } from './parts/hook-output.js';
import { globs, needles } from './parts/needles.js';
import { redaction } from './parts/redaction.js';
import { startSelfProtection } from './parts/self-protection.js';
import { startSocket } from './parts/socket.js';

const starts = {
  decode: startDecode,
  'hook-output': () => hookOutput,
  load: startLoad,
  parse: startParse,
  frames: () => frames,
  redaction: () => redaction,
  'self-protection': startSelfProtection,
  'guard-shell': () => guardShell,
  'guard-code': () => guardCode,
  'guard-windows': () => guardWindows,
  'guard-wrap': () => guardWrap,
  'guard-packs': () => guardPacks,
  'guard-rules': () => guardRules,
  needles: () => needles,
  globs: () => globs,
  'file-operations': startFileOperations,
  engine: startEngine,
  socket: startSocket,
} satisfies Record<string, StartPart>;

/** The names of all parts. */
export const partNames: readonly string[] = Object.keys(starts);

/** Starts a part; it checks cases that it makes itself or that the corpus contains. */
export async function startPart(name: string): Promise<FuzzPart> {
  const start = (starts as Readonly<Record<string, StartPart>>)[name];
  if (!start) throw new Error(`there is no part "${name}" (parts: ${partNames.join(', ')})`);
  return start();
}
