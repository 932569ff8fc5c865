import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { secretRules } from '../../.cache/secret-rules.js';
import { harmlessTexts } from '../../test/support/harmless-texts.js';
import { makeSamples, type SecretSample, sampleForms } from '../../test/support/secret-samples.js';
import { assignedKind, findSecrets } from './find-secrets.js';

const samples = makeSamples(sampleForms, 20_260_101);
const textOf = ({ before, secret, after }: SecretSample): string => before + secret + after;
const foundIn = (text: string): readonly string[] => findSecrets(text).map(({ start, end }) => text.slice(start, end));

describe('the table of rules', () => {
  test('has at least 45 kinds, each with a short name', () => {
    const kinds = new Set(secretRules.map(({ id }) => id));
    assert.ok(kinds.size >= 45, `${kinds.size} kinds`);
    assert.deepEqual(
      [...kinds].filter((kind) => !/^[a-z0-9]+(?:-[a-z0-9]+){0,4}$/.test(kind) || kind.length > 40),
      [],
    );
  });

  test('has searchable keywords of at least three ASCII characters', () => {
    const short = secretRules.flatMap(({ keywords }) => keywords).filter((word) => !/^[\x20-\x7e]{3,}$/.test(word));
    assert.deepEqual(short, []);
  });

  test('has no unbounded repetition', () => {
    const unbounded = secretRules.filter(({ regex }) => {
      const plain = regex.source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, 'c');
      return /[*]|[^{(]\+|\{\d+,\}/.test(plain);
    });
    assert.deepEqual(
      unbounded.map(({ regex }) => regex.source),
      [],
    );
  });

  test('has a sample for every row', () => {
    const bare = secretRules.filter((rule) => {
      const sticky = new RegExp(rule.regex.source, rule.regex.flags);
      return !samples.some((sample) => sample.kind === rule.id && sticky.test(textOf(sample)));
    });
    assert.deepEqual(
      bare.map(({ id, what }) => `${id}: ${what}`),
      [],
    );
  });
});

describe('a secret of the kind', () => {
  for (const [i, sample] of samples.entries()) {
    test(`${sample.kind} is found (form ${i})`, () => {
      const text = textOf(sample);
      const hits = findSecrets(text);
      assert.ok(
        hits.some(({ kind }) => kind === sample.kind),
        `${hits.map(({ kind }) => kind)} in ${text}`,
      );
      assert.ok(
        foundIn(text).some((found) => found.includes(sample.secret)),
        `all of it is taken: ${foundIn(text)}`,
      );
    });
  }
});

describe('harmless text is not a secret:', () => {
  for (const text of harmlessTexts) test(JSON.stringify(text), () => assert.deepEqual(foundIn(text), []));
});

describe('200 KB of hostile input', () => {
  const size = 200 * 1024;
  const filled = (text: string): string => text.repeat(Math.ceil(size / text.length)).slice(0, size);
  const seconds = (text: string): number => {
    const before = process.cpuUsage();
    findSecrets(text);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  /** More than ten times the slowest measured time (0.7 s); a non-linear pattern takes minutes. */
  const most = 10;

  for (const id of new Set([...secretRules.map((rule) => rule.id), assignedKind]))
    test(`is searched in bounded time: ${id}`, () => {
      const keywords = secretRules.filter((rule) => rule.id === id).flatMap((rule) => rule.keywords.slice(0, 2));
      const cut = samples.filter(({ kind }) => kind === id).map((sample) => `${textOf(sample).slice(0, -1)}!`);
      for (const text of [...keywords, ...cut.slice(0, 2)])
        assert.ok(seconds(filled(text)) < most, `${text.slice(0, 40)} again and again`);
    });

  for (const text of ['password=', 'token: "', '--password ', '-----BEGIN RSA PRIVATE KEY-----', '[redacted:jwt:'])
    test(`is searched in bounded time: ${text}`, () => {
      assert.ok(seconds(filled(text)) < most);
      for (const fill of ['a', '0', ' ', '\\', '"', '-', '/', 'a1B2']) assert.ok(seconds(text + filled(fill)) < most);
    });
});
