import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FleetReader } from './fleet-state.js';
import type { Mailbox } from './mailbox.js';
import type { Nudges } from './nudges.js';
import type { createDeviceCheck } from './requests.js';
import type { HubSettings } from './settings.js';
import type { HubStore } from './store.js';

export interface HubParts {
  readonly settings: HubSettings;
  readonly store: HubStore;
  readonly devices: ReturnType<typeof createDeviceCheck>;
  readonly nudges: Nudges;
  readonly mailbox: Mailbox;
  readonly fleet: FleetReader;
  readonly log: (text: string) => void;
}

/** One request with its body; the path has no query. */
export interface HubCall {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly query: URLSearchParams;
  /** The part of the path after that of the route. */
  readonly rest: string;
}

export type Route = (call: HubCall, parts: HubParts) => Promise<void>;

/** Requests by method and path; a path that ends in a slash has one more segment. */
export type Routes = Readonly<Record<string, Route>>;
