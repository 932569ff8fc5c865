import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seededRandom } from '../../test/support/secret-samples.js';
import { redactSecrets } from './redact-secrets.js';

const random = seededRandom(4_242);
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';
/** The part of each secret that must be gone. */
const core = `${random.of(letters, 12)}7${random.of(letters, 11)}`;
const github = `ghp_${core}${random.of(letters, 12)}`;
const gitlab = `glpat-${core.slice(0, 20)}`;
const fullWidth = (text: string): string =>
  [...text].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join('');
const spread = (text: string, between: string): string => [...text].join(between);
const percent = (text: string): string =>
  [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');

/** A text with a secret, and what must not remain of it; default: the core. */
const rows: readonly (readonly [what: string, text: unknown, left?: string])[] = [
  ['SSHPASS before sshpass -e', `SSHPASS=${core} sshpass -e ssh root@host`],
  ['an exported SSHPASS', `export SSHPASS='${core}'`],
  ['a database variable written as one word', `DBPASS=${core} ./migrate`],
  ['a variable written as one word in YAML', `smtppass: ${core}\n`],
  ['a lowercase variable written as one word', `rootpass=${core}`],
  ['a one-word variable as a key', { SSHPASS: core }],
  ['a one-word variable in an environment', { env: [{ name: 'KEYPASS', value: core }] }],
  ['curl -b in double quotes', `curl -b "session=${core}" https://x.test`],
  ['curl -b in single quotes', `curl -s -b 'sid=${core}; theme=dark' https://x.test`],
  ['curl -b without quotes', `curl -b session=${core} https://x.test`],
  ['curl -b without a space', `curl -bsession=${core} https://x.test`],
  ['curl --cookie', `curl --cookie "session=${core}" https://x.test`],
  ['curl --cookie=', `curl --cookie="session=${core}" https://x.test`],
  ['a Cookie header of curl', `curl -H "Cookie: session=${core}" https://x.test`],
  ['curl -b on two lines', `curl https://x.test \\\n  -b "auth=${core}"`],
  ['curl -b as an argument list', { argv: ['curl', '-b', `session=${core}`, 'https://x.test'] }],
  ['a zero width space in a token', github.replace('_', '_\u200b')],
  ['a zero width space in its prefix', github.replace('ghp', 'g\u200bhp')],
  ['a zero width joiner between all characters', spread(github, '\u200d'), core.slice(0, 4)],
  ['a word joiner', gitlab.replace('-', '\u2060-')],
  ['a soft hyphen', gitlab.replace('glpat', 'gl\u00adpat')],
  ['a byte order mark', gitlab.replace('glpat', 'gl\ufeffpat')],
  ['a direction mark', gitlab.replace('glpat', 'gl\u202apat')],
  ['a variation selector', github.replace('ghp', 'ghp\ufe0f')],
  ['full-width letters in the prefix', github.replace('ghp', fullWidth('ghp'))],
  ['a full-width underscore', github.replace('_', '＿')],
  ['a token in full-width letters', fullWidth(github), fullWidth(core)],
  ['full-width letters in an assignment', `ｐassword＝${core}`],
  ['a URL-encoded prefix', github.replace('ghp_', percent('ghp_'))],
  ['a URL-encoded underscore', `https://x.test/?next=${github.replace('_', '%5F')}`],
  ['a URL-encoded dash', `https://x.test/?t=${gitlab.replace('-', '%2D')}`],
  ['a token in URL encoding', percent(github), percent(core)],
  ['a URL-encoded address', `next=https%3A%2F%2Fbob%3A${core}%40db.test%2Fx`],
  ['a URL-encoded assignment', `body=password%3D${core}%26x%3D1`],
  ['a prefix in JSON escapes', github.replace('ghp_', '\\u0067\\u0068\\u0070\\u005f')],
  ['an underscore as a JSON escape', `{"t": "${github.replace('_', '\\u005f')}"}`],
  ['a disguise in a key', { [github.replace('_', '\u200b_')]: 1 }],
  ['a disguise in a list', { list: [[`say ${github.replace('_', '＿')}`]] }],
  ['two disguises at once', github.replace('ghp', `g\u200b${fullWidth('h')}%70`)],
  ['a disguise next to text in another script', `これは＿${github.replace('_', '\u200b_')}です！`],
  ['a disguise after a redaction mark', `[redacted:jwt:0123456789] ${github.replace('_', '\u200b_')}`],
  ['a disguised and a plain secret', `${gitlab} and ${github.replace('_', '%5F')}`],
];

describe('a disguised secret is removed', () => {
  test('there are at least 42 forms', () => assert.ok(rows.length >= 42));
  for (const [what, value, left = core.slice(0, 16)] of rows)
    test(what, () => {
      const result = redactSecrets(value, { key: 'a key of this test' });
      assert.ok(result.found > 0);
      assert.equal(JSON.stringify(result.value).includes(left), false, JSON.stringify(result.value));
      assert.deepEqual(redactSecrets(result.value, { key: 'a key of this test' }).value, result.value);
    });
});

describe('harmless text is unchanged', () => {
  for (const text of [
    'compass=north bypass=true encompass=all',
    'curl -b cookies.txt https://x.test',
    'curl -b "session=$SESSION" https://x.test',
    'docker build -b session=abcdef .',
    'これは、普通の文章です！（括弧）１２３',
    'https://x.test/a%20b?q=caf%C3%A9&x=%2Ftmp%2Ffile',
    'a\u200bb soft\u00adhyphen 👩‍💻 ☎️',
    '\\u0068ello \\u0077orld',
  ])
    test(text, () => assert.equal(redactSecrets(text, { key: 'k' }).value, text));
});
