import type { ServerResponse } from 'node:http';
import {
  AnyhookError,
  type Decision,
  type EventName,
  emptyVerdict,
  eventNames,
  homeIn,
  now,
  quoteValue,
  userName,
  type Verdict,
  version,
  withoutUndefined,
} from '@anyhook/core';
import { keptProjects, listTurns, undoRoot } from '@anyhook/undo';
import { agents } from '../agents/index.js';
import type { World } from '../answer/engine.js';
import { traceHooks } from '../answer/why-report.js';
import { examineHooks } from '../doctor/examine.js';
import { projectMatrix } from '../doctor/project-matrix.js';
import { fit } from '../engine/fit.js';
import { withAsyncEndings } from '../journal/async-endings.js';
import { findEntry } from '../journal/find-entry.js';
import type { DecisionFilter, Journal } from '../journal/query.js';
import { redactionKey } from '../journal/redaction-key.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { decideAgain } from '../replay/decide-again.js';
import { rowsOf } from './decision-rows.js';
import { hookHealth } from './hook-health.js';
import type { DoctorView, HelloView, MatrixView, OutcomeOnAgent, UndoView, WhyView } from './page-types.js';
import { savedWhy } from './saved-page.js';
import type { ApiRoutes } from './ui-server.js';
import { ruleFiles, ruleFileText, whatIf, whatIfTyped } from './what-if.js';

/** A feature's data for the page: JSON by the end of its path, such as `tasks`. Secrets are removed from it. */
export type PageViews = (place: {
  readonly world: World;
  readonly state: string;
}) => Readonly<Record<string, () => Promise<unknown>>>;

interface LookRoutesOptions {
  readonly world: World;
  readonly state: string;
  /** Throws an error with the reason if there is none. */
  readonly journal: () => Journal;
  readonly presence: HelloView['presence'];
  readonly whyNoDecisions: string | undefined;
  /** The features' data. */
  readonly views: readonly PageViews[];
  readonly assets: { readonly script: string; readonly style: string };
}

const weekMs = 7 * 24 * 3_600_000;
/** The journal counts per six hours. */
const countedMs = 6 * 3_600_000;
const maxRuleChars = 60_000;
const maxRows = 500;

/** Read-only routes. */
export function lookRoutes(options: LookRoutesOptions): ApiRoutes {
  const { world, state, journal, presence, whyNoDecisions, views, assets } = options;
  const why = async (id: string): Promise<WhyView> => whyView(journal(), state, id);
  const filterOf = (query: URLSearchParams): DecisionFilter => journalFilterOf(query, now());
  const redacted = (value: unknown): unknown => redactSecrets(value, { key: redactionKey(state) }).value;
  return {
    'GET /api/hello': () => ({
      json: {
        version,
        user: userName() ?? '',
        folder: world.cwd,
        agents: agents.filter(({ isProtocol }) => !isProtocol).map(({ name, title }) => ({ name, title })),
        ...withoutUndefined({ presence, whyNoDecisions }),
      } satisfies HelloView,
    }),
    'GET /api/decisions': ({ query }) => {
      const all = journal();
      all.refresh();
      const after = query.get('after') ?? undefined;
      const order = query.get('order') === 'oldest' ? 'oldest' : 'newest';
      const page = { limit: maxRows, order, ...(after !== undefined && { after }) } as const;
      return { json: rowsOf(all, all.list(filterOf(query), page)) };
    },
    'GET /api/why': async ({ query }) => ({ json: await why(query.get('id') ?? '') }),
    'GET /api/why.html': async ({ query }) => {
      const view = await why(query.get('id') ?? '');
      return { file: savedWhy(view, assets), name: `anyhook-why-${view.id}.html` };
    },
    'GET /api/why/agents': async ({ query }) => ({ json: onOtherAgents(await why(query.get('id') ?? '')) }),
    'GET /api/why/again': async ({ query }) => {
      const { trace: _trace, detail, ...decision } = await why(query.get('id') ?? '');
      return { json: redacted(await decideAgain(world, { decision, ...(detail && { detail }) })) };
    },
    'GET /api/what-if': async ({ query, response }) => {
      const { since } = filterOf(query);
      const against = query.get('against') || undefined;
      return { json: await whatIf(world, { against, since, signal: untilClosed(response) }) };
    },
    'GET /api/what-if/files': async () => ({ json: await ruleFiles(world) }),
    'GET /api/what-if/file': async ({ query }) => ({
      json: await ruleFileText(world, query.get('path') ?? '', redactionKey(state)),
    }),
    // Nothing is written: it is a POST because the text may be long.
    'POST /api/what-if/typed': async ({ query, body, response }) => {
      const given = bodyFields(body);
      const [path, text] = [textField(given, 'path', maxRuleChars), textField(given, 'text', maxRuleChars)];
      const typed = { path, text, since: filterOf(query).since, signal: untilClosed(response) };
      return { json: await whatIfTyped(world, journal(), typed) };
    },
    // Starts at a span that the journal counts, so that single decisions are not counted.
    'GET /api/hooks': () => ({ json: hookHealth(journal(), Math.floor((now() - weekMs) / countedMs) * countedMs) }),
    'GET /api/sessions': ({ query }) => {
      const { host: agent, since = 0 } = filterOf(query);
      return { json: journal().sessions({ since, ...(agent !== undefined && { host: agent }) }, maxRows) };
    },
    ...Object.fromEntries(
      views
        .flatMap((viewsAt) => Object.entries(viewsAt({ world, state })))
        .map(([name, view]) => [`GET /api/${name}`, async () => ({ json: redacted(await view()) })]),
    ),
    'GET /api/undo': async ({ query }) => ({
      json: redacted(await undoView(world, query.get('root') || undefined)),
    }),
    'GET /api/matrix': async () => {
      const { agents, rows } = await projectMatrix(world, { all: true });
      const view: MatrixView = {
        hosts: agents.map(({ name, title }) => ({ name, title })),
        hooks: rows.map(({ hook: { id, dialect: format, nativeEvent }, support: grades }) => ({
          id,
          dialect: format,
          nativeEvent,
          hosts: grades,
        })),
      };
      return { json: redacted(view) };
    },
    'GET /api/doctor': async () => {
      const view: DoctorView = await examineHooks(world);
      return { json: redacted(view) };
    },
  };
}

/** One decision with everything that is known about it. */
async function whyView(journal: Journal, state: string, id: string): Promise<WhyView> {
  if (id === '') throw new AnyhookError('BAD_ARGUMENT', 'expected the id of a decision');
  journal.refresh();
  const found = await findEntry(journal, { id });
  const [decision = found.decision] = withAsyncEndings([found.decision], state);
  const entry = { ...found, decision };
  const trace = await traceHooks(entry);
  return { ...decision, ...(entry.detail && { detail: entry.detail }), trace };
}

/** Aborts when the page no longer waits for the answer. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closing = new AbortController();
  response.on('close', () => closing.abort());
  return closing.signal;
}

const decisions = ['pass', 'allow', 'ask', 'deny'] as const;

/** The filter that the page's address names. */
function journalFilterOf(query: URLSearchParams, now: number): DecisionFilter {
  const text = (name: string): string | undefined => query.get(name) || undefined;
  const [root, session, host, tool, hook] = ['root', 'session', 'host', 'tool', 'hook'].map(text);
  const decision = oneOf('decision', text('decision'), decisions);
  const event = oneOf<EventName>('event', text('event'), eventNames);
  const minutes = Number(text('minutes') ?? Number.NaN);
  return {
    ...withoutUndefined({ root, session, host, tool, hook, decision, event }),
    ...(query.get('shadow') === '1' && { shadow: true }),
    ...(minutes > 0 && { since: now - minutes * 60_000 }),
  };
}

function oneOf<T extends string>(name: string, value: string | undefined, known: readonly T[]): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((one) => one === value);
  if (found === undefined)
    throw new AnyhookError('BAD_ARGUMENT', `${name}: expected one of ${known.join(', ')}, got ${quoteValue(value)}`);
  return found;
}

const strength: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];

/** What each agent would do with the hooks' verdict at this event. */
function onOtherAgents(view: WhyView): readonly OutcomeOnAgent[] {
  const verdict = saidVerdict(view);
  return agents
    .filter(({ isProtocol }) => !isProtocol)
    .map((agent): OutcomeOnAgent => {
      const { name, title } = agent;
      if (!Object.values(agent.events).includes(view.event))
        return { name, title, notes: [`${title} has no event for ${view.event}`] };
      const fitted = fit(verdict, agent, view.event);
      return { name, title, decision: fitted.decision, notes: fitted.notes };
    });
}

/** The verdict before it was fitted to the agent. */
function saidVerdict({ hooks, decision, detail }: WhyView): Verdict {
  const said = hooks.filter((run) => !run.shadow && !run.recheck).map((run) => run.decision);
  const strongest = [...said, decision === 'deny' && said.includes('ask') ? 'ask' : decision].reduce(
    (a, b) => (strength.indexOf(b) > strength.indexOf(a) ? b : a),
    'pass' as Decision,
  );
  const { rewrite, reason, context = [], messages = [], stop, signals = [] } = detail ?? {};
  return {
    ...emptyVerdict,
    decision: strongest,
    ...withoutUndefined({ reason, rewrite, stop }),
    context,
    messages,
    signals,
  };
}

/** The fields of a request body; none if it is not an object. */
export type BodyFields = Readonly<Record<string, unknown>>;

export const bodyFields = (body: unknown): BodyFields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as BodyFields) : {};

/** A text field of a request; empty if it is missing. */
export function textField(body: BodyFields, name: string, maxChars = 4_000): string {
  const value = body[name] ?? '';
  if (typeof value === 'string' && value.length <= maxChars) return value;
  throw new AnyhookError('BAD_ARGUMENT', `${name}: expected a text of at most ${maxChars} characters`);
}

const maxTurns = 40;

/** The turns of one project that can be undone, and the other tracked projects. */
async function undoView(world: World, wanted: string | undefined): Promise<UndoView> {
  const env = { ...world.env, HOME: homeIn(world.env) ?? world.home };
  const projects = await keptProjects(env);
  const here = undoRoot(world.cwd, env);
  // Only a project in the list: the page must not name any other folder.
  const root = projects.find((one) => one.root === wanted)?.root ?? here;
  const turns = projects.some((one) => one.root === root) ? await listTurns({ root, env }, maxTurns) : [];
  return {
    projects: projects.map(({ root: folder, turns: count, bytes }) => ({ root: folder, turns: count, bytes })),
    root,
    turns: turns.map(({ turn: { at, endedAt, host, session, prompt, undone }, files }, i) => ({
      number: i + 1,
      files,
      ...withoutUndefined({ endedAt, prompt, undoneAt: undone?.at }),
      at,
      host,
      session,
    })),
  };
}
