import { runTool, type ToolRun } from './run-tool.js';
import { createHookSession, type FiringEngine, HookBlock, type HookOptions, type HookSession } from './session.js';

export type { NativeCall, ToolMeaning, ToolMeanings } from './canonical-call.js';
export { type Feature, type FeatureName, type Features, featureNames } from './features.js';
export { runTool, type ToolRun } from './run-tool.js';
export type * from './session.js';
export { createHookSession, HookBlock } from './session.js';
export { textOf, withFeedback } from './to-text.js';

/** Hooks: an engine, which gets a new session, or an existing session. */
export type Hooks = FiringEngine | Promise<FiringEngine> | HookSession;

export interface GenericOptions extends HookOptions {
  /** The name of the framework in notes. */
  readonly framework?: string;
}

type Execute = (input: never, ...rest: never[]) => unknown;
type Tool = Execute | { readonly execute: Execute; readonly name?: string };

export interface WrapOptions extends GenericOptions {
  /** Asks a person. Default: the call is refused with the reason. */
  readonly ask?: (
    reason: string,
    call: { readonly name: string; readonly input: unknown },
  ) => boolean | Promise<boolean>;
  /** What the model gets for a call that does not run. Default: the reason as text. */
  readonly denied?: ToolRun<unknown>['denied'];
  /** Gets the framework's id of a call from the arguments after its input. */
  readonly idOf?: (...rest: readonly unknown[]) => string | undefined;
}

/**
 * The same tools with hooks around each: functions, or objects that have one as `execute`, by name or in a list.
 *
 * @example
 * const engine = await createEngine({ cwd: '/home/me/project', trust: 'project' });
 * const tools = wrapTools({ bash: ({ command }: { command: string }) => run(command) }, engine);
 */
export function wrapTools<Tools extends readonly Tool[] | Readonly<Record<string, Tool>>>(
  tools: Tools,
  hooks: Hooks,
  options: WrapOptions = {},
): Tools {
  const session = sessionOf(hooks, options);
  const wrap = (tool: Tool, name: string): Tool =>
    typeof tool === 'function'
      ? wrapExecute(tool, name, { session, options })
      : // The prototype too: tools may be objects of a class.
        Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, {
          execute: wrapExecute(tool.execute.bind(tool), tool.name ?? name, { session, options }),
        });
  const wrapped = Array.isArray(tools)
    ? tools.map((tool: Tool) => wrap(tool, tool.name ?? 'tool'))
    : Object.fromEntries(Object.entries(tools).map(([name, tool]) => [name, wrap(tool, name)]));
  return wrapped as unknown as Tools;
}

interface WrapContext {
  readonly session: HookSession;
  readonly options: WrapOptions;
}

function wrapExecute(execute: Execute, name: string, { session, options }: WrapContext): Execute {
  const { ask, denied, idOf } = options;
  return (input: never, ...rest: never[]) =>
    runTool(
      session,
      { id: idOf?.(...rest), name, input },
      {
        execute: (changed) => execute(changed as never, ...rest),
        ...(denied && { denied }),
        ...(ask && { ask: (reason, changed) => ask(reason, { name, input: changed }) }),
      },
    );
}

/** What a run gets besides its prompt. */
export interface RunContext {
  /** Text that hooks want the model to read, before or with the prompt. */
  readonly context: readonly string[];
  readonly session: HookSession;
  /** A stop hook made the run continue; the prompt is its reason. */
  readonly isContinued: boolean;
}

/**
 * The same run of an agent with hooks on its prompt and its end. A blocked prompt rejects with a HookBlock.
 *
 * @example
 * const ask = withHooks((prompt, { context }) => agent.run([...context, prompt].join('\n\n')), engine);
 * const answer = await ask('Fix the tests');
 */
export function withHooks<Result>(
  run: (prompt: string, context: RunContext) => Promise<Result>,
  hooks: Hooks,
  options: GenericOptions & {
    /** The agent's last text in the result of a run. Default: the result itself, or its `text`. */
    readonly lastWords?: (result: Result) => string | undefined;
  } = {},
): (prompt: string) => Promise<Result> {
  const session = sessionOf(hooks, options);
  const { lastWords = textOfResult } = options;
  return async (prompt) => {
    const { text, context, block } = await session.prompt(prompt);
    if (block !== undefined) throw new HookBlock(block);
    let result = await run(text, { context, session, isContinued: false });
    for (;;) {
      const words = lastWords(result);
      const { continue: task } = await session.stop(words === undefined ? {} : { text: words });
      if (task === undefined) return result;
      result = await run(task, { context: [], session, isContinued: true });
    }
  };
}

function textOfResult(result: unknown): string | undefined {
  if (typeof result === 'string') return result;
  const { text } = Object(result) as { readonly text?: unknown };
  return typeof text === 'string' ? text : undefined;
}

function sessionOf(hooks: Hooks, { framework = 'the agent', ...options }: GenericOptions): HookSession {
  return 'beforeTool' in hooks ? hooks : createHookSession(hooks, { framework, ...options });
}
