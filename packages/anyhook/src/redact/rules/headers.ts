import { isWordy, looksRandom } from '../entropy.js';
import { namesItself } from '../placeholder.js';
import type { SecretRule } from '../rule.js';

/** Not a word about tokens, a constant, a parameter or an expression. */
const isHeaderToken = (secret: string): boolean =>
  !namesItself(secret) &&
  !/^[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}$|^realm=|^\w{1,20}=$|^[a-z][A-Za-z_]{0,30}\.[A-Za-z_]{1,31}(?:[.?]|$)/.test(
    secret,
  );

/** HTTP headers, cookies and URLs. */
export const headerRules: readonly SecretRule[] = [
  {
    id: 'authorization',
    vendor: 'HTTP',
    what: 'value of an Authorization header: Basic, Bearer, Digest, Token and others',
    keywords: ['authorization'],
    anyCase: true,
    anywhere: true,
    regex:
      /authorization[\\"'\]]{0,6}\s{0,4}(?:[:=,]|=>|%3A)\s{0,4}[\\"'`(]{0,6}\s{0,4}(?:f["'])?(?:(?:Basic|Bearer|Token|ApiKey|Api-Key|Bot|Negotiate|NTLM|Digest|SSWS|GenieKey|AWS|OAuth|Key|JWT|Splunk|Snowflake)(?:\s{1,4}|%20|\+)(?:token=|apikey=)?["']?)?([^\s"'`,;\\<>{}()[\]$]{6,4000}={0,2})/i,
    check: (secret) => isHeaderToken(secret) && (/\d|[+/=~]/.test(secret) || (secret.length >= 20 && !isWordy(secret))),
  },
  {
    id: 'bearer-token',
    vendor: 'HTTP',
    what: 'Bearer with a token',
    keywords: ['bearer'],
    anyCase: true,
    regex: /bearer(?:\s{1,4}|%20)([A-Za-z0-9._~+/=|:-]{12,4000})/i,
    check: (secret) => looksRandom(secret),
  },
  {
    id: 'basic-auth',
    vendor: 'HTTP',
    what: 'Basic with user and password in base64',
    keywords: ['basic'],
    anyCase: true,
    regex: /basic(?:\s{1,4}|%20)([A-Za-z0-9+/]{8,1000}={0,2})(?![A-Za-z0-9+/=_-])/i,
    check: isPair,
  },
  {
    id: 'cookie',
    vendor: 'HTTP',
    what: 'all of a Cookie header, or curl --cookie',
    keywords: ['cookie'],
    anyCase: true,
    regex:
      /(?<!set-)cookie[\\"']{0,6}\s{0,4}(?:[:= ]|=>)\s{0,4}[\\"'$]{0,6}([A-Za-z0-9_.%-]{1,128}=[^\s;"'\\]{4,4000}(?:;\s{0,2}[A-Za-z0-9_.%-]{1,128}=[^\s;"'\\]{0,4000}){0,60})/i,
    neverPlaceholder: true,
    check: (secret) => /=[^\s;$<>{}*.]{4}/.test(secret),
  },
  {
    id: 'cookie',
    vendor: 'HTTP',
    what: 'value of a Set-Cookie header',
    keywords: ['set-cookie'],
    anyCase: true,
    anywhere: true,
    regex: /set-cookie[\\"']{0,6}\s{0,4}(?:[:=,]|=>)\s{0,4}[\\"'[]{0,6}[A-Za-z0-9_.%-]{1,128}=([^\s;"'\\]{4,4000})/i,
  },
  {
    id: 'url-password',
    vendor: 'any URL',
    what: 'password between user and host',
    keywords: ['://', ':\\/\\/'],
    anywhere: true,
    regex: /:\\?\/\\?\/[^\s:@/?#"'<>`\\]{0,128}:([^\s/?#"'<>`\\]{1,256})(?=@[A-Za-z0-9[_$-])/,
  },
  {
    id: 'url-token',
    vendor: 'any URL',
    what: 'token in the place of the user',
    keywords: ['://', ':\\/\\/'],
    anywhere: true,
    regex: /:\\?\/\\?\/([A-Za-z0-9_~.%-]{16,256})(?=@[A-Za-z0-9[_-])/,
    check: (secret) => looksRandom(secret),
  },
];

/** Whether it is the base64 of a printable `user:password`. */
function isPair(secret: string): boolean {
  const text = Buffer.from(secret, 'base64').toString('utf8');
  return /^[^\s:\p{Cc}\uFFFD]{0,128}:[^\p{Cc}\uFFFD]{1,512}$/u.test(text);
}
