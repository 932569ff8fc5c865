import type { NativeCall } from './canonical-call.js';
import type { HookSession } from './session.js';
import { withFeedback } from './to-text.js';

export interface ToolRun<Output> {
  /** Runs the tool with the input after the hooks. */
  readonly execute: (input: unknown) => Output | Promise<Output>;
  /** What the model gets instead of an output. Default: the reason. */
  readonly denied?: (reason: string) => unknown;
  /** Asks a person. Default: the call is refused with the reason. */
  readonly ask?: (reason: string, input: unknown) => boolean | Promise<boolean>;
  /** A person approved the call before, through the framework. */
  readonly approved?: boolean;
}

/** Runs one tool call with its hooks. Returns the output for the model; an error of the tool itself is thrown. */
export async function runTool<Output>(session: HookSession, call: NativeCall, run: ToolRun<Output>): Promise<unknown> {
  const { execute, denied = (reason: string) => reason, ask, approved = false } = run;
  let decision = await session.beforeTool(call, { approved });
  if (decision.kind === 'ask' && (await ask?.(decision.reason, decision.input)))
    decision = await session.beforeTool(call, { approved: true });
  if (decision.kind !== 'run') return denied(decision.reason);
  let output: Output;
  try {
    output = await execute(decision.input);
  } catch (error) {
    const { feedback } = await session.toolFailed(call, error);
    throw feedback.length > 0 ? withFeedbackInMessage(error, feedback) : error;
  }
  const reply = await session.afterTool(call, output);
  return withFeedback('output' in reply ? reply.output : output, reply.feedback);
}

/** The same error with the feedback in its message, if it can be changed. */
function withFeedbackInMessage(error: unknown, feedback: readonly string[]): unknown {
  const text = feedback.join('\n\n');
  if (!(error instanceof Error)) return new Error(`${String(error)}\n\n${text}`);
  try {
    error.message = `${error.message}\n\n${text}`;
    return error;
  } catch {
    return new Error(`${error.message}\n\n${text}`, { cause: error });
  }
}
