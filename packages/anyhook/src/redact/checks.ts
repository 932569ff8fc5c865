import { entropy, isWordy, looksRandom } from './entropy.js';
import { namesItself } from './placeholder.js';

/** Additional checks of a secret after its regex matched, by their names in rules.yaml. */
export const checks = {
  hasDigit: (secret: string): boolean => /\d/.test(secret),
  hasDigitAndCapital: (secret: string): boolean => /\d/.test(secret) && /[A-Z]/.test(secret),
  /** `name=value`, where the value is not a pattern and not a variable. */
  isCookie: (secret: string): boolean => /=[^\s;$<>{}*.]{4}/.test(secret),
  /** Not a word about tokens, a constant, a parameter or an expression. */
  isHeaderToken: (secret: string): boolean =>
    !namesItself(secret) &&
    !/^[A-Z]{2,20}(?:_[A-Z]{2,20}){1,5}$|^realm=|^\w{1,20}=$|^[a-z][A-Za-z_]{0,30}\.[A-Za-z_]{1,31}(?:[.?]|$)/.test(
      secret,
    ) &&
    (/\d|[+/=~]/.test(secret) || (secret.length >= 20 && !isWordy(secret))),
  isKeyText: (secret: string): boolean =>
    /(?:[A-Za-z0-9+/=]|\\[\\nr/]|\s){24}/.test(secret) && /[A-Za-z0-9+/]{16}/.test(secret),
  isLongKey: (secret: string): boolean =>
    /\d/.test(secret) && /[A-Za-z0-9]{12}/.test(secret) && entropy(secret.slice(3)) > 2.5,
  /** Not an unquoted name made of words, as MySQL accepts it, nor another flag. */
  isNoDatabase: (secret: string): boolean =>
    !(/^[\w$-]+$/.test(secret) && isWordy(secret)) && !/^[-<>|&;/.]/.test(secret),
  /** Not another flag: then the password would be prompted for. */
  isNoFlag: (secret: string): boolean => !secret.startsWith('-'),
  /** Not a port and a path, which a URL without a password has at the same position. */
  isNoPort: (secret: string): boolean => !/^\d{1,5}(?:[/\\?#]|$)/.test(secret),
  isNoPortOrUrl: (secret: string): boolean => !/^\d{1,5}$|^\/\//.test(secret),
  isNoVariable: (secret: string): boolean => !/=[$<{]/.test(secret),
  isNpmAuth: (secret: string): boolean =>
    !/^[a-z]\w{0,30}\.\w{1,30}$/i.test(secret) && (/\d|=$/.test(secret) || entropy(secret) > 3.5),
  isPackageKey: (secret: string): boolean => entropy(secret) > (/\d/.test(secret) ? 3.5 : 4),
  /** The base64 of a printable `user:password`. */
  isUserAndPassword: (secret: string): boolean =>
    /^[^\s:\p{Cc}\uFFFD]{0,128}:[^\p{Cc}\uFFFD]{1,512}$/u.test(Buffer.from(secret, 'base64').toString('utf8')),
  looksRandom,
};

/** The check of a rule that names one, asks for more entropy than `bits` per character, or both. */
export const checkOf =
  (check: keyof typeof checks | undefined, bits = 0) =>
  (secret: string): boolean =>
    (check === undefined || checks[check](secret)) && (bits === 0 || entropy(secret) > bits);
