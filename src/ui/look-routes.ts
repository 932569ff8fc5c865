import { agents } from '../agents/index.js';
import { AnyhookError } from '../core/errors.js';
import { version } from '../core/version.js';
import { examineHooks } from '../doctor/examine.js';
import { projectMatrix } from '../doctor/project-matrix.js';
import { now } from '../platform/clock.js';
import { userName } from '../platform/machine.js';
import { withAsyncEndings } from '../records/async-endings.js';
import { findEntry } from '../records/journal/find-entry.js';
import type { DecisionFilter, Journal } from '../records/journal/query.js';
import { redactionKey } from '../records/journal/redaction-key.js';
import { redactSecrets } from '../records/redact/redact-secrets.js';
import type { World } from '../service/engine.js';
import { traceHooks } from '../service/why-report.js';
import { recentTasks } from '../tools/tasks/store/recent-tasks.js';
import { journalFilterOf } from './filter.js';
import { hookHealth } from './hook-health.js';
import { rowsOf } from './live-stream.js';
import { onOtherAgents } from './other-agents.js';
import type { DoctorView, HelloView, MatrixView, ShownTask, WhyView } from './page-types.js';
import { savedWhy } from './saved-page.js';
import type { ApiRoutes } from './ui-server.js';
import { whatIf } from './what-if.js';

export interface LookRoutesOptions {
  readonly world: World;
  readonly state: string;
  /** Throws why there is none. */
  readonly journal: () => Journal;
  readonly presence: HelloView['presence'];
  readonly whyNoDecisions: string | undefined;
  readonly assets: { readonly script: string; readonly style: string };
}

const weekMs = 7 * 24 * 3_600_000;
const maxRows = 500;
const maxTasks = 200;

/** Routes that only show something. */
export function lookRoutes(options: LookRoutesOptions): ApiRoutes {
  const { world, state, journal, presence, whyNoDecisions, assets } = options;
  const why = async (id: string): Promise<WhyView> => whyView(journal(), state, id);
  const filterOf = (query: URLSearchParams): DecisionFilter => journalFilterOf(query, now());
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
    'GET /api/what-if': async ({ query }) => {
      const { since } = filterOf(query);
      return { json: await whatIf(world, { against: query.get('against') || undefined, since }) };
    },
    'GET /api/hooks': () => ({ json: hookHealth(journal(), now() - weekMs) }),
    'GET /api/sessions': ({ query }) => {
      const { host, since = 0 } = filterOf(query);
      return { json: journal().sessions({ since, ...(host !== undefined && { host }) }, maxRows) };
    },
    'GET /api/tasks': async () => {
      const tasks = (await recentTasks(state, maxTasks)).map(({ settings: _settings, ...task }): ShownTask => task);
      return { json: redactSecrets(tasks, { key: redactionKey(state) }).value };
    },
    'GET /api/matrix': async () => {
      const { hosts, rows } = await projectMatrix(world, { all: true });
      return {
        json: {
          hosts: hosts.map(({ name, title }) => ({ name, title })),
          hooks: rows.map(({ hook: { id, dialect, nativeEvent }, hosts: grades }) => ({
            id,
            dialect,
            nativeEvent,
            hosts: grades,
          })),
        } satisfies MatrixView,
      };
    },
    'GET /api/doctor': async () => ({ json: (await examineHooks(world)) satisfies DoctorView }),
  };
}

/** One decision with everything that is known about it. */
export async function whyView(journal: Journal, state: string, id: string): Promise<WhyView> {
  if (id === '') throw new AnyhookError('BAD_ARGUMENT', 'expected the id of a decision');
  journal.refresh();
  const found = await findEntry(journal, { id });
  const [decision = found.decision] = withAsyncEndings([found.decision], state);
  const entry = { ...found, decision };
  const trace = await traceHooks(entry);
  return { ...decision, ...(entry.detail && { detail: entry.detail }), trace };
}
