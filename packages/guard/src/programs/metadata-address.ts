import type { Machine } from '../machine.js';
import { marks, type Value } from '../value.js';

/** Hosts of cloud metadata services, as browsers normalize them. */
const metadataHosts: ReadonlySet<string> = new Set([
  ...['169.254.169.254', '[::ffff:a9fe:a9fe]', '[::a9fe:a9fe]', '[fd00:ec2::254]', '[fd20:ce::254]', '100.100.100.200'],
  ...['[fd00:c1::a9fe:a9fe]', 'metadata.tencentyun.com', '169.254.0.23'],
  ...['metadata.google.internal', 'metadata', 'metadata.goog', 'instance-data', 'instance-data.ec2.internal'],
]);

/** Hosts that serve only credentials: AWS containers. */
const credentialHosts = /^(?:169\.254\.170\.\d+|\[fd00:ec2::23\])$/;

/** Names below these resolve to the address that they contain. */
const addressNames = /^(.*)\.(?:nip\.io|sslip\.io|xip\.io)$/;

/** Paths with credentials, or with all the data of the service; other paths return a name or a region. */
const credentialPaths = new RegExp(
  [
    'credentials|/iam/?$|oauth2/token|/token|(?:user|vendor|custom)[-_]?data|identity|kube-env|startup-script|ssh-keys|recursive=true',
    '/attributes|security-?key|password|secret|meta_data\\.json|/v1\\.json|/opc/v\\d+/instance/?(?:metadata|$)',
    '/metadata/instance(?:/compute)?/?(?:\\?|$)|/hetzner/v1/metadata/?$',
  ].join('|'),
  'i',
);

/** Paths that list the other paths of the service. */
const listingPaths =
  /^\/(?:(?:latest|\d[\d.-]*)(?:\/(?:meta-data|dynamic)?)?|computeMetadata(?:\/v\w+)?(?:\/(?:instance|project))?|openstack(?:\/\w+)?|metadata|opc(?:\/v\d+)?)?\/?$/i;

/** Whether an address returns the machine's credentials, or a path to them, but not tokens of the service itself. */
export function tellsCredentials(given: Value): boolean {
  if (!/^(?:https?:)?[/\\]{0,4}[^/\\?#]*[.:\d]|^(?:https?:[/\\]*)?(?:metadata|instance-data)/i.test(given))
    return false;
  const url = readAddress(given);
  if (!url) return false;
  const [, inName] = addressNames.exec(url.hostname) ?? [];
  const host = (inName === undefined ? url.hostname : inName.replaceAll('-', '.')).replace(/\.$/, '');
  if (credentialHosts.test(host)) return true;
  const path = decoded(url.pathname + url.search).replace(/\/{2,}/g, '/');
  if (!metadataHosts.has(host) || path.includes('/api/token')) return false;
  return credentialPaths.test(path) || listingPaths.test(decoded(url.pathname).replace(/\/{2,}/g, '/'));
}

/** Parses an address like a browser, which accepts numbers in many forms: `http://0xa9fea9fe/`. */
function readAddress(given: Value): URL | undefined {
  // Unknown parts count as empty: `169.254.170.2$PATH_OF_CREDENTIALS`.
  const plain = given.trim().replaceAll(marks.one, '?').replaceAll(marks.star, '*');
  const known = plain.replace(/[\uE000-\uF8FF].*/s, '');
  const whole = /^https?:/i.test(known) ? known : `http://${known.replace(/^\/+/, '')}`;
  return URL.canParse(whole) ? new URL(whole) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The answer from an address. */
export const answerOf = (machine: Machine, url: Value): Value =>
  tellsCredentials(url) ? marks.net + machine.secret('credentials of this machine') : marks.net;
