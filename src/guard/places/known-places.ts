/**
 * Files and folders that matter wherever the project is. Paths are lower case: a file system may ignore case, and then
 * `~/.SSH` is `~/.ssh`. Only places that are worse to touch are compared so; temp and project folders are compared as
 * they are written.
 */

/** Folders of the operating system, in `/`. */
export const systemFolders: ReadonlySet<string> = new Set(
  (
    'bin boot efi etc lib lib32 lib64 libx32 nix opt proc run sbin snap sys usr var lost+found ' +
    'system library applications network cores private'
  ).split(' '),
);

/** Folders of Windows on a drive. */
export const windowsFolders: ReadonlySet<string> = new Set([
  'windows',
  'winnt',
  'program files',
  'program files (x86)',
  'programdata',
  'boot',
  'recovery',
  'perflogs',
  '$recycle.bin',
  'system volume information',
]);

/** Names in /dev that are no disks: to write there loses nothing. */
export const harmlessDevices: ReadonlySet<string> = new Set(
  'null zero full random urandom stdin stdout stderr fd tty ptmx pts console log kmsg'.split(' '),
);

/** How a row of the tables below names its files. */
interface SecretRow {
  /** The file, or the folder with all in it. */
  readonly path: string;
  /** Reading it shows a secret. */
  readonly reads: boolean;
  /** Whoever writes or deletes it changes who gets in, or loses a key. */
  readonly writes: boolean;
}

const row = (reads: boolean, writes: boolean, paths: string): readonly SecretRow[] =>
  paths.split(' ').map((path) => ({ path, reads, writes }));

/** In a home folder. A later row that is longer decides before a shorter one. */
const secretsInHome: readonly SecretRow[] = [
  ...row(
    true,
    true,
    '.ssh .gnupg .aws/credentials .git-credentials .password-store .netrc _netrc .local/share/keyrings',
  ),
  ...row(true, true, 'library/keychains .config/op .config/sops .config/age .config/gh/hosts.yml .pgpass .my.cnf'),
  ...row(true, true, '.azure .config/gcloud .oci .vault-token .config/1password .kube/cache/oidc-login'),
  // Programs and people write these all the time: a new login, a new cluster, a registry.
  ...row(true, false, '.kube/config .kube/configs .docker/config.json .npmrc .yarnrc.yml .pypirc .gem/credentials'),
  ...row(true, false, '.cargo/credentials .cargo/credentials.toml .composer/auth.json .config/composer/auth.json'),
  ...row(
    true,
    false,
    '.m2/settings.xml .gradle/gradle.properties .nuget/nuget.config .terraform.d/credentials.tfrc.json',
  ),
  ...row(true, false, '.config/hub .config/glab-cli/config.yml .config/doctl/config.yaml .config/rclone/rclone.conf'),
  ...row(true, false, '.config/containers/auth.json .config/helm/registry/config.json .boto .s3cfg .passwd-s3fs'),
  ...row(
    true,
    false,
    '.databrickscfg .snowsql/config .snowflake/connections.toml .fly/config.yml .aws/sso/cache .aws/cli/cache',
  ),
  ...row(
    true,
    false,
    '.config/heroku .config/netlify/config.json .netlify/config.json .local/share/com.vercel.cli/auth.json',
  ),
  ...row(true, false, '.config/stripe/config.toml .config/ngrok/ngrok.yml .cloudflared .wrangler/config/default.toml'),
  ...row(
    true,
    false,
    '.huggingface/token .cache/huggingface/token .kaggle/kaggle.json .rediscli_auth .dbt/profiles.yml',
  ),
  ...row(
    true,
    false,
    '.claude/.credentials.json .codex/auth.json .gemini/oauth_creds.json .local/share/opencode/auth.json',
  ),
  ...row(
    true,
    false,
    '.bash_history .zsh_history .histfile .sh_history .python_history .node_repl_history .psql_history',
  ),
  ...row(true, false, '.mysql_history .rediscli_history .sqlite_history .irb_history .local/share/fish/fish_history'),
  ...row(
    true,
    false,
    '.mozilla/firefox .config/google-chrome .config/chromium .config/bravesoftware .config/microsoft-edge',
  ),
  ...row(
    true,
    false,
    'library/cookies library/safari library/application support/google/chrome'.replace(
      'application support',
      'application%support',
    ),
  ),
  ...row(
    true,
    false,
    '.bitcoin .ethereum/keystore .electrum/wallets .config/solana .thunderbird snap/firefox .local/share/kwalletd',
  ),
  // Public, or without a secret in them.
  ...row(false, true, '.ssh/config .ssh/config.d .ssh/authorized_keys .ssh/authorized_keys2 .ssh/rc .ssh/environment'),
  ...row(false, false, '.ssh/known_hosts .ssh/known_hosts.old .ssh/known_hosts2 .ssh/control .ssh/sockets'),
  ...row(
    false,
    false,
    '.config/gcloud/logs .config/gcloud/configurations .config/gcloud/active_config .azure/logs .azure/config',
  ),
].map((one) => ({ ...one, path: one.path.replaceAll('%', ' ') }));

/** Absolute paths. */
const secretsOfSystem: readonly SecretRow[] = [
  ...row(
    true,
    true,
    '/etc/shadow /etc/shadow- /etc/gshadow /etc/gshadow- /etc/sudoers /etc/sudoers.d /etc/master.passwd',
  ),
  ...row(
    true,
    true,
    '/etc/ssl/private /etc/pki/tls/private /etc/letsencrypt/live /etc/letsencrypt/archive /etc/krb5.keytab',
  ),
  ...row(true, true, '/etc/wireguard /etc/openvpn /etc/ipsec.secrets /etc/kubernetes/admin.conf /etc/kubernetes/pki'),
  ...row(
    true,
    true,
    '/etc/rancher/k3s/k3s.yaml /etc/security/opasswd /var/db/dslocal /library/keychains /etc/ppp/chap-secrets',
  ),
  ...row(
    true,
    true,
    '/run/secrets /var/run/secrets /proc/kcore /dev/mem /dev/kmem /etc/networkmanager/system-connections',
  ),
];

/** Names of files that hold a secret wherever they are; `*` stands for any text. */
const secretNames: readonly string[] = (
  'id_rsa* id_dsa* id_ecdsa* id_ed25519* identity *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx *.ppk *.ovpn *.asc-private ' +
  '.netrc _netrc .git-credentials .pgpass .htpasswd .pypirc .npmrc .vault-token .vault_pass .vault-pass* ' +
  'credentials.json credentials.yml credentials.yaml client_secret*.json service-account*.json service_account*.json ' +
  'serviceaccount*.json gcp-key*.json *-credentials.json *_credentials.json application_default_credentials.json ' +
  'secrets.json secrets.yml secrets.yaml secrets.toml secrets.env secret.yaml secret.yml master.key production.key ' +
  'terraform.tfstate terraform.tfstate.backup *.tfstate *.auto.tfvars kubeconfig kubeconfig.yaml *.kubeconfig wallet.dat ' +
  '.terraformrc auth.json .dockercfg .s3cfg .boto keystore.properties key.properties .rails_master_key'
).split(' ');

/** Names that look like those above and hold no secret. */
const publicNames: readonly string[] = (
  '*.pub *.pub.pem *public*.pem *public*.key *pubkey*.pem *_pub.pem *-pub.pem pub.pem cert.pem *cert.pem certs.pem *certificate*.pem chain.pem ' +
  'fullchain.pem *chain.pem ca.pem *-ca.pem *_ca.pem *ca-bundle*.pem *bundle*.pem cacert*.pem root*.pem *.crt.pem *cert*.pem dhparam*.pem ' +
  'isrg*.pem ssl-dhparams.pem *.example *.sample *.template *.dist *.example.* *.sample.* *.template.* *-example.* *.test.key'
).split(' ');

/** What follows `.env` in files that are made to be shared. */
const publicEnv =
  /(?:^|[._-])(?:example|examples|sample|template|tmpl|tpl|dist|default|defaults|test|testing|ci|schema|md|d\.ts|ts|js|j2)$/;

/** Files that a shell or a login runs, in a home folder. */
const profileFiles: ReadonlySet<string> = new Set(
  (
    '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc ' +
    '.mkshrc .cshrc .tcshrc .login .logout .xprofile .xinitrc .xsession .xsessionrc .config/fish/config.fish .pam_environment ' +
    '.config/powershell/profile.ps1 .config/powershell/microsoft.powershell_profile.ps1 documents/powershell/profile.ps1 ' +
    'documents/powershell/microsoft.powershell_profile.ps1 documents/windowspowershell/profile.ps1 ' +
    'documents/windowspowershell/microsoft.powershell_profile.ps1 .config/nushell/config.nu .config/nushell/env.nu'
  ).split(' '),
);
const profileFolders: readonly string[] = (
  '.config/fish/conf.d .config/fish/functions .bashrc.d .zshrc.d .config/autostart .config/systemd/user .config/environment.d ' +
  'library/launchagents .config/zsh .config/bash'
).split(' ');

/** Files of git in a home folder: aliases and hooks in them are programs. */
const gitSettings: readonly string[] = ['.gitconfig', '.config/git/config', '.config/git/hooks', '.git-templates'];

/** What continuous integration runs, in a project. */
const ciFiles: ReadonlySet<string> = new Set(
  (
    'jenkinsfile .gitlab-ci.yml .gitlab-ci.yaml azure-pipelines.yml azure-pipelines.yaml bitbucket-pipelines.yml .travis.yml ' +
    '.drone.yml .drone.yaml .woodpecker.yml .woodpecker.yaml appveyor.yml .appveyor.yml .cirrus.yml codefresh.yml cloudbuild.yaml ' +
    'cloudbuild.yml buildspec.yml buildspec.yaml .semaphore/semaphore.yml wercker.yml .scrutinizer.yml codemagic.yaml bitrise.yml ' +
    '.github/dependabot.yml .builds.yml .build.yml screwdriver.yaml'
  ).split(' '),
);
const ciFolders: readonly string[] = (
  '.github/workflows .github/actions .gitea/workflows .forgejo/workflows .circleci .buildkite .gitlab/ci .azure-pipelines .teamcity ' +
  '.woodpecker .semaphore .tekton'
).split(' ');

const within = (folder: string, path: string): boolean => path === folder || path.startsWith(`${folder}/`);

/** `*` stands for any text, also none; there is at most a handful of them in a pattern. */
function fits(pattern: string, name: string): boolean {
  const pieces = pattern.split('*');
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)];
  if (pieces.length === 1) return pattern === name;
  if (name.length < first.length + last.length || !name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

/** The row that says most about a path: the longest. */
function rowFor(rows: readonly SecretRow[], path: string): SecretRow | undefined {
  let best: SecretRow | undefined;
  for (const one of rows) if (within(one.path, path) && (best?.path.length ?? -1) < one.path.length) best = one;
  return best;
}

/** A path split at the home folder that it is in. Both are lower case. */
export interface PathInHome {
  readonly path: string;
  /** Without the home folder and its slash; undefined outside of home folders. */
  readonly inHome: string | undefined;
}

const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isPublicName = (name: string): boolean => publicNames.some((pattern) => fits(pattern, name));

function isEnvFile(name: string): boolean {
  if (name === '.envrc' || name === '.env' || name === '.flaskenv') return true;
  if (name.endsWith('.env') && name.length > 4) return !publicEnv.test(name.slice(0, -4));
  return /^\.env[._-]/.test(name) && !publicEnv.test(name.slice(4));
}

/** Whether reading a file of this path puts a secret into the output. */
export function isSecretToRead({ path, inHome }: PathInHome): boolean {
  const name = nameOfPath(path);
  const known = (inHome === undefined ? undefined : rowFor(secretsInHome, inHome)) ?? rowFor(secretsOfSystem, path);
  if (known) return known.reads && !name.endsWith('.pub');
  if (isEnvFile(name)) return true;
  return secretNames.some((pattern) => fits(pattern, name)) && !isPublicName(name);
}

/** Whether a write there or a deletion is worse than that of any other file. */
export function isSecretToWrite({ path, inHome }: PathInHome): boolean {
  const known = (inHome === undefined ? undefined : rowFor(secretsInHome, inHome)) ?? rowFor(secretsOfSystem, path);
  return known?.writes ?? false;
}

export const isProfile = (inHome: string): boolean =>
  profileFiles.has(inHome) || profileFolders.some((folder) => within(folder, inHome));

export const isGitSetting = (inHome: string): boolean => gitSettings.some((place) => within(place, inHome));

/** `inProject` is lower case and relative to the project. */
export const isCi = (inProject: string): boolean =>
  ciFiles.has(inProject) || ciFolders.some((folder) => within(folder, inProject));

/** Places that a glob may mean, in a home folder and in a project: those that are nearly always there. */
export const usualInHome: readonly string[] = (
  '.ssh .ssh/id_rsa .ssh/id_ed25519 .ssh/authorized_keys .aws .aws/credentials .gnupg .kube .kube/config .config .docker .bashrc ' +
  '.zshrc .profile .bash_profile .gitconfig .netrc .npmrc'
).split(' ');
export const usualInProject: readonly string[] = '.git .git/hooks .git/config .env .github/workflows'.split(' ');
export const usualInRoot: readonly string[] = (
  '/bin /boot /dev /etc /home /lib /lib64 /opt /proc /root /run /sbin /srv /sys /tmp /usr /var /usr/bin /usr/lib /usr/local ' +
  '/var/lib /var/log /dev/sda /dev/nvme0n1 /etc/passwd /etc/shadow /etc/sudoers /etc/hosts /System /Users /Library /Applications'
).split(' ');

const secretEnding =
  /(?:^|_)(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|APIKEY|API_KEY|ACCESS_KEY|SECRET_KEY|PRIVATE_KEY|AUTH_KEY|ENCRYPTION_KEY|SIGNING_KEY|MASTER_KEY|SERVICE_KEY|ACCOUNT_KEY|STORAGE_KEY|DEPLOY_KEY|LICENSE_KEY|SSH_KEY|JWT_KEY|SESSION_KEY|KEY_BASE|PAT|PWD|PASS|COOKIE|AUTH|DSN)$/;
const secretMiddle = /PASSWORD|PASSPHRASE|SECRET_|TOKEN_(?:SECRET|VALUE)|_SECRET|PRIVATE_KEY|CONNECTION_STRING/;
/** What a name ends with if its value only points to a secret, or says something about it. */
const pointsToSecret =
  /(?:_(?:PATH|FILE|FILENAME|DIR|NAME|ID|URL|URI|HOST|ENDPOINT|TYPE|LENGTH|LEN|SIZE|COUNT|LIMIT|TTL|EXPIRY|EXPIRES|EXPIRES_IN|AGE|POLICY|ARN|REGION|VERSION|SCOPE|ISSUER|ENABLED|REQUIRED|STORE|SOCK|ALGORITHM)|^MAX_TOKENS?|_MAX_TOKENS?)$/;
const secretAddresses =
  /^(?:DATABASE|DB|POSTGRES(?:QL)?|PG|MYSQL|MONGO(?:DB)?|REDIS|AMQP|RABBITMQ|CELERY_BROKER|BROKER|CLEARDB|JAWSDB|SENTRY)_(?:URL|URI|DSN)$|_(?:DATABASE|DB|MONGO|REDIS|PG)_(?:URL|URI|DSN)$|WEBHOOK_URL$/;
const plainVariables: ReadonlySet<string> = new Set(
  'PWD OLDPWD SSH_AUTH_SOCK XAUTHORITY PUBLIC_KEY GPG_KEY SSH_ASKPASS GIT_ASKPASS SUDO_ASKPASS DBUS_SESSION_BUS_ADDRESS'.split(
    ' ',
  ),
);

/** Whether a variable of this name usually holds a credential. */
export function isSecretVariable(name: string): boolean {
  if (name.length > 200) return false;
  const upper = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
  if (plainVariables.has(upper) || upper.includes('PUBLIC') || upper.startsWith('NEXT_PUBLIC_')) return false;
  if (secretAddresses.test(upper)) return true;
  if (pointsToSecret.test(upper)) return false;
  return secretEnding.test(upper) || secretMiddle.test(upper);
}
