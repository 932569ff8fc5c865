import type { HookOptions } from './session.js';
import { errorMessage } from './to-text.js';

/** A block of a message's content, as far as it is used here. */
export interface ContentBlock {
  readonly type: string;
  readonly text?: unknown;
  readonly json?: unknown;
}

export interface StrandsMessage {
  readonly role: string;
  /** Changed in place: the framework reads it again after its events. */
  readonly content: ContentBlock[];
  toJSON?(): unknown;
}

export interface StrandsToolResult {
  readonly toolUseId: string;
  readonly status: string;
  readonly content: readonly ContentBlock[];
  readonly error?: Error | undefined;
}

/** The classes that the adapter needs: an agent identifies events by their constructors. */
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
  /** Accepts more kinds of handlers than a type can express. */
  readonly addMiddleware: unknown;
}

// In a variable: the package is installed only where Strands is used.
const packageName: string = '@strands-agents/sdk';

/** The copy of the SDK that the agent uses. Without it no hooks run: a note, or an error with `failClosed`. */
export async function sdkOf(
  agent: StrandsAgent,
  { sdk, failClosed = false, onNote = console.warn }: HookOptions & { readonly sdk?: StrandsSdk },
): Promise<StrandsSdk | undefined> {
  const { found, problem } = await loadSdk(sdk);
  if (found && agent instanceof found.Agent) return found;
  const why = problem ?? 'the agent uses another copy of it';
  const text =
    `anyhook: ${packageName} cannot be loaded from anyhook's location (${why}), so no hooks run; install anyhook next to it, ` +
    `or pass the whole module as the option "sdk": import * as sdk from '${packageName}'`;
  if (failClosed) throw new Error(text);
  onNote(text);
  return undefined;
}

async function loadSdk(sdk: StrandsSdk | undefined): Promise<{ found?: StrandsSdk; problem?: string }> {
  try {
    return { found: sdk ?? ((await import(packageName)) as StrandsSdk) };
  } catch (error) {
    return { problem: errorMessage(error) };
  }
}
