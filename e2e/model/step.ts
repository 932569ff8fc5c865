/** In the input of a tool: the folder of the project, for tools that want absolute paths. */
export const projectFolder = '<project>';

/** In the input of a tool: the key of the task that the conversation told of last. */
export const lastTask = '<task>';

/** A tool that the model calls; a tool that takes free text has a string as its input. */
export interface ToolCall {
  readonly tool: string;
  /** Of OpenAI Responses: the group in which the tool is declared. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** What a person does before the model makes this call. */
  readonly first?: 'approve';
}

/** What the scripted model answers in one turn. */
export type Step = ToolCall | { readonly say: string };

/** One way to speak to a model: which requests are turns, and how an answer is written. */
export interface Wire {
  /** Whether this path asks for an answer of the model. */
  asks(path: string): boolean;
  /** What the request tells the model of the conversation. */
  conversation(body: Body): unknown;
  /** `id` is unique in one run of the server. */
  answer(step: Step, id: string): readonly Chunk[];
}

/** One server-sent event. */
export interface Chunk {
  readonly event?: string;
  readonly data: unknown;
}

export type Body = Readonly<Record<string, unknown>>;
