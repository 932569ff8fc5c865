import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AnyhookError, listenOn, removePath, ticks, userPaths, writeAtomic } from '@anyhook/core';
import { openProject, type World } from '../answer/engine.js';
import { features } from '../features.js';
import { approvalRoutes, approvalViews } from './approval-routes.js';
import { createEntryCodes } from './entry-codes.js';
import { streamLive } from './live-stream.js';
import { lookRoutes, type PageViews } from './look-routes.js';
import { createPasskeyStore, passkeyHost } from './passkeys.js';
import { createPresence } from './presence.js';
import { pageAssets } from './saved-page.js';
import { openUiJournal } from './ui-journal.js';
import { createUiServer } from './ui-server.js';

interface StartUiOptions {
  readonly world: World;
  /** 0: any free port. */
  readonly port: number;
  /** Writes a line to the terminal. */
  readonly notify: (text: string) => void;
  /** Why decisions about calls are not possible on the page; undefined if they are. */
  readonly whyNoDecisions: string | undefined;
  /** A monotonic clock in milliseconds: codes and questions expire by it. */
  readonly clock?: () => number;
}

/** The server of the page. */
export interface RunningUi {
  readonly url: string;
  /** An address that admits one browser once within a minute. Never pass it as a program argument: other users can read those. */
  openUrl(): string;
  /** The address of a file of this user that redirects to such an address. */
  openFile(): string;
  close(): void;
  readonly ended: Promise<unknown>;
}

const listenHost = '127.0.0.1';

/** Serves the page to the browsers of this machine. */
export async function startUi({
  world,
  port: wanted,
  notify,
  whyNoDecisions,
  clock = ticks,
}: StartUiOptions): Promise<RunningUi> {
  const { state } = userPaths(world.env, world.home);
  const assets = pageAssets();
  const following = new Set<ServerResponse>();
  const opened = await openUiJournal({
    state,
    notify,
    // Pages that lose their stream reconnect and send the id of their last decision.
    changed() {
      for (const response of following) response.destroy();
    },
  });
  const { config } = await openProject(world);
  const views = await viewsOfFeatures();
  const codes = createEntryCodes(clock);
  let port = wanted;
  const url = () => `http://${passkeyHost}:${port}`;
  const presence =
    whyNoDecisions === undefined
      ? createPresence({ passkeys: createPasskeyStore(state).all, origin: url, notify, clock })
      : undefined;
  const requireJournal = () => {
    if (opened.journal) return opened.journal;
    throw new AnyhookError('BAD_STATE', opened.trouble ?? 'there is no journal');
  };
  const pending = () => approvalViews(state).filter((view) => view.state === 'pending');
  const server = createUiServer({
    place: () => ({ host: listenHost, port }),
    token: randomBytes(32).toString('base64url'),
    codes,
    assets: {
      '/page.js': { type: 'text/javascript; charset=utf-8', text: assets.script },
      '/page.css': { type: 'text/css; charset=utf-8', text: assets.style },
    },
    routes: {
      ...lookRoutes({
        world,
        state,
        journal: requireJournal,
        presence: presence && ['passkey', 'code'],
        whyNoDecisions,
        views,
        assets,
      }),
      ...approvalRoutes({ state, minutes: config.approvalMinutes, presence, whyNot: whyNoDecisions }),
      'GET /api/live': ({ query, response }) => {
        const after = query.get('after') || undefined;
        const { journal, trouble } = opened;
        following.add(response);
        response.on('close', () => following.delete(response));
        streamLive(response, { state, journal, trouble, pending, approvalsFolder: join(state, 'approvals'), after });
        return undefined;
      },
    },
  });
  port = await listenOn(server, { host: listenHost, port: wanted });
  const openUrl = () => `${url()}/#code=${codes.issue()}`;
  const entryPage = createEntryPage(join(state, 'ui', `open-${port}.html`));
  return {
    url: url(),
    openUrl,
    openFile: () => entryPage.write(openUrl()),
    close() {
      entryPage.remove();
      server.close();
      server.closeAllConnections();
    },
    ended: once(server, 'close').then(opened.close),
  };
}

async function viewsOfFeatures(): Promise<readonly PageViews[]> {
  const rows = await Promise.all(features.map(({ atTerminal }) => atTerminal?.()));
  return rows.flatMap((row) => row?.atTerminal.pageViews ?? []);
}

/** A local file that redirects the user's browser to the page with a code. */
interface EntryPage {
  /** Writes the page for an address, and returns the address of the file. */
  write(url: string): string;
  remove(): void;
}

/**
 * Every user of a machine can read a running program's arguments, so they never contain the address with the code: the
 * browser gets this file, which only its owner can read.
 */
const createEntryPage = (path: string): EntryPage => ({
  write(url) {
    writeAtomic(path, pageTo(url));
    return pathToFileURL(path).href;
  },
  remove: () => removePath(path),
});

const pageTo = (url: string): string => `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<title>anyhook</title>
<script>location.replace(${JSON.stringify(url)})</script>
<p><a href="${url}" rel="noreferrer">Open the page of anyhook</a>
`;
