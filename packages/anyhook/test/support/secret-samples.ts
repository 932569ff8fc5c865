/**
 * Secrets for tests, made from their formats when they are needed, so that no text of this repository looks like one.
 * `before` and `after` are the context in which a secret is recognized.
 */
export interface SecretSample {
  readonly kind: string;
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

/** Random characters that are the same in every run. */
export interface SeededRandom {
  readonly below: (limit: number) => number;
  readonly of: (alphabet: string, length: number) => string;
}

export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0 || 1;
  const below = (limit: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
  const of = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet.charAt(below(alphabet.length))).join('');
  return { below, of };
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digit = '0123456789';
const hex = `${digit}abcdef`;
const base62 = upper + lower + digit;
const base64 = `${base62}+/`;
const web64 = `${base62}-_`;
const base32 = `${upper}234567`;
const strong = `${base62}!@%^*+=~.-`;

type SecretParts = string | readonly [before: string, secret: string, after?: string];
type MakeSecret = (r: SeededRandom) => SecretParts;

const uuid = (r: SeededRandom): string => [8, 4, 4, 4, 12].map((length) => r.of(hex, length)).join('-');
/** A prefix and characters after it. */
const after =
  (prefix: string, alphabet: string, length: number): MakeSecret =>
  (r) =>
    prefix + r.of(alphabet, length);
/** A value after a name. */
const named =
  (before: string, alphabet: string, length: number): MakeSecret =>
  (r) => [before, r.of(alphabet, length)];
const password = (r: SeededRandom): string => `${r.of(base62, 4)}7${r.of(strong, 9)}x`;
/** The password of an address. */
const within =
  (before: string, behind: string): MakeSecret =>
  (r) => [before, `${r.of(base62, 9)}7-${r.of(base62, 4)}`, behind];
const given =
  (before: string, behind = ''): MakeSecret =>
  (r) => [before, password(r), behind];
const webJson = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const lines = (r: SeededRandom, count: number, end: string): string =>
  Array.from({ length: count }, () => r.of(base64, 64) + end).join('');
const pem =
  (label: string, end = '\n'): MakeSecret =>
  (r) => [`-----BEGIN ${label}-----${end}`, `${lines(r, 6, end)}${r.of(base64, 30)}==`, `${end}-----END ${label}-----`];

/** At least one row for every rule. */
const makers: readonly (readonly [kind: string, make: MakeSecret])[] = [
  ['aws-access-key', after('AKIA', base32, 16)],
  ['aws-access-key', after('ASIA', base32, 16)],
  ['aws-secret-key', named('aws_secret_access_key = ', base64, 40)],
  ['aws-secret-key', named('"SecretAccessKey": "', base64, 40)],
  ['aws-secret-key', (r) => [`AKIA${r.of(base32, 16)},`, r.of(base64, 40)]],
  ['aws-session-token', after('IQoJb3JpZ2lu', base64, 300)],
  ['aws-session-token', named('AWS_SESSION_TOKEN=', base64, 320)],
  ['aws-bedrock-key', after('ABSK', base64, 128)],
  ['aws-signature', named('https://b.s3.amazonaws.com/k?X-Amz-Expires=60&X-Amz-Signature=', hex, 64)],
  ['google-api-key', after('AIza', web64, 35)],
  ['google-api-key', after('AQ.Ab', web64, 48)],
  ['google-oauth-token', after('ya29.', web64, 160)],
  ['google-oauth-token', after('1//0', web64, 90)],
  ['google-oauth-token', after('GOCSPX-', web64, 28)],
  ['google-service-account', named('"private_key_id": "', hex, 40)],
  [
    'azure-storage-key',
    (r) => ['AccountName=a;AccountKey=', `${r.of(base64, 86)}==`, ';EndpointSuffix=core.windows.net'],
  ],
  ['azure-shared-access-key', (r) => ['SharedAccessKeyName=root;SharedAccessKey=', `${r.of(base64, 43)}=`]],
  [
    'azure-sas',
    (r) => ['https://a.blob.core.windows.net/c?sv=2024-11-04&se=2030-01-01&sig=', `${r.of(base62, 43)}%3D`],
  ],
  ['azure-client-secret', (r) => `${r.of(base62, 3)}8Q~${r.of(web64, 34)}`],
  ['azure-devops-token', (r) => `${r.of(base62, 76)}AZDO${r.of(base62, 4)}`],
  ['digitalocean-token', after('dop_v1_', hex, 64)],
  ['digitalocean-spaces-key', after('DO00', upper + digit, 16)],
  ['heroku-key', after('HRKU-', web64, 60)],
  ['heroku-key', (r) => ['HEROKU_API_KEY=', uuid(r)]],
  ['netlify-token', after('nfp_', base62, 36)],
  ['vercel-token', after('vcp_', base62, 56)],
  ['fly-token', after('fm2_', base64, 200)],
  ['fly-token', after('fo1_', web64, 43)],
  ['cloudflare-token', after('cfut_', base62, 48)],
  ['cloudflare-token', (r) => `v1.0-${r.of(hex, 24)}-${r.of(hex, 146)}`],
  ['cloudflare-token', named('CLOUDFLARE_API_TOKEN=', base62, 40)],
  ['alibaba-access-key', after('LTAI', base62, 20)],
  ['tencent-secret-id', after('AKID', base62, 32)],
  ['render-key', after('rnd_', base62, 32)],
  ['github-token', after('ghp_', base62, 36)],
  ['github-token', after('gho_', base62, 36)],
  ['github-token', after('ghs_', base62, 36)],
  ['github-token', after('ghr_', base62, 76)],
  ['github-fine-grained-token', (r) => `github_pat_${r.of(base62, 22)}_${r.of(base62, 59)}`],
  ['gitlab-token', after('glpat-', web64, 20)],
  ['gitlab-token', (r) => `glpat-${r.of(base62, 27)}.01.${r.of(lower + digit, 9)}`],
  ['gitlab-token', after('glrt-', web64, 20)],
  ['bitbucket-token', after('ATBB', base62, 32)],
  ['npm-token', after('npm_', base62, 36)],
  ['npmrc-auth', (r) => ['//registry.example.org/:_authToken=', uuid(r)]],
  ['npmrc-auth', (r) => ['registry=https://r.example.org\n_auth = ', `${r.of(base64, 30)}==`]],
  ['pypi-token', after('pypi-AgEIcHlwaS5vcmc', web64, 140)],
  ['rubygems-key', after('rubygems_', hex, 48)],
  ['cratesio-token', after('cio', base62, 32)],
  ['nuget-key', after('oy2', lower + digit, 43)],
  ['clojars-token', after('CLOJARS_', hex, 60)],
  ['dockerhub-token', after('dckr_pat_', web64, 27)],
  ['docker-config-auth', (r) => ['{"auths":{"ghcr.io":{"auth":"', `${r.of(base64, 30)}==`, '"}}}']],
  ['jfrog-token', after('AKCp', base62, 69)],
  ['sonar-token', after('squ_', hex, 40)],
  ['circleci-token', (r) => `CCIPAT_${r.of(base62, 22)}_${r.of(hex, 40)}`],
  ['buildkite-token', after('bkua_', hex, 40)],
  ['terraform-token', (r) => `${r.of(base62, 14)}.atlasv1.${r.of(base62, 67)}`],
  ['vault-token', after('hvs.', web64, 96)],
  ['pulumi-token', after('pul-', hex, 40)],
  ['doppler-token', after('dp.pt.', base62, 43)],
  ['1password-token', after('ops_eyJ', web64, 400)],
  [
    '1password-token',
    (r) => `A3-${r.of(upper, 6)}-${r.of(upper, 6)}-${[5, 5, 5, 5].map((n) => r.of(upper, n)).join('-')}`,
  ],
  ['postman-key', (r) => `PMAK-${r.of(hex, 24)}-${r.of(hex, 34)}`],
  ['tailscale-key', (r) => `tskey-auth-${r.of(base62, 12)}CNTRL-${r.of(base62, 32)}`],
  ['slack-token', (r) => `xoxb-${r.of(digit, 12)}-${r.of(digit, 13)}-${r.of(base62, 24)}`],
  ['slack-token', (r) => `xapp-1-A${r.of(upper, 10)}-${r.of(digit, 13)}-${r.of(hex, 64)}`],
  [
    'slack-webhook',
    (r) => ['https://hooks.slack.com/services/', `T${r.of(upper, 8)}/B${r.of(upper, 10)}/${r.of(base62, 24)}`],
  ],
  ['discord-token', (r) => `${webText(`1${r.of(digit, 17)}`)}.${r.of(web64, 6)}.${r.of(web64, 38)}`],
  ['discord-webhook', (r) => [`https://discord.com/api/webhooks/1${r.of(digit, 17)}/`, r.of(web64, 68)]],
  [
    'teams-webhook',
    (r) => [
      'https://c.webhook.office.com/webhookb2/',
      `${uuid(r)}@${uuid(r)}/IncomingWebhook/${r.of(hex, 32)}/${uuid(r)}`,
    ],
  ],
  ['telegram-token', (r) => `7${r.of(digit, 9)}:AA${r.of(web64, 33)}`],
  ['twilio-key', after('SK', hex, 32)],
  ['twilio-auth-token', named('TWILIO_AUTH_TOKEN=', hex, 32)],
  ['sendgrid-key', (r) => `SG.${r.of(web64, 22)}.${r.of(web64, 43)}`],
  ['mailgun-key', after('key-', hex, 32)],
  ['mailgun-key', (r) => ['MAILGUN_API_KEY=', `${r.of(hex, 32)}-${r.of(hex, 8)}-${r.of(hex, 8)}`]],
  ['mailchimp-key', (r) => `${r.of(hex, 32)}-us12`],
  ['brevo-key', (r) => `xkeysib-${r.of(hex, 64)}-${r.of(base62, 16)}`],
  ['resend-key', (r) => `re_${r.of(base62, 8)}_${r.of(base62, 24)}`],
  ['mandrill-key', (r) => `md-${r.of(base62, 19)}Q7x`],
  ['stripe-key', after('sk_live_', base62, 24)],
  ['stripe-key', after('sk_test_', base62, 99)],
  ['stripe-restricted-key', after('rk_live_', base62, 24)],
  ['stripe-webhook-secret', after('whsec_', base62, 32)],
  ['square-token', after('EAAA', web64, 60)],
  ['square-token', after('sq0csp-', web64, 43)],
  ['braintree-token', (r) => `access_token$production$${r.of(lower + digit, 16)}$${r.of(hex, 32)}`],
  ['paypal-secret', (r) => ['PAYPAL_CLIENT_SECRET=', `E${r.of(web64, 79)}`]],
  ['shopify-token', after('shpat_', hex, 32)],
  ['plaid-token', (r) => `access-production-${uuid(r)}`],
  ['razorpay-key', after('rzp_live_', base62, 14)],
  ['flutterwave-key', (r) => `FLWSECK-${r.of(hex, 32)}-X`],
  ['anthropic-key', (r) => `sk-ant-api03-${r.of(web64, 93)}AA`],
  ['anthropic-key', (r) => `sk-ant-oat01-${r.of(web64, 86)}AA`],
  ['openai-key', (r) => `sk-proj-${r.of(web64, 74)}T3BlbkFJ${r.of(web64, 74)}`],
  ['openai-key', (r) => `sk-${r.of(base62, 20)}T3BlbkFJ${r.of(base62, 20)}`],
  ['openrouter-key', after('sk-or-v1-', hex, 64)],
  ['langfuse-key', (r) => `sk-lf-${uuid(r)}`],
  ['sk-key', after('sk-', hex, 32)],
  ['huggingface-token', after('hf_', base62, 34)],
  ['cohere-key', named('COHERE_API_KEY=', base62, 40)],
  ['mistral-key', named('MISTRAL_API_KEY=', base62, 32)],
  ['replicate-token', after('r8_', base62, 37)],
  ['groq-key', after('gsk_', base62, 52)],
  ['xai-key', after('xai-', base62, 80)],
  ['perplexity-key', after('pplx-', base62, 48)],
  ['nvidia-key', after('nvapi-', web64, 64)],
  ['cerebras-key', after('csk-', lower + digit, 48)],
  ['fireworks-key', (r) => `fw_${r.of(base62, 23)}7`],
  ['together-key', after('tgp_v1_', web64, 43)],
  ['langsmith-key', (r) => `lsv2_pt_${r.of(hex, 32)}_${r.of(hex, 10)}`],
  ['pinecone-key', (r) => `pcsk_${r.of(base62, 6)}_${r.of(base62, 63)}`],
  ['tavily-key', after('tvly-dev-', base62, 32)],
  ['e2b-key', after('e2b_', hex, 40)],
  ['elevenlabs-key', after('sk_', hex, 48)],
  ['wandb-key', named('WANDB_API_KEY=', hex, 40)],
  ['linear-key', after('lin_api_', base62, 40)],
  ['notion-token', after('ntn_', base62, 46)],
  ['notion-token', after('secret_', base62, 43)],
  ['figma-token', after('figd_', web64, 40)],
  ['airtable-token', (r) => `pat${r.of(base62, 14)}.${r.of(hex, 64)}`],
  ['airtable-token', (r) => ['AIRTABLE_API_KEY=', `key${r.of(base62, 14)}`]],
  ['atlassian-token', (r) => `ATATT3xFfGF0${r.of(web64, 170)}=${r.of('0123456789ABCDEF', 8)}`],
  ['trello-token', after('ATTA', hex, 72)],
  ['asana-token', (r) => `1/1${r.of(digit, 15)}:${r.of(hex, 32)}`],
  ['clickup-token', (r) => `pk_${r.of(digit, 8)}_${r.of(upper + digit, 32)}`],
  ['contentful-token', after('CFPAT-', web64, 43)],
  ['datadog-key', named('DD_API_KEY=', hex, 32)],
  ['datadog-key', named('DD-APPLICATION-KEY: ', hex, 40)],
  ['datadog-key', after('ddpat_', base62, 48)],
  ['newrelic-key', after('NRAK-', upper + digit, 27)],
  ['newrelic-key', (r) => `${r.of(hex, 36)}NRAL`],
  ['sentry-token', after('sntryu_', hex, 64)],
  ['sentry-token', (r) => `sntrys_${webJson({ iat: 1, url: 'https://sentry.example' })}_${r.of(base64, 43)}`],
  ['pagerduty-key', (r) => ['Authorization: Token token=', `u+${r.of(base62, 18)}`]],
  ['grafana-token', (r) => `glsa_${r.of(base62, 32)}_${r.of(hex, 8)}`],
  ['grafana-token', after('glc_', base64, 120)],
  ['dynatrace-token', (r) => `dt0c01.${r.of(base32, 24)}.${r.of(base32, 64)}`],
  ['honeycomb-key', after('hcaik_', lower + digit, 58)],
  ['launchdarkly-key', (r) => `sdk-${uuid(r)}`],
  ['okta-token', (r) => ['SSWS ', `00${r.of(web64, 40)}`]],
  ['dropbox-token', after('sl.', web64, 140)],
  ['facebook-token', after('EAA', base62, 180)],
  ['typeform-token', (r) => `tfp_${r.of(base62, 44)}_${r.of(base62, 14)}`],
  ['databricks-token', after('dapi', hex, 32)],
  ['supabase-key', after('sbp_', hex, 40)],
  ['supabase-key', after('sb_secret_', web64, 31)],
  ['planetscale-token', after('pscale_tkn_', web64, 43)],
  ['neon-key', after('npg_', base62, 16)],
  ['postgres-password', within('postgres://app:', '@db.internal:5432/app')],
  ['mysql-password', within('mysql://app:', '@db.internal/app')],
  ['mongodb-password', within('mongodb+srv://app:', '@cluster0.example.net/?w=1')],
  ['redis-password', within('rediss://:', '@cache.internal:6379/0')],
  ['amqp-password', within('amqps://app:', '@mq.internal/vhost')],
  ['sqlserver-password', within('mssql+pyodbc://app:', '@db.internal/app')],
  ['jdbc-password', within('jdbc:oracle:thin:scott/', '@//db.internal:1521/orcl')],
  ['private-key', pem('RSA PRIVATE KEY')],
  ['private-key', pem('OPENSSH PRIVATE KEY')],
  ['private-key', pem('PRIVATE KEY', '\\n')],
  ['private-key', pem('PGP PRIVATE KEY BLOCK')],
  ['private-key', (r) => Buffer.from(`-----BEGIN ${'EC PRIVATE'} KEY-----\n${lines(r, 3, '\n')}`).toString('base64')],
  ['putty-key', (r) => ['Private-Lines: 2\n', `${r.of(base64, 64)}\n${r.of(base64, 64)}`]],
  ['age-key', after('AGE-SECRET-KEY-1', upper + digit, 58)],
  ['wireguard-key', (r) => ['PrivateKey = ', `${r.of(base64, 43)}=`]],
  ['jwt', (r) => `${webJson({ alg: 'HS256', typ: 'JWT' })}.${webJson({ sub: r.of(digit, 8) })}.${r.of(web64, 43)}`],
  ['kubeconfig-key', (r) => ['    client-key-data: ', `${r.of(base64, 400)}==`]],
  ['jwk-private', named('{"kty":"EC","crv":"P-256","d":"', web64, 43)],
  ['bitcoin-key', after('xprv', '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz', 107)],
  ['authorization', (r) => ['Authorization: Basic ', base64Of(`user:${password(r)}`)]],
  ['authorization', named('Authorization: Bearer ', web64, 40)],
  ['authorization', named('-H "authorization: token ', hex, 40)],
  ['bearer-token', named('the header was Bearer ', web64, 40)],
  ['basic-auth', (r) => ['sent Basic ', base64Of(`user:${password(r)}`)]],
  ['cookie', (r) => ['Cookie: ', `sid=${r.of(base62, 24)}; theme=dark`]],
  ['cookie', (r) => ['Cookie: ', `host=www.example.org; sid=${r.of(base62, 24)}`]],
  ['cookie', (r) => ['Set-Cookie: sid=', r.of(base62, 24), '; Path=/; HttpOnly']],
  ['cookie', (r) => ['curl -s -b "', `sid=${r.of(base62, 24)}`, '" https://shop.test']],
  ['url-password', within('https://bob:', '@git.example.org/r.git')],
  ['url-password', within('ftp://bob:', '@ftp.example.org')],
  ['url-token', (r) => ['git clone https://', r.of(base62, 40), '@git.example.org/r.git']],
  ['curl-user', given('curl -u admin:', ' https://api.internal/v1')],
  ['curl-user', given('curl -s --user "admin:', '" https://api.internal/v1')],
  ['mysql-flag', given('mysql -u root -p', ' shop')],
  ['mysql-flag', given('mysqldump -u root -p ', ' shop')],
  ['password-flag', given("sshpass -p '", "' ssh root@host")],
  ['password-flag', given('docker login -u bob -p ', ' ghcr.io')],
  ['password-flag', given('7z a -p', ' out.7z src')],
  ['password-flag', given('sqlcmd -S db -U sa -P ', ' -Q "select 1"')],
  ['password-flag', given('redis-cli -h cache -a ', ' ping')],
  ['password-flag', given('openssl rsa -in k.pem -passin pass:')],
  ['password-flag', given('smbclient //h/share -U bob%')],
  ['piped-password', given('echo ', ' | sudo -S apt-get update')],
  ['piped-password', given("printf '%s' '", "' | docker login -u bob --password-stdin")],
  ['htpasswd', given('htpasswd -cb .htpasswd bob ')],
  ['netrc-password', given('machine api.internal\n  login bob\n  password ')],
  ['pgpass', (r) => ['db.internal:5432:app:bob:', r.of(base62, 12)]],
  ['secure-string', given('ConvertTo-SecureString "', '" -AsPlainText -Force')],
  ['sql-password', given("CREATE USER bob IDENTIFIED BY '", "';")],
  ['sql-password', given("ALTER ROLE bob WITH PASSWORD '", "';")],
  ['assigned-secret', given('export APP_SECRET=')],
  ['assigned-secret', given('DB_PASSWORD=')],
  ['assigned-secret', given('password: "', '"')],
  ['assigned-secret', given('spring.datasource.password=')],
  ['assigned-secret', given('{"password":"', '"}')],
  ['assigned-secret', given("const dbPassword = '", "';")],
  ['assigned-secret', given('deploy --password ')],
  ['assigned-secret', given('deploy --password=')],
  ['assigned-secret', given('<password>', '</password>')],
  ['assigned-secret', given('- name: DB_PASSWORD\n  value: ')],
  ['assigned-secret', given('ENV ADMIN_PASSWORD ')],
  ['assigned-secret', (r) => ['https://api.example.org/v1?limit=5&api_key=', r.of(base62, 32), '&page=2']],
  ['assigned-secret', named('X-Api-Key: ', base62, 32)],
  ['assigned-secret', named('api_token = "', base62, 40)],
  ['assigned-secret', (r) => ['Server=db;User Id=sa;Password=', r.of(base62, 14), ';Encrypt=true']],
];

/** So many secrets, of every kind in turn. */
export function makeSamples(count: number, seed: number): readonly SecretSample[] {
  const r = seededRandom(seed);
  return Array.from({ length: count }, (_, i) => {
    const [kind, make] = makers[i % makers.length] as (typeof makers)[number];
    const parts = make(r);
    const [before, secret, behind = ''] = typeof parts === 'string' ? ['', parts] : parts;
    return { kind, before, secret, after: behind };
  });
}

/** The number of samples that differ in form. */
export const sampleForms = makers.length;

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64');
}

function webText(text: string): string {
  return Buffer.from(text).toString('base64url');
}
