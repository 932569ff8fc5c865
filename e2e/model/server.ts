import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { anthropicProtocol } from './anthropic.js';
import { chatProtocol } from './chat.js';
import { geminiProtocol } from './gemini.js';
import { responsesProtocol } from './responses.js';
import {
  type Interruption,
  lastTaskPlaceholder,
  type ModelProtocol,
  type ModelRequestBody,
  type ModelStep,
} from './step.js';

/** A request from the agent to the model. */
export interface ModelTurnRequest {
  readonly path: string;
  /** The whole request. */
  readonly sent: string;
  /** The conversation of a turn; undefined if the agent asks for a title or counts tokens. */
  readonly turn?: string;
  readonly by: 'agent' | 'subagent';
}

/** What the model does, turn by turn. */
export interface ModelScript {
  readonly prompt: string;
  readonly steps: readonly ModelStep[];
  /** The steps of a subagent: a conversation that does not contain the prompt. */
  readonly subagent?: readonly ModelStep[];
  /** What the model does in a turn, instead of the steps; `isAnswer`: the last message of the turn is not a prompt. */
  readonly respond?: (turn: string, isAnswer: boolean) => ModelStep;
  /** Carries out what happens before a step. */
  readonly act?: (interruption: Interruption) => Promise<void>;
}

export interface LoopbackModel {
  readonly port: number;
  readonly requests: readonly ModelTurnRequest[];
  close(): void;
}

const wires: readonly ModelProtocol[] = [anthropicProtocol, responsesProtocol, chatProtocol, geminiProtocol];

/** A model on loopback that answers turn by turn from the steps, then "done". */
export async function startModel({ prompt, steps, subagent, act, respond }: ModelScript): Promise<LoopbackModel> {
  const requests: ModelTurnRequest[] = [];
  const left = { agent: [...steps], subagent: [...(subagent ?? [])] };
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const sent = await text(request).catch(() => '');
    const body = bodyOf(sent);
    const wire = request.method === 'POST' ? wires.find((each) => each.isTurnRequest(path)) : undefined;
    if (!wire) {
      requests.push({ path, sent, by: 'agent' });
      return plain(response, path);
    }
    const isTurn = Array.isArray(body['tools']) && body['tools'].length > 0;
    const turn = JSON.stringify(wire.conversation(body));
    const by = subagent && !turn.includes(prompt) ? 'subagent' : 'agent';
    requests.push({ path, sent, by, ...(isTurn && { turn }) });
    const nextStep = () => respond?.(turn, !isPrompt(body)) ?? left[by].shift() ?? { say: 'done' };
    const step = isTurn ? nextStep() : { say: 'a title' };
    if ('precededBy' in step && step.precededBy) await act?.(step.precededBy);
    stream(response, wire, { step: withTask(step, turn), id: String(requests.length) });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the scripted model has no port');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: address.port, requests, close };
}

/** Whether the model has yet to answer the last prompt. Only for APIs that send messages. */
function isPrompt({ messages }: ModelRequestBody): boolean {
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [];
  const isSaidBy = (role: string) => (message: unknown) => JSON.stringify(message).includes(`"role":"${role}"`);
  const lastPrompt = list.findLastIndex((message) => /please do /.test(JSON.stringify(message)));
  return list.findLastIndex(isSaidBy('assistant')) < lastPrompt;
}

/** Replaces the task placeholder with the key of the task that the conversation mentioned last. */
function withTask(step: ModelStep, turn: string): ModelStep {
  const [, key = ''] = [...turn.matchAll(/task_key[\\"]+:[\\"\s]*([\w-]+)/g)].at(-1) ?? [];
  return JSON.parse(JSON.stringify(step).replaceAll(lastTaskPlaceholder, key)) as ModelStep;
}

function bodyOf(sent: string): ModelRequestBody {
  try {
    const value: unknown = JSON.parse(sent);
    return typeof value === 'object' && value !== null ? (value as ModelRequestBody) : {};
  } catch {
    return {};
  }
}

/** Answers token counts; other paths do not exist. */
function plain(response: ServerResponse<IncomingMessage>, path: string): void {
  const counts = /count_?tokens$/i.test(path);
  response.writeHead(counts ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(counts ? { input_tokens: 100, totalTokens: 100 } : { error: { message: 'not here' } }));
}

interface StepAnswer {
  readonly step: ModelStep;
  readonly id: string;
}

function stream(response: ServerResponse<IncomingMessage>, wire: ModelProtocol, { step, id }: StepAnswer): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const { event, data } of wire.answer(step, id))
    response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`);
  response.end();
}
