import type { OpencodeClient, PluginOutput } from './plugin-client.js';
import type { PluginEngine } from './plugin-engine.js';
import { fieldsOf, type LooseFields, nonEmptyText, withDeadline } from './plugin-values.js';

/** State of a session while it lasts. */
export interface PluginSession {
  readonly id: string;
  parentID: string | undefined;
  /** Resolves when the answer to its start has arrived. */
  ready: Promise<void>;
  /** Why its prompts are denied. */
  refusalReason: string | undefined;
  /** Texts for every model call of the session. */
  readonly context: string[];
  /** Texts for the errors of failed calls, by call; their answers may not have arrived yet. */
  readonly notes: Map<string, string[]>;
  readonly pending: Set<Promise<unknown>>;
  /** Agent and model of the last prompt, so that a continued turn changes neither. */
  lastPromptOptions: LooseFields;
  /** How often this prompt was continued, and the latest text for it. */
  continueCount: number;
  pendingContinueText: string | undefined;
  lastText: { readonly messageID: unknown; readonly payload: LooseFields } | undefined;
  /** The message that calls a tool, and the one that is a summary: neither ends the turn. */
  toolMessage: unknown;
  summaryMessage: unknown;
}

const loadedAt = Date.now();

/** All sessions of one opencode. */
export type PluginSessions = ReturnType<typeof createPluginSessions>;

/** Creates the empty list; a session is added at its first event. */
export function createPluginSessions(
  client: OpencodeClient,
  { ask }: PluginEngine,
  { showMessages, report }: PluginOutput,
) {
  const sessions = new Map<string, PluginSession>();
  let mcpServers: readonly string[] = [];

  /** The session with this id; started if it is new. */
  function openSession(id: string, info?: LooseFields): PluginSession {
    const existing = sessions.get(id);
    if (existing) return existing;
    const session = newSession(id);
    sessions.set(id, session);
    session.ready = startSession(session, info).catch(report);
    return session;
  }

  async function startSession(session: PluginSession, createdInfo?: LooseFields): Promise<void> {
    const info = createdInfo ?? (await fetchInfo(session.id));
    session.parentID = nonEmptyText(info['parentID']);
    const created = fieldsOf(info['time'])['created'];
    const resumed = typeof created === 'number' && created < loadedAt;
    const event = { type: 'session.created', properties: { sessionID: session.id, info } };
    const answer = await ask('event.session.created', { event, ...(resumed && { resumed }) });
    session.context.push(...(answer.context ?? []));
    session.refusalReason = answer.deny ?? answer.stop;
    showMessages(answer);
  }

  async function fetchInfo(id: string): Promise<LooseFields> {
    const found = await withDeadline(2_000, client.session.get({ path: { id } })).catch(() => undefined);
    return { id, ...fieldsOf(found?.data) };
  }

  /** The session fields of every request. */
  const sessionFields = ({ parentID }: PluginSession): LooseFields => ({
    ...(parentID !== undefined && { parentID }),
    ...(mcpServers.length > 0 && { mcpServers }),
  });

  /** The next model call, and the end of the turn, wait for this. */
  function waitFor(session: PluginSession, answering: Promise<unknown>): void {
    const settled: Promise<unknown> = answering.catch(report).finally(() => session.pending.delete(settled));
    session.pending.add(settled);
  }

  return {
    openSession,
    sessionFields,
    waitFor,
    removeSession: (id: string): void => void sessions.delete(id),
    mainSessions: (): readonly PluginSession[] =>
      [...sessions.values()].filter(({ parentID }) => parentID === undefined),
    setMcpServers(names: readonly string[]): void {
      mcpServers = names;
    },
  };
}

const newSession = (id: string): PluginSession => ({
  id,
  parentID: undefined,
  ready: Promise.resolve(),
  refusalReason: undefined,
  context: [],
  notes: new Map(),
  pending: new Set(),
  lastPromptOptions: {},
  continueCount: 0,
  pendingContinueText: undefined,
  lastText: undefined,
  toolMessage: undefined,
  summaryMessage: undefined,
});
