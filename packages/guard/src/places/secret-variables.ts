/** Endings of the names of variables that contain credentials. */
const secretEnding =
  /(?:^|_)(?:TOKEN|SECRET|PASSWD|PASSPHRASE|CREDENTIALS?|CREDS|API_?KEY|PAT|AUTHORIZATION|AUTH_HEADER|BEARER|MNEMONIC|SEED_PHRASE)$|_(?:PASS|PWD|KEY|PW|JWT|COOKIE)$|^(?:PGPASSWORD|REDISCLI_AUTH)$/;
const secretMiddle = /PASSWORD|PASSPHRASE|SECRET_|_SECRET|PRIVATE_KEY|CONNECTION_STRING|CONNSTR/;

/** Keys that are not credentials. */
const plainKey =
  /(?:^|_)(?:PUBLIC|PUB|CACHE|PRIMARY|FOREIGN|SORT|PARTITION|INDEX|OBJECT|S3|BUCKET|JSON|HOST|ROUTING|ROW|GROUP|ISSUE|JIRA|PROJECT|REGISTRY|HOT|SHORT|GPG|I18N|TRANSLATION|FEATURE|LOOKUP|CONFIG|UNIQUE|ORDER|PRESSED|ANY|FINGERPRINT)_KEY$/;

/** Endings of names whose value only points to a secret or describes it. */
const pointsToSecret =
  /_(?:PATH|FILE|FILENAME|DIR|NAME|ID|HOST|ENDPOINT|TYPE|LENGTH|LEN|SIZE|COUNT|LIMIT|TTL|EXPIRY|EXPIRES|EXPIRATION|EXPIRES_IN|AGE|POLICY|ARN|REGION|VERSION|SCOPE|ISSUER|ENABLED|REQUIRED|STORE|SOCK|ALGORITHM|MANAGER|REF|PREFIX|HELPER|COMMAND|URL|URI)$/;

/** Addresses that usually contain a user and a password. */
const secretAddress =
  /(?:^|_)(?:DATABASE|DB|POSTGRES|POSTGRESQL|PG|MYSQL|MONGO|MONGODB|REDIS|AMQP|RABBITMQ|BROKER|CLEARDB|JAWSDB)_(?:URL|URI|DSN)$|WEBHOOK_URL$/;

const plainNames: ReadonlySet<string> = new Set(['PWD', 'OLDPWD', 'KEY', 'GOOGLE_APPLICATION_CREDENTIALS']);

/** The key under which a command stores what it searched for in the variables: `env | grep NODE`. */
export const searchedVariables = 'searched variables';

/** A credential variable that would be shown by printing the environment, or the matches of a search in it. */
export function shownSecretVariable(
  env: Readonly<Record<string, string | undefined>>,
  searched: string | undefined,
): string | undefined {
  const looked = searched?.replace(/\W/g, '').toUpperCase();
  return Object.keys(env).find(
    (name) => env[name] && isSecretVariable(name) && (looked === undefined || name.toUpperCase().includes(looked)),
  );
}

/** Whether an environment variable of this name usually contains a credential. */
export function isSecretVariable(name: string): boolean {
  if (name.length > 200) return false;
  const upper = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
  if (plainNames.has(upper) || /(?:^|_)PUBLIC_/.test(upper) || plainKey.test(upper)) return false;
  if (secretAddress.test(upper)) return true;
  return !pointsToSecret.test(upper) && (secretEnding.test(upper) || secretMiddle.test(upper));
}
