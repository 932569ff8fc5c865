/** How the name of a variable ends that holds a credential. */
const secretEnding =
  /(?:^|_)(?:TOKEN|SECRET|PASSWD|PASSPHRASE|CREDENTIALS?|CREDS|API_?KEY|PAT|AUTHORIZATION|AUTH_HEADER|BEARER|MNEMONIC|SEED_PHRASE)$|_(?:PASS|PWD|KEY|PW|JWT|COOKIE)$|^(?:PGPASSWORD|REDISCLI_AUTH)$/;
const secretMiddle = /PASSWORD|PASSPHRASE|SECRET_|_SECRET|PRIVATE_KEY|CONNECTION_STRING|CONNSTR/;

/** Keys that open nothing. */
const plainKey =
  /(?:^|_)(?:PUBLIC|PUB|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|INDEX|OBJECT|S3|BUCKET|JSON|HOST|ROUTING|ROW|GROUP|ISSUE|JIRA|PROJECT|REGISTRY|HOT|SHORT|GPG|I18N|TRANSLATION|FEATURE|LOOKUP|CONFIG|UNIQUE|ORDER|PRESSED|ANY|FINGERPRINT)_KEY$/;

/** What a name ends with if its value only points to a secret, or says something about it. */
const pointsToSecret =
  /_(?:PATH|FILE|FILENAME|DIR|NAME|ID|HOST|ENDPOINT|TYPE|LENGTH|LEN|SIZE|COUNT|LIMIT|TTL|EXPIRY|EXPIRES|EXPIRATION|EXPIRES_IN|AGE|POLICY|ARN|REGION|VERSION|SCOPE|ISSUER|ENABLED|REQUIRED|STORE|SOCK|ALGORITHM|MANAGER|REF|PREFIX|HELPER|COMMAND|URL|URI)$/;

/** Addresses that usually carry a user and a password. */
const secretAddress =
  /(?:^|_)(?:DATABASE|DB|POSTGRES|POSTGRESQL|PG|MYSQL|MONGO|MONGODB|REDIS|AMQP|RABBITMQ|BROKER|CLEARDB|JAWSDB)_(?:URL|URI|DSN)$|WEBHOOK_URL$/;

const plainNames: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'KEY', 'GOOGLE_APPLICATION_CREDENTIALS']);

/** Under which a command remembers what it looked for among the variables: `env | grep NODE`. */
export const searchedVariables = 'searched variables';

/** A variable with a credential that printing the environment, or what was looked for in it, would show. */
export function shownSecretVariable(
  env: Readonly<Record<string, string | undefined>>,
  searched: string | undefined,
): string | undefined {
  const looked = searched?.replace(/\W/g, '').toUpperCase();
  return Object.keys(env).find(
    (name) => env[name] && isSecretVariable(name) && (looked === undefined || name.toUpperCase().includes(looked)),
  );
}

/** Whether an environment variable of this name usually holds a credential. */
export function isSecretVariable(name: string): boolean {
  if (name.length > 200) return false;
  const upper = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
  if (plainNames.has(upper) || /(?:^|_)PUBLIC_/.test(upper) || plainKey.test(upper)) return false;
  if (secretAddress.test(upper)) return true;
  return !pointsToSecret.test(upper) && (secretEnding.test(upper) || secretMiddle.test(upper));
}
