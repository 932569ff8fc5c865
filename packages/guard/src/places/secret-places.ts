import { secretsInHome, secretsOfSystem } from '../../.cache/places/secret-places.js';

/**
 * Files and folders with credentials. Paths are lower case, as in known-places.ts. Reading and writing differ: reading
 * `~/.ssh/config` is harmless, but writing it decides where connections go; a new `.env` is everyday work, but its
 * content in a transcript is a leak.
 */
interface SecretRow {
  /** Reading it reveals a secret. */
  readonly reads: boolean;
  /** Writing or deleting it changes who gets access, or loses a key. */
  readonly writes: boolean;
  /** Only the whole folder: most files in it are harmless. */
  readonly asWhole?: true;
}

/** How a path is treated, by the word of its row. */
const uses: Readonly<Record<string, SecretRow>> = {
  guarded: { reads: true, writes: true },
  // Programs and people change these all the time: a new login, a new cluster, a registry.
  onlyReads: { reads: true, writes: false },
  onlyWrites: { reads: false, writes: true },
  // In a secret folder, but public.
  open: { reads: false, writes: false },
  asWhole: { reads: true, writes: false, asWhole: true },
};

const rowTable = (table: Readonly<Record<string, string>>): ReadonlyMap<string, SecretRow> =>
  new Map(
    Object.entries(table).flatMap(([use, paths]) =>
      paths
        .replaceAll('%20', '\0')
        .split(' ')
        .map((path): [string, SecretRow] => [path.replaceAll('\0', ' '), uses[use] as SecretRow]),
    ),
  );

const rowsInHome = rowTable(secretsInHome);
const rowsOfSystem = rowTable(secretsOfSystem);

/** Names of files, split at their stars; `*` is any text, even none. */
interface NameTable {
  readonly whole: ReadonlySet<string>;
  readonly pieces: readonly (readonly string[])[];
}

function nameTable(...lines: readonly string[]): NameTable {
  const patterns = lines.flatMap((line) => line.split(' '));
  return {
    whole: new Set(patterns.filter((pattern) => !pattern.includes('*'))),
    pieces: patterns.filter((pattern) => pattern.includes('*')).map((pattern) => pattern.split('*')),
  };
}

/** Names that indicate a secret in every folder. */
const secretNames = nameTable(
  'id_rsa* id_dsa* id_ecdsa* id_ed25519* *.pem *.key *.p8 *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.ovpn',
  '.netrc _netrc .git-credentials .pgpass .htpasswd .pypirc .vault-token .vault_pass* .vault-pass* .dockercfg .s3cfg .boto',
  'credentials.json credentials.yml credentials.yaml client_secret*.json service-account*.json service_account*.json',
  'serviceaccount*.json gcp-key*.json *-credentials.json *_credentials.json application_default_credentials.json',
  'secrets.json secrets.yml secrets.yaml secrets.toml secret.json secret.yml secret.yaml *.tfstate *.tfstate.backup',
  'password.txt passwords.txt token.txt tokens.txt api_key.txt apikey.txt api-key.txt secret.txt secrets.txt .token *.secret',
  'credentials .credentials credentials.csv accesskeys.csv .my.cnf .mylogin.cnf',
  'kubeconfig kubeconfig.yaml kubeconfig.yml *.kubeconfig wallet.dat keystore.properties key.properties *.agekey',
);

/** Certificates and public keys. */
const publicNames = nameTable(
  '*.pub *public* *pub.pem *cert*.pem *chain*.pem ca.pem *-ca.pem *_ca.pem ca-*.pem *bundle*.pem cacert*.pem root*.pem isrg*.pem *.crt.pem dhparam*.pem',
  'ssl-dhparams.pem',
);

/** Suffixes of `.env` files that are made to be shared, or are encrypted. */
const sharedEnv =
  /(?:^|[._-])(?:examples?|sample|template|tmpl|tpl|dist|defaults?|test|testing|ci|schema|vault|enc|encrypted|gpg|age|md|ts|js|j2|lock)$/;

const fitsOneOf = ({ whole, pieces }: NameTable, name: string): boolean =>
  whole.has(name) || pieces.some((one) => fits(one, name));

function fits(pieces: readonly string[], name: string): boolean {
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (name.length < first.length + last.length || !name.endsWith(last) || !name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** A path split at the home folder that it is in. Both are lower case. */
export interface PathInHome {
  readonly path: string;
  /** Without the home folder and its slash; undefined outside of home folders. */
  readonly inHome: string | undefined;
}

/** No row has a longer path. */
const maxRowLength = 200;

/** The most specific row for a path: that of the file, or of the nearest folder above it. */
function nearestRow(table: ReadonlyMap<string, SecretRow>, path: string): SecretRow | undefined {
  for (
    let end = path.length > maxRowLength ? path.lastIndexOf('/', maxRowLength) : path.length;
    end > 0;
    end = path.lastIndexOf('/', end - 1)
  ) {
    const found = table.get(path.slice(0, end));
    if (found && (!found.asWhole || end === path.length)) return found;
  }
  return undefined;
}

const rowOf = ({ path, inHome }: PathInHome): SecretRow | undefined =>
  (inHome === undefined ? undefined : nearestRow(rowsInHome, inHome)) ?? nearestRow(rowsOfSystem, path);

/** Whether reading this file puts a secret into the output. */
export function isSecretToRead(path: PathInHome): boolean {
  const name = path.path.slice(path.path.lastIndexOf('/') + 1);
  const known = rowOf(path);
  if (known) return known.reads && !isPublicKey(name);
  if (madeForTests.test(path.path)) return false;
  if (isEnvFile(name) || /^\/proc\/[^/]+\/environ$/.test(path.path)) return true;
  if (/\/(?:\.secrets\/[^/]+|secrets\/[^/.]+(?:\.(?:txt|env|json))?)$/.test(path.path)) return true;
  if (tokenOfProgram.test(path.path)) return true;
  return fitsOneOf(secretNames, name) && !isPublicKey(name) && !isShared(name);
}

/** Where programs store their logins; elsewhere a `token.json` may be anything. */
const tokenOfProgram = /\/\.(?:config|local\/share)\/.+\/(?:[a-z]+[_-])?tokens?(?:\.json)?$/;

/** Folders of test data, which may contain made-up keys and credentials. */
const madeForTests = /\/(?:fixtures|__fixtures__|testdata|test-data|test_data|__mocks__|mocks)\//;

function isPublicKey(name: string): boolean {
  if (/\.(?:pub|crt|cer|csr)$/.test(name)) return true;
  // A key is secret, whatever else its name says: cert-key.pem.
  if (/key|priv/.test(name)) return name.endsWith('.pem') && name.includes('pub');
  return name.endsWith('.pem') && fitsOneOf(publicNames, name);
}

/** Made to be shared, or encrypted. */
const isShared = (name: string): boolean => /[.-](?:example|sample|template|dist|enc|gpg|age)(?:\.|$)/.test(name);

/** Whether writing or deleting there is worse than for other files. */
export const isSecretToWrite = (path: PathInHome): boolean => rowOf(path)?.writes ?? false;

function isEnvFile(name: string): boolean {
  if (name === '.env' || name === '.envrc') return true;
  if (/^\.env[._-]/.test(name)) return !sharedEnv.test(name.slice('.env'.length));
  return name.endsWith('.env') && !sharedEnv.test(name.slice(0, -'.env'.length));
}
