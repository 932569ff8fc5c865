/** What a name says about its value: a password of any form, or a generated token. */
export type NameClass = 'password' | 'token' | 'header' | undefined;

const passwords = [
  ...['password', 'passwd', 'passphrase', 'passcode', 'pwd', 'secret', 'passwords', 'secrets', 'mnemonic'],
  ...['kennwort', 'passwort'],
];
/** `SSHPASS`, `dbpass`: what has the password, without a separator. `compass` and `bypass` are other words. */
const glued = new RegExp(
  '^(?:ssh|db|user|my|root|admin|smtp|mail|imap|ftp|mysql|pg|sql|key|store|trust|cert|vault|redis|mongo|ldap|proxy|http|wifi|' +
    'login|sudo|rsync|git|app|svc|bind|host|smb|mq|api|auth|vnc|rdp|ipmi|bmc|zip|pgp|gpg|pfx|jks)pass$',
);
const tokens = ['token', 'jwt', 'apikey', 'credential', 'credentials', 'bearer', 'pat'];
/** `key` is a secret only after one of these. */
const keyOwners = new Set(
  (
    'api access private secret signing sign encryption encrypt crypto cipher master auth account service app ' +
    'application shared license licence deploy ssh client consumer admin write webhook session storage subscription ' +
    'function host hmac aes rsa root server bot user role db database registry publish upload read management'
  ).split(' '),
);
/** After the secret word, these make it the name of something else. */
const nonSecretWords = new Set(
  (
    'file files path paths url uri urls type types count counts name names id ids length len limit limits size sizes ' +
    'policy policies field fields label labels hint hints expiry expires expiration expired exp ttl age enabled ' +
    'disabled required optional prompt env envs var variable ref refs reference dir directory folder store provider ' +
    'endpoint version format regex pattern patterns rule rules arn index max min usage used budget validator ' +
    'validation manager reset change changed strength error errors message msg text title description desc help ' +
    'placeholder input form page link button icon class style visible visibility show hide is has status state ' +
    'location source scope scopes kind rate price cost per total number num position offset start end begin line ' +
    'column stream stdin helper fn func function callback handler service client request response header headers ' +
    'key_id keyid at time timestamp date created updated by from to mode algorithm alg issuer audience param ' +
    'parameter params parameters schema model table query ratio window cache hits info details detail word words ' +
    'set sets list map array less free protected managed aware safe mgr digest attempt attempts encoding option options'
  ).split(' '),
);

const classCache = new Map<string, NameClass>();
const maxKnown = 4096;

/** The class of the values that have this name. Cached: the same names occur often. */
export function nameClass(name: string): NameClass {
  // A cached slice of more than 12 characters would keep its whole parent string in memory (V8).
  if (name.length > 12) return classifyName(name);
  const cached = classCache.get(name);
  if (cached !== undefined || classCache.has(name)) return cached;
  if (classCache.size >= maxKnown) classCache.clear();
  const found = classifyName(name);
  classCache.set(name, found);
  return found;
}

function classifyName(name: string): NameClass {
  if (/^(?:proxy-)?authorization$/i.test(name)) return 'header';
  if (/^(?:set-)?cookies?$/i.test(name)) return 'header';
  // The shell's working directory.
  if (name === 'PWD' || name === 'OLDPWD') return undefined;
  const words = nameWords(name);
  for (let i = 0; i < words.length; i++) {
    const found = classOfWord(words, i);
    if (found) return words.slice(i + 1).some((word) => nonSecretWords.has(word)) ? undefined : found;
  }
  return undefined;
}

function classOfWord(words: readonly string[], i: number): NameClass {
  const word = words[i] ?? '';
  const last = i === words.length - 1;
  if (passwords.some((end) => word.endsWith(end) && word !== `no${end}`)) return 'password';
  if (last && (word === 'pass' || word === 'pw' || (word === 'phrase' && words[i - 1] === 'seed'))) return 'password';
  if (last && glued.test(word)) return 'password';
  if (word === 'pat') return last && words.length > 1 ? 'token' : undefined;
  if (tokens.some((end) => end.length > 3 && word.endsWith(end)) || word === 'jwt') return 'token';
  if (last && word === 'auth') return 'token';
  if (word === 'key' && keyOwners.has(words[i - 1] ?? '')) return 'token';
  return undefined;
}

/** `dbPassword`, `DB_PASSWORD` and `db-password` are two words each. */
function nameWords(name: string): readonly string[] {
  return (name.match(/[A-Z]{1,64}(?![a-z])|[A-Z]?[a-z]{1,64}|\d{1,16}/g) ?? []).map((word) => word.toLowerCase());
}
