import { entropy } from '../entropy.js';
import { type SecretRule, spacePattern } from '../rule.js';

/** Private keys and signed tokens. */
export const keyRules: readonly SecretRule[] = [
  {
    id: 'private-key',
    vendor: 'PEM',
    what: 'private key of any kind, whole or cut, also on one line with \\n',
    keywords: ['-----BEGIN', '---- BEGIN SSH2'],
    anywhere: true,
    regex:
      /----[- ]BEGIN (?:[A-Z0-9]{1,16} ){0,4}(?:PRIVATE|SECRET) KEY(?: BLOCK)?(?:-----| ----)((?:[^-]|-(?!----|--- END)){24,40000})/,
    neverPlaceholder: true,
    check: (secret) => /(?:[A-Za-z0-9+/=]|\\[\\nr/]|\s){24}/.test(secret) && /[A-Za-z0-9+/]{16}/.test(secret),
  },
  {
    id: 'putty-key',
    vendor: 'PuTTY',
    what: 'private lines of a .ppk file',
    keywords: ['Private-Lines:'],
    regex: new RegExp(
      `Private-Lines: ?\\d{1,4}${spacePattern}{1,8}((?:[A-Za-z0-9+/=]{1,80}${spacePattern}{0,8}){1,400})`,
    ),
  },
  {
    id: 'age-key',
    vendor: 'age',
    what: 'secret key',
    keywords: ['AGE-SECRET-KEY-', 'AGE-PLUGIN-'],
    anywhere: true,
    regex: /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,20})-(?:PQ-)?1[A-Z0-9]{50,2000}/,
  },
  {
    id: 'wireguard-key',
    vendor: 'WireGuard',
    what: 'private and preshared keys',
    keywords: ['PrivateKey', 'PresharedKey'],
    regex: /(?:Private|Preshared)Key\s{0,4}=\s{0,4}([A-Za-z0-9+/]{43}=)/,
  },
  {
    id: 'jwt',
    vendor: 'JSON Web Token',
    what: 'signed or encrypted token',
    keywords: ['eyJ'],
    regex:
      /(?<!-)(?:eyJ[A-Za-z0-9_-]{8,2000}\.eyJ[A-Za-z0-9_-]{6,8000}(?:\.[A-Za-z0-9_-]{0,4000}){0,3}|eyJ[A-Za-z0-9_-]{8,2000}\.\.[A-Za-z0-9_-]{16,4000}(?:\.[A-Za-z0-9_-]{0,4000}){0,2}|eyJ[A-Za-z0-9_-]{16,2000}(?:\.[A-Za-z0-9_-]{10,8000}){4})/,
    neverPlaceholder: true,
  },
  {
    id: 'kubeconfig-key',
    vendor: 'Kubernetes',
    what: 'client key in a kubeconfig',
    keywords: ['client-key-data'],
    anywhere: true,
    regex: /client-key-data[\\"'\s]{0,8}:[\\"'\s]{0,8}([A-Za-z0-9+/]{40,12000}={0,2})/,
  },
  {
    id: 'private-key',
    vendor: 'PEM',
    what: 'private key wrapped in base64',
    keywords: ['LS0tLS1CRUdJTi'],
    anywhere: true,
    regex:
      /LS0tLS1CRUdJTi(?:BQUklWQVRF|BSU0Eg|BFQyBQ|BPUEVOU1NI|BEU0Eg|BFTkNSWVBURUQ|BQR1Ag)[A-Za-z0-9+/]{40,20000}={0,2}/,
  },
  {
    id: 'jwk-private',
    vendor: 'JSON Web Key',
    what: 'private exponent',
    keywords: ['"d"', '"d\\'],
    anywhere: true,
    regex: /"d\\{0,8}"\s{0,4}:\s{0,4}\\{0,8}"([A-Za-z0-9_-]{42,1400})/,
    check: (secret) => entropy(secret) > 4,
  },
  {
    id: 'bitcoin-key',
    vendor: 'Bitcoin',
    what: 'extended private key',
    keywords: ['xprv', 'tprv', 'yprv', 'zprv'],
    regex: /[xtyz]prv[1-9A-HJ-NP-Za-km-z]{100,112}/,
  },
];
