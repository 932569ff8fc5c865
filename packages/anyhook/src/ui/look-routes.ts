import type { ServerResponse } from 'node:http';
import { AnyhookError, now, userName, version } from '@anyhook/core';
import { agents } from '../agents/index.js';
import type { World } from '../answer/engine.js';
import { traceHooks } from '../answer/why-report.js';
import { examineHooks } from '../doctor/examine.js';
import { projectMatrix } from '../doctor/project-matrix.js';
import { withAsyncEndings } from '../journal/async-endings.js';
import { findEntry } from '../journal/find-entry.js';
import type { DecisionFilter, Journal } from '../journal/query.js';
import { redactionKey } from '../journal/redaction-key.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { decideAgain } from '../replay/decide-again.js';
import { bodyFields, textField } from './body-fields.js';
import { rowsOf } from './decision-rows.js';
import { journalFilterOf } from './filter.js';
import { hookHealth } from './hook-health.js';
import { onOtherAgents } from './other-agents.js';
import type { DoctorView, HelloView, MatrixView, WhyView } from './page-types.js';
import { savedWhy } from './saved-page.js';
import type { ApiRoutes } from './ui-server.js';
import { undoView } from './undo-view.js';
import { ruleFiles, ruleFileText, whatIf, whatIfTyped } from './what-if.js';

/** What a feature shows on the page: JSON by the end of its path, such as `tasks`. Secrets are removed from it. */
export type PageViews = (place: {
  readonly world: World;
  readonly state: string;
}) => Readonly<Record<string, () => Promise<unknown>>>;

interface LookRoutesOptions {
  readonly world: World;
  readonly state: string;
  /** Throws why there is none. */
  readonly journal: () => Journal;
  readonly presence: HelloView['presence'];
  readonly whyNoDecisions: string | undefined;
  /** What features show. */
  readonly views: readonly PageViews[];
  readonly assets: { readonly script: string; readonly style: string };
}

const weekMs = 7 * 24 * 3_600_000;
/** The journal has counts for each six hours. */
const countedMs = 6 * 3_600_000;
const maxRuleChars = 60_000;
const maxRows = 500;

/** Routes that only show something. */
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
        ...(presence && { presence }),
        ...(whyNoDecisions !== undefined && { whyNoDecisions }),
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
    // From the start of a span that the journal counts: so nothing is counted one by one.
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
