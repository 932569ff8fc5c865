import { type Frame, type FrameField, fieldTags, splitWords } from './protocol.js';

/** One event, as a client sent it. */
export interface ClientRequest {
  /** The arguments of `anyhook run`. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly umask?: number;
  /** Milliseconds within which the answer is needed. */
  readonly deadlineMs?: number;
  readonly payload: Buffer;
}

/** What a client prints, and its exit code. */
export interface ClientAnswer {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

export function requestFromFrame({ fields }: Frame, env: ClientRequest['env']): ClientRequest {
  const fieldText = (tag: number) => fields.get(tag)?.toString('utf8');
  const umask = /^[0-7]{1,4}$/.test(fieldText(fieldTags.umask) ?? '')
    ? Number.parseInt(fieldText(fieldTags.umask) ?? '', 8)
    : undefined;
  const deadline = Number(fieldText(fieldTags.deadline) ?? Number.NaN);
  return {
    args: splitWords(fields.get(fieldTags.args)),
    cwd: fieldText(fieldTags.cwd) ?? '',
    env,
    payload: fields.get(fieldTags.payload) ?? Buffer.alloc(0),
    ...(umask !== undefined && { umask }),
    ...(deadline > 0 && { deadlineMs: deadline }),
  };
}

export const answerFields = ({ stdout, stderr, exitCode }: ClientAnswer): readonly FrameField[] => [
  [fieldTags.exit, Buffer.from([exitCode])],
  ...(stdout === '' ? [] : [[fieldTags.stdout, stdout] as const]),
  ...(stderr === '' ? [] : [[fieldTags.stderr, stderr] as const]),
];
