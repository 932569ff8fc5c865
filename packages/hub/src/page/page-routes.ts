import type { HubParts } from '../call.js';
import { decide } from '../decide.js';
import type { MailboxEntry } from '../mailbox.js';
import { refuseField } from '../problem.js';
import type { Person, PersonRight } from '../settings.js';
import { channelNames, fleetView } from './fleet-view.js';
import { type DeviceFilter, deviceFilters, type HubHello, type QuestionView } from './page-views.js';
import type { Policy } from './published-policy.js';

export interface PageParts extends HubParts {
  readonly policy: Policy;
}

interface PageCall {
  readonly person: Person;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

interface PageRoute {
  readonly needs: PersonRight;
  readonly answer: (call: PageCall, parts: PageParts) => Promise<unknown>;
}

/** The requests of the page, and the right that each needs. */
export const pageRoutes: Readonly<Record<string, PageRoute>> = {
  'GET /api/hello': { needs: 'look', answer: sayHello },
  'GET /api/fleet': { needs: 'look', answer: showFleet },
  'GET /api/approvals': { needs: 'look', answer: showQuestions },
  'POST /api/approvals/decide': { needs: 'decide', answer: takeDecision },
};

async function sayHello({ person: { name, may } }: PageCall, { settings: { org } }: PageParts): Promise<HubHello> {
  return { org, name, may };
}

async function showFleet({ query }: PageCall, { fleet, policy }: PageParts): Promise<unknown> {
  const filter = query.get('filter') ?? 'all';
  const search = query.get('search') ?? '';
  if (!Object.hasOwn(deviceFilters, filter)) refuseField('filter', Object.keys(deviceFilters).join(', '), filter);
  if (!/^[0-9a-f]{0,32}$/.test(search)) refuseField('search', 'the beginning of the name of a device', search);
  const state = await fleet.read();
  const published = await Promise.all(
    channelNames(state).map(async (name) => [name, await policy.channel(name)] as const),
  );
  return fleetView(state, new Map(published), { filter: filter as DeviceFilter, search });
}

/** Questions that the page lists. */
const maxQuestions = 200;

async function showQuestions(_call: PageCall, { mailbox }: PageParts): Promise<readonly QuestionView[]> {
  const now = Date.now();
  const views = (await mailbox.list()).map((entry) => questionView(entry, now));
  // Open ones come first, however many there are.
  const open = views.filter(({ state }) => state === 'pending');
  return [...open, ...views.filter(({ state }) => state !== 'pending')].slice(0, Math.max(maxQuestions, open.length));
}

function questionView({ asked, answer }: MailboxEntry, now: number): QuestionView {
  if (!answer) return { asked, state: asked.expires > now ? 'pending' : 'expired' };
  const { decision, by, decidedAt, reason, passkey } = answer;
  return { asked, state: decision, answer: { by, decidedAt, reason, passkey: passkey.id } };
}

async function takeDecision({ person, body }: PageCall, parts: PageParts): Promise<object> {
  await decide(body, person.name, parts);
  return {};
}
