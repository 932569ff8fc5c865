/** In the input of a tool: the project folder, for tools that need absolute paths. */
export const projectPlaceholder = '<project>';

/** In the input of a tool: the key of the task that the conversation mentioned last. */
export const lastTaskPlaceholder = '<task>';

/** A tool call of the model; the input of a free-text tool is a string. */
export interface ScriptedCall {
  readonly tool: string;
  /** Only in the OpenAI Responses API: the namespace that declares the tool. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** What happens before the model makes this call; `click`: a click on the page by someone who cannot see the terminal. */
  readonly precededBy?: Interruption;
}

/** How a pending call is approved: in a terminal, on the page with the code that the terminal shows, or by clicks alone. */
export type Approval = 'approve' | 'approve on the page' | 'click';

/** `concurrent edit`: a person and a second agent edit files of the same project. */
export type Interruption = Approval | 'concurrent edit';

/** What the scripted model answers in one turn. */
export type ModelStep = ScriptedCall | { readonly say: string };

/** One model API: which requests are turns, and how answers are written. */
export interface ModelProtocol {
  /** Does this path request an answer of the model? */
  isTurnRequest(path: string): boolean;
  /** The conversation that the request sends to the model. */
  conversation(body: ModelRequestBody): unknown;
  /** `id` is unique in one run of the server. */
  answer(step: ModelStep, id: string): readonly StreamChunk[];
}

/** One server-sent event. */
export interface StreamChunk {
  readonly event?: string;
  readonly data: unknown;
}

export type ModelRequestBody = Readonly<Record<string, unknown>>;
