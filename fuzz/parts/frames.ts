import {
  createFrameReader,
  encodeFrame,
  type FrameField,
  fieldTags,
  frameKinds,
} from '../../packages/anyhook/src/resident/protocol.js';
import { oddText } from '../generated-values.js';
import { expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** Bytes in hexadecimal digits, and where they are cut into chunks. */
export interface FramesCase {
  readonly bytes: string;
  readonly cuts: readonly number[];
}

/** The protocol reader accepts any bytes, and finds the same frames however the bytes are split into chunks. */
export const frames: FuzzPart<FramesCase> = {
  name: 'frames',
  make(random) {
    const bytes = Buffer.concat(random.many(1, 4, () => oddFrame(random)));
    return { bytes: bytes.toString('hex'), cuts: random.many(0, 6, () => random.below(bytes.length + 1)) };
  },
  check({ bytes, cuts }) {
    const all = Buffer.from(bytes, 'hex');
    const whole = readAll([all]);
    const sorted = [...cuts].sort((a, b) => a - b);
    const chunks = [0, ...sorted].map((from, i) => all.subarray(from, [...sorted, all.length][i]));
    expectThat(readAll(chunks) === whole, 'the frames depend on how the bytes are split into chunks');
  },
};

/** A frame, whole or damaged. */
export function oddFrame(random: FuzzRandom): Buffer {
  const tags = Object.values(fieldTags);
  const fields = random.many(0, 5, (): FrameField => [random.pick(tags), oddText(random)]);
  const frame = encodeFrame(random.pick(kindsWithoutQuit), random.below(2 ** 32), fields);
  if (random.chance(0.5)) return frame;
  const damagedAt = random.many(1, 3, () => random.below(frame.length));
  for (const at of damagedAt) frame[at] = random.below(256);
  return random.chance(0.2) ? frame.subarray(0, random.below(frame.length)) : frame;
}

/** `quit` is left out, because it ends the engine as intended. */
const kindsWithoutQuit = Object.values(frameKinds).filter((kind) => kind !== frameKinds.quit);

function readAll(chunks: readonly Buffer[]): string {
  const reader = createFrameReader();
  const seen: string[] = [];
  for (const chunk of chunks) {
    const { frames: found, problem } = reader.push(chunk);
    for (const { kind, id, fields } of found)
      seen.push(`${kind} ${id} ${[...fields].map(([tag, value]) => `${tag}=${value.toString('hex')}`).join(' ')}`);
    if (problem !== undefined) return [...seen, problem].join('\n');
  }
  return seen.join('\n');
}
