import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { harmlessTexts } from '../../test/support/harmless-texts.js';
import { makeSamples, type SecretSample, sampleForms, seededRandom } from '../../test/support/secret-samples.js';
import { redactSecrets, tooLargeMark } from './redact-secrets.js';

const key = 'a key of this test';
const redacted = (value: unknown) => redactSecrets(value, { key });
const mark = /^\[redacted:[a-z0-9-]+:[0-9a-f]{10}\]$/;

/** Places where a secret occurs; each function takes the text that contains it. */
const places: readonly (readonly [name: string, plant: (text: string) => unknown])[] = [
  ['a shell command', (text) => ({ tool_name: 'Bash', tool_input: { command: `cd /srv\n${text}` } })],
  ['the output of a tool', (text) => ({ tool_response: { stdout: `ok 1\n${text}\nok 2`, stderr: '' } })],
  ['a prompt', (text) => ({ prompt: `Please try this again:\n\n    ${text}\n\nIt failed.` })],
  ['text in other scripts around it', (text) => ({ prompt: `これは鍵です 🔑 ${text} ¿verdad? ключ` })],
  ['JSON in a string', (text) => ({ content: JSON.stringify({ note: text, more: [1] }, null, 2) })],
  ['JSON in JSON in a string', (text) => ({ content: JSON.stringify({ body: JSON.stringify({ note: text }) }) })],
  ['a written file', (text) => ({ tool_input: { file_path: '.env', content: `A=1\n${text}\nB=2\n` } })],
  ['an edit', (text) => ({ tool_input: { old_string: 'x', new_string: text } })],
  ['a list', (text) => ({ edits: [{ a: [[text]] }] })],
  ['a key', (text) => ({ env: { [text]: 1 } })],
  ['lines of a diff', (text) => `@@ -1 +1,2 @@\n a\n+${text.replaceAll('\n', '\n+')}\n`],
  ['Windows line ends', (text) => `first\r\n${text.replaceAll('\n', '\r\n')}\r\nlast`],
  ['terminal colors', (text) => `\u001b[32m${text}\u001b[0m`],
];

/** Pieces that would reveal a secret: each part of 16 characters, or all of a short one. */
function pieces({ secret }: SecretSample): readonly string[] {
  const parts = secret.split(/[\s\\]+n?/).filter((part) => part.length >= 16);
  return parts.length === 0 ? [secret] : parts.flatMap((part) => [part.slice(0, 16), part.slice(-16)]);
}

describe('none of 200 planted secrets remains', () => {
  const samples = makeSamples(sampleForms, 6_061);
  test('there are at least 200 secrets of at least 40 kinds', () => {
    assert.ok(samples.length >= 200);
    assert.ok(new Set(samples.map(({ kind }) => kind)).size >= 40);
  });

  for (const [name, plant] of places)
    test(`in ${name}`, () => {
      const left = samples.filter((sample) => {
        const { value, found } = redacted(plant(sample.before + sample.secret + sample.after));
        const text = JSON.stringify(value);
        return found === 0 || pieces(sample).some((piece) => text.includes(JSON.stringify(piece).slice(1, -1)));
      });
      assert.deepEqual(
        left.map(({ kind, before, secret }) => `${kind}: ${before}${secret}`),
        [],
      );
    });

  test('redacting a second time changes nothing', () => {
    for (const [name, plant] of places)
      for (const { kind, before, secret, after } of samples) {
        const once = redacted(plant(before + secret + after)).value;
        assert.deepEqual(redacted(once), { value: once, found: 0, kinds: [] }, `${kind} in ${name}`);
      }
  });
});

describe('a value without secrets is unchanged', () => {
  test('and returned as the same object', () => {
    const value = { texts: harmlessTexts, deep: { a: [1, null, true, { b: 'prose' }] } };
    const result = redacted(value);
    assert.equal(result.value, value);
    assert.deepEqual(result.kinds, []);
  });

  test('in payloads of real agents', () => {
    for (const host of readdirSync('packages/anyhook/fixtures', { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    ))
      for (const name of readdirSync(`packages/anyhook/fixtures/${host.name}`, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.json')) continue;
        const payload: unknown = JSON.parse(readFileSync(`packages/anyhook/fixtures/${host.name}/${name}`, 'utf8'));
        assert.equal(redacted(payload).value, payload, `${host.name}/${name}`);
      }
  });

  test('in guides and licenses', () => {
    for (const path of [
      'README.md',
      'LICENSE',
      'AGENTS.md',
      'docs/guides/telemetry.md',
      'docs/decisions/hook-order.md',
    ]) {
      const text = readFileSync(path, 'utf8');
      assert.equal(redacted(text).value, text, path);
    }
  });
});

describe('a secret is recognized by its key: redaction', () => {
  const gone: readonly unknown[] = [
    { password: 'hunter2' },
    { db: { Password: 'letmein' } },
    { user: { passwords: ['hunter2', 'letmein'] } },
    { client_secret: 'correct horse battery' },
    { headers: { Authorization: 'Basic dXNlcjpwYXNz', 'X-Api-Key': 'q8w7e6r5t4' } },
    { headers: { cookie: 'a=1' } },
    { env: [{ name: 'DB_PASSWORD', value: 'hunter2' }] },
    { env: [{ Key: 'API_TOKEN', Value: 'q8w7e6r5t4' }] },
    { password: 12345678 },
    { argv: ['deploy', '--password', 'hunter2'] },
    { argv: ['deploy', '--password', 'correct horse'] },
    { argv: ['curl', '-u', 'bob:hunter2', 'https://example.org'] },
    { argv: ['sshpass', '-p', 'hunter2', 'ssh', 'host'] },
  ];
  for (const value of gone)
    test(`removes the secret from ${JSON.stringify(value)}`, () => {
      const result = redacted(value);
      assert.ok(result.found > 0);
      assert.doesNotMatch(JSON.stringify(result.value), /hunter2|letmein|horse|dXNl|q8w7|a=1|12345678/);
      assert.deepEqual(redacted(result.value).value, result.value);
    });

  const kept: readonly unknown[] = [
    { password: '' },
    { password: null, token: true, secret: false },
    { password: '<your password>' },
    { password: '${DB_PASSWORD}' },
    { token: 'user' },
    { usage: { max_tokens: 4096, tokens: 12345678 } },
    { pass: 1234, fail: 0 },
    { secret: { name: 'db' } },
    { password: 'Enter your password.' },
    { name: 'DB_HOST', value: 'db1.internal' },
    { argv: ['mkdir', '-p', 'hunter2'] },
    { auth: 'required' },
    { authorization: 'none' },
  ];
  for (const value of kept)
    test(`leaves ${JSON.stringify(value)} unchanged`, () => assert.equal(redacted(value).value, value));
});

describe('a redaction mark', () => {
  const [sample] = makeSamples(1, 3);
  const secret = sample?.secret ?? '';

  test('has the kind, and each secret is counted', () => {
    const { value, found, kinds } = redacted([secret, { a: secret }, 'password=hunter2']);
    assert.equal(found, 3);
    assert.deepEqual(kinds, ['assigned-secret', 'aws-access-key']);
    assert.match((value as string[])[0] ?? '', mark);
  });

  test('is equal for equal secrets, whatever the text around them', () => {
    const { value } = redacted([`export KEY_ID=${secret}`, `a ${secret} b`]);
    const [first, second] = (value as string[]).map((text) => /\[redacted:[^\]]+\]/.exec(text)?.[0]);
    assert.equal(first, second);
  });

  test('differs for another secret, and for another user', () => {
    const [a, b] = makeSamples(2, 9).map(({ before, secret: made, after }) => redacted(before + made + after).value);
    assert.notEqual(a, b);
    assert.notEqual(redacted(secret).value, redactSecrets(secret, { key: Buffer.from('another') }).value);
  });

  test('written by a user does not hide a secret next to it or inside it', () => {
    const inside = `[redacted:glpat-${seededRandom(4).of('abcdefgh12345678', 20)}:0123456789]`;
    assert.equal(redacted(`[redacted:jwt:0123456789] ${secret}`).found, 1);
    assert.equal(redacted('password=hunter2 [redacted:jwt:0123456789]').found, 1);
    assert.equal(redacted('Cookie: a=[redacted:jwt:0123456789]; b=secret99').found, 1);
    assert.equal(redacted(inside).found, 1);
  });
});

describe('values that are not plain JSON', () => {
  test('keep a key named __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__": {"password": "hunter2"}}');
    const { value: result } = redacted(value);
    assert.match(JSON.stringify(result), /^\{"__proto__":\{"password":"\[redacted:/);
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
  });

  test('may be circular', () => {
    const value: { self?: unknown; other?: unknown; password: string } = { password: 'hunter2' };
    value.self = value;
    value.other = [value, value];
    const text = JSON.stringify(redactSecrets(value, { key, maxChars: 10_000 }).value);
    assert.doesNotMatch(text, /hunter2/);
  });

  test('may be very deep: parts beyond the depth limit are left out', () => {
    let value: unknown = 'password=hunter2';
    for (let i = 0; i < 10_000; i++) value = [value];
    const text = JSON.stringify(redacted(value).value);
    assert.ok(text.includes(tooLargeMark));
    assert.doesNotMatch(text, /hunter2/);
  });

  test('may be very large: parts beyond the size limit are left out', () => {
    const value = { a: 'x'.repeat(900), b: 'y'.repeat(200), c: 'password=hunter2' };
    assert.deepEqual(redactSecrets(value, { key, maxChars: 1_000 }).value, {
      a: value.a,
      b: tooLargeMark,
      c: redacted(value.c).value,
    });
  });

  for (const value of [undefined, null, 1, true, 10n, '', Symbol.iterator])
    test(`may be ${String(value)}`, () => assert.equal(redacted(value).value, value));
});
