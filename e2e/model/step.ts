/** In the input of a tool: the folder of the project, for tools that want absolute paths. */
export const projectPlaceholder = '<project>';

/** In the input of a tool: the key of the task that the conversation told of last. */
export const lastTaskPlaceholder = '<task>';

/** A tool that the model calls; a tool that takes free text has a string as its input. */
export interface ScriptedCall {
  readonly tool: string;
  /** Of OpenAI Responses: the group in which the tool is declared. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** What a person does before the model makes this call. */
  readonly first?: 'approve';
}

/** What the scripted model answers in one turn. */
export type ModelStep = ScriptedCall | { readonly say: string };

/** One way to speak to a model: which requests are turns, and how an answer is written. */
export interface ModelProtocol {
  /** Whether this path asks for an answer of the model. */
  asks(path: string): boolean;
  /** What the request tells the model of the conversation. */
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
