import type { HookOptions } from './session.js';
import { messageOf } from './to-text.js';

/** A block of a message's content, as far as it matters here. */
export interface Block {
  readonly type: string;
  readonly text?: unknown;
  readonly json?: unknown;
}

export interface Message {
  readonly role: string;
  /** The framework reads it again after its events, so it is changed in place. */
  readonly content: Block[];
  toJSON?(): unknown;
}

export interface ToolResult {
  readonly toolUseId: string;
  readonly status: string;
  readonly content: readonly Block[];
  readonly error?: Error | undefined;
}

/** The classes that the adapter needs: the agent knows its events by their constructors. */
export interface StrandsSdk {
  readonly Agent: new (...args: never[]) => unknown;
  readonly BeforeInvocationEvent: unknown;
  readonly MessageAddedEvent: unknown;
  readonly BeforeModelCallEvent: unknown;
  readonly AfterModelCallEvent: unknown;
  readonly BeforeToolCallEvent: unknown;
  readonly AfterToolCallEvent: unknown;
  readonly AfterInvocationEvent: unknown;
  readonly InvokeModelStage: { readonly Input: unknown };
  readonly TextBlock: new (text: string) => unknown;
  readonly ToolResultBlock: new (data: never) => unknown;
  readonly Message: { fromMessageData(data: never): unknown };
}

/** An agent of the SDK. */
export interface StrandsAgent {
  readonly messages: readonly object[];
  addHook(event: never, callback: (event: never) => void | Promise<void>): unknown;
  /** Takes more kinds of handlers than a type can say. */
  readonly addMiddleware: unknown;
}

// Not written out in the import: the package is there only where Strands is used.
const name: string = '@strands-agents/sdk';

/** The copy of the SDK that the agent is made of. Without it there are no hooks: a note, or an error if so wished. */
export async function sdkOf(
  agent: StrandsAgent,
  { sdk, failClosed = false, onNote = console.warn }: HookOptions & { readonly sdk?: StrandsSdk },
): Promise<StrandsSdk | undefined> {
  const { found, problem } = await look(sdk);
  if (found && agent instanceof found.Agent) return found;
  const why = problem ?? 'the agent is made of another copy of it';
  const text =
    `anyhook: ${name} is not to be had from where anyhook is (${why}), so no hooks run; install anyhook beside it, ` +
    `or give the whole module as the option "sdk": import * as sdk from '${name}'`;
  if (failClosed) throw new Error(text);
  onNote(text);
  return undefined;
}

async function look(sdk: StrandsSdk | undefined): Promise<{ found?: StrandsSdk; problem?: string }> {
  try {
    return { found: sdk ?? ((await import(name)) as StrandsSdk) };
  } catch (error) {
    return { problem: messageOf(error) };
  }
}
