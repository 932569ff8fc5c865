/**
 * Files and folders with credentials. Paths are lower case, as in known-places.ts. Reading and writing differ: anybody may
 * read `~/.ssh/config`, but who writes it decides where connections go; a new `.env` is everyday work, but its content in
 * a transcript is a leak.
 */
interface SecretRow {
  /** The file, or the folder with all in it. */
  readonly path: string;
  /** Reading it shows a secret. */
  readonly reads: boolean;
  /** Whoever writes or deletes it changes who gets in, or loses a key. */
  readonly writes: boolean;
  /** Only the folder as a whole: most files in it are harmless. */
  readonly asWhole?: true;
}

const rows = (use: Omit<SecretRow, 'path'>, paths: string): readonly SecretRow[] =>
  paths.split(' ').map((path) => ({ path: path.replaceAll('%20', ' '), ...use }));
const rowTable = (...all: readonly (readonly SecretRow[])[]): ReadonlyMap<string, SecretRow> =>
  new Map(all.flat().map((one) => [one.path, one]));

const guarded = { reads: true, writes: true };
/** Programs and people write these all the time: a new login, a new cluster, a registry. */
const onlyReads = { reads: true, writes: false };
const onlyWrites = { reads: false, writes: true };
/** In a secret folder, but public. */
const open = { reads: false, writes: false };
const asWhole = { reads: true, writes: false, asWhole: true } as const;

/** Relative to a home folder. The longest row that fits decides. */
const secretsInHome = rowTable(
  rows(guarded, '.ssh .gnupg .aws/credentials .git-credentials .config/git/credentials .password-store .netrc _netrc'),
  rows(
    guarded,
    '.local/share/keyrings library/keychains .config/op .config/sops .config/age .pgpass .my.cnf .mylogin.cnf',
  ),
  rows(
    guarded,
    '.config/gh/hosts.yml .azure .config/gcloud .oci .vault-token .config/1password .authinfo .authinfo.gpg',
  ),
  rows(
    onlyReads,
    '.kube/config .kube/configs .docker/config.json .npmrc .yarnrc.yml .pypirc .gem/credentials .bundle/config',
  ),
  rows(
    onlyReads,
    '.cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json .config/pypoetry/auth.toml',
  ),
  rows(
    onlyReads,
    '.m2/settings.xml .m2/settings-security.xml .gradle/gradle.properties .nuget/nuget.config .hex/hex.config',
  ),
  rows(
    onlyReads,
    '.terraform.d/credentials.tfrc.json .terraformrc .pulumi/credentials.json .config/hub .config/glab-cli/config.yml',
  ),
  rows(
    onlyReads,
    '.config/doctl/config.yaml .config/rclone/rclone.conf .config/containers/auth.json .config/helm/registry/config.json',
  ),
  rows(
    onlyReads,
    '.boto .s3cfg .passwd-s3fs .databrickscfg .snowsql/config .snowflake/connections.toml .fly/config.yml .aws/sso/cache',
  ),
  rows(
    onlyReads,
    '.aws/cli/cache .config/heroku .config/netlify/config.json .netlify/config.json .local/share/com.vercel.cli/auth.json',
  ),
  rows(
    onlyReads,
    '.config/stripe/config.toml .config/ngrok/ngrok.yml .ngrok2/ngrok.yml .cloudflared .wrangler/config/default.toml',
  ),
  rows(
    onlyReads,
    '.huggingface/token .cache/huggingface/token .kaggle/kaggle.json .rediscli_auth .dbt/profiles.yml .dbshell',
  ),
  rows(
    onlyReads,
    '.claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .local/share/opencode/auth.json',
  ),
  rows(
    onlyReads,
    '.bash_history .zsh_history .zhistory .histfile .sh_history .history .python_history .node_repl_history',
  ),
  rows(
    onlyReads,
    '.psql_history .mysql_history .rediscli_history .sqlite_history .irb_history .local/share/fish/fish_history',
  ),
  rows(
    onlyReads,
    '.mozilla/firefox .config/google-chrome .config/chromium .config/bravesoftware .config/microsoft-edge .thunderbird ' +
      '.config/vivaldi .config/opera .config/google-chrome-beta .librewolf .waterfox .config/slack .config/discord .config/signal',
  ),
  rows(
    onlyReads,
    'snap/firefox snap/chromium library/cookies library/safari library/application%20support/google/chrome',
  ),
  rows(
    onlyReads,
    'library/application%20support/firefox library/application%20support/bravesoftware library/messages library/mail',
  ),
  rows(
    onlyReads,
    'appdata/local/google/chrome/user%20data appdata/roaming/mozilla/firefox appdata/roaming/microsoft/protect',
  ),
  rows(
    onlyReads,
    '.bitcoin .ethereum/keystore .electrum/wallets .config/solana .local/share/kwalletd .config/keepassxc',
  ),
  rows(onlyWrites, '.ssh/config .ssh/config.d .ssh/authorized_keys .ssh/authorized_keys2 .ssh/rc .ssh/environment'),
  rows(open, '.ssh/known_hosts .ssh/known_hosts.old .ssh/known_hosts2 .ssh/control .ssh/sockets .config/gcloud/logs'),
  rows(open, '.config/gcloud/configurations .config/gcloud/active_config .azure/logs .azure/config .gnupg/gpg.conf'),
  rows(open, '.gnupg/gpg-agent.conf .gnupg/dirmngr.conf .gnupg/pubring.kbx'),
  rows(asWhole, '.aws .kube .docker .config/gh .config/git .cargo .terraform.d .claude .codex'),
);

/** Absolute paths. */
const secretsOfSystem = rowTable(
  rows(guarded, '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/master.passwd'),
  rows(
    guarded,
    '/etc/ssl/private /etc/pki/tls/private /etc/letsencrypt/live /etc/letsencrypt/archive /etc/krb5.keytab',
  ),
  rows(guarded, '/etc/wireguard /etc/openvpn /etc/ipsec.secrets /etc/kubernetes/admin.conf /etc/kubernetes/pki'),
  rows(
    guarded,
    '/etc/rancher/k3s/k3s.yaml /etc/security/opasswd /var/db/dslocal /library/keychains /etc/ppp/chap-secrets',
  ),
  rows(guarded, '/run/secrets /var/run/secrets /proc/kcore /dev/mem /dev/kmem /etc/networkmanager/system-connections'),
  rows(onlyReads, '/etc/docker/key.json'),
  rows(
    open,
    '/etc/ssl/certs /etc/pki/tls/certs /etc/pki/ca-trust /usr/share/ca-certificates /usr/local/share/ca-certificates',
  ),
);

/** Names of files by the texts between their stars; `*` stands for any text, also none. */
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

/** Names that say "secret" in every folder. */
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

/** What stands beside `.env` in the names of files that are made to be shared, or are encrypted. */
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
const longestRow = 200;

/** The row that says most about a path: that of the file, or of the nearest folder above it. */
function nearestRow(table: ReadonlyMap<string, SecretRow>, path: string): SecretRow | undefined {
  for (
    let end = path.length > longestRow ? path.lastIndexOf('/', longestRow) : path.length;
    end > 0;
    end = path.lastIndexOf('/', end - 1)
  ) {
    const found = table.get(path.slice(0, end));
    if (found && (!found.asWhole || end === path.length)) return found;
  }
  return undefined;
}

const rowOf = ({ path, inHome }: PathInHome): SecretRow | undefined =>
  (inHome === undefined ? undefined : nearestRow(secretsInHome, inHome)) ?? nearestRow(secretsOfSystem, path);

/** Whether reading a file of this path puts a secret into the output. */
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

/** Where programs keep their logins; elsewhere a `token.json` may be anything. */
const tokenOfProgram = /\/\.(?:config|local\/share)\/.+\/(?:[a-z]+[_-])?tokens?(?:\.json)?$/;

/** Folders of made-up data: tests need keys and credentials too. */
const madeForTests = /\/(?:fixtures|__fixtures__|testdata|test-data|test_data|__mocks__|mocks)\//;

function isPublicKey(name: string): boolean {
  if (/\.(?:pub|crt|cer|csr)$/.test(name)) return true;
  // A key is a key, whatever else its name says: cert-key.pem.
  if (/key|priv/.test(name)) return name.endsWith('.pem') && name.includes('pub');
  return name.endsWith('.pem') && fitsOneOf(publicNames, name);
}

/** Made to be shared, or encrypted. */
const isShared = (name: string): boolean => /[.-](?:example|sample|template|dist|enc|gpg|age)(?:\.|$)/.test(name);

/** Whether a write there or a deletion is worse than that of any other file. */
export const isSecretToWrite = (path: PathInHome): boolean => rowOf(path)?.writes ?? false;

function isEnvFile(name: string): boolean {
  if (name === '.env' || name === '.envrc') return true;
  if (/^\.env[._-]/.test(name)) return !sharedEnv.test(name.slice('.env'.length));
  return name.endsWith('.env') && !sharedEnv.test(name.slice(0, -'.env'.length));
}
