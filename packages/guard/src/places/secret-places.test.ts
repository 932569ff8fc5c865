import assert from 'node:assert/strict';
import { test } from 'node:test';
import { marks } from '../value.js';
import type { GuardWorld } from '../world.js';
import { placeOf, showsSecret } from './scope.js';
import { isSecretVariable } from './secret-variables.js';

const world: GuardWorld = { cwd: '/home/ann/shop', root: '/home/ann/shop', home: '/home/ann', temp: ['/tmp'], env: {} };

/** The paths that reveal a secret when they are read; `*`, `?` and `$X` as in a shell. */
function secretsAmong(paths: string): readonly string[] {
  const value = (path: string) =>
    path.replace(/^~/, world.home).replaceAll('*', marks.star).replaceAll('?', marks.one).replaceAll('$X', marks.any);
  const all = paths.trim().split(/\s+/);
  return all.filter((path) => showsSecret(placeOf(value(path), world.cwd, world).path, world));
}

test('reading keys and credentials reveals a secret', () => {
  const paths =
    '~/.ssh ~/.ssh/id_rsa ~/.ssh/id_ed25519 ~/.ssh/work_key ~/.SSH/id_rsa /root/.ssh/id_rsa /home/bob/.ssh/id_ecdsa ~/.aws ~/.aws/credentials ' +
    '~/.config/gcloud/credentials.db ~/.azure/accessTokens.json ~/.kube/config ~/.docker/config.json ~/.npmrc ~/.pypirc ~/.netrc ' +
    '~/.git-credentials ~/.config/gh/hosts.yml ~/.gnupg/secring.gpg ~/.password-store/mail.gpg ~/.mozilla/firefox/x/logins.json ' +
    '~/Library/Keychains/login.keychain-db .env .env.local .env.production ./config/.env prod.env .envrc server.key tls/key.pem privkey.pem ' +
    'cert-key.pem ca-key.pem app.p12 release.jks x.keystore service-account-prod.json credentials.json terraform.tfstate ' +
    '/etc/shadow /etc/sudoers ~/.bash_history ~/.zsh_history wallet.dat /proc/self/environ /proc/12/environ /run/secrets/db ' +
    '~/.ssh/* ~/.ssh/id_* .env* .e?v .env.* *.key *.pem ~/.s*h/id_rsa /home/*/.ssh/id_rsa $X/.env $X/.ssh/id_rsa ~/.ssh/$X .env.$X /etc/shado*';
  assert.deepEqual(secretsAmong(paths), paths.split(/\s+/));
});

test('public files next to keys are not secret', () => {
  const paths =
    '~/.ssh/id_rsa.pub ~/.ssh/config ~/.ssh/known_hosts ~/.ssh/authorized_keys ~/.ssh/*.pub ~/.aws/config ~/.gitconfig ~/.bashrc .npmrc ' +
    '.env.example .env.sample .env.template .env.dist .env.test .env.defaults example.env test.env vite-env.d.ts env.ts .env.d.ts .env.local.example ' +
    'cert.pem ca.pem fullchain.pem chain.pem public.pem public-key.pem server-cert.pem cacert.pem certs/root.pem /etc/ssl/certs/x.pem server.crt ' +
    'credentials.json.example credentials.example.json /etc/passwd /etc/hosts package.json src/auth.json src/token.ts keys.ts monkey.md ' +
    '* *.json *.md src/* $X $X/src $X.json config/* ~/.config/x /tmp/$X ~/* key.ts secrets.ts README.env.md .env.enc';
  assert.deepEqual(secretsAmong(paths), []);
});

test('a variable is secret if its name is that of a credential', () => {
  const secrets =
    'GITHUB_TOKEN TOKEN NPM_TOKEN token AWS_SECRET_ACCESS_KEY CLIENT_SECRET SECRET API_KEY OPENAI_API_KEY STRIPE_KEY apiKey DB_PASSWORD PASSWORD ' +
    'PGPASSWORD MYSQL_PWD DB_PASS DATABASE_URL REDIS_URL MONGO_URI SLACK_WEBHOOK_URL SSH_PRIVATE_KEY SECRET_KEY_BASE GH_PAT PASSPHRASE ' +
    'GOOGLE_CREDENTIALS AZURE_STORAGE_KEY AZURE_STORAGE_CONNECTION_STRING APP_DATABASE_URL';
  const plain =
    'PWD OLDPWD PATH HOME KEY PUBLIC_KEY NEXT_PUBLIC_API_KEY SSH_KEY_PATH KEY_FILE TOKEN_FILE SECRET_NAME AWS_ACCESS_KEY_ID MAX_TOKENS CACHE_KEY ' +
    'PRIMARY_KEY PASS FAIL BASE_URL SSH_AUTH_SOCK GPG_KEY PASSWORD_FILE TOKEN_URL MONKEY KEYBOARD AUTHOR COMPASS SECRETS_DIR GOOGLE_APPLICATION_CREDENTIALS';
  assert.deepEqual(secrets.split(' ').filter(isSecretVariable), secrets.split(' '));
  assert.deepEqual(plain.split(' ').filter(isSecretVariable), []);
});
