import { redactSecrets } from '../../packages/anyhook/src/redact/redact-secrets.js';
import { makeSamples, sampleForms } from '../../packages/anyhook/test/support/secret-samples.js';
import { oddText, oddValue } from '../generated-values.js';
import { expectCleanPrototypes, expectThat, type FuzzPart } from '../part.js';

/** A JSON text, and the secret put into it; the secret is made from the seed, so that no file contains one. */
export interface RedactionCase {
  readonly value: string;
  readonly secretSeed?: number;
  readonly secretAt?: number;
}

const key = 'a key of the fuzzer';
const placeholder = 'THE-SECRET-GOES-HERE';
const samples = (seed: number) => makeSamples(sampleForms, seed);

/** No planted secret is left, and a second pass changes nothing. */
export const redaction: FuzzPart<RedactionCase> = {
  name: 'redaction',
  make(random) {
    if (random.chance(0.4)) return { value: JSON.stringify(oddValue(random)) };
    const around = random.pick([placeholder, `say ${placeholder} now`, `a\n${placeholder}\nb`, `"${placeholder}"`]);
    const place = random.pick([
      { [oddText(random)]: [around, oddValue(random)] },
      { list: [[{ text: around }]], more: oddValue(random) },
      [oddValue(random), around],
    ]);
    return { value: JSON.stringify(place), secretSeed: random.below(1_000), secretAt: random.below(sampleForms) };
  },
  check({ value, secretSeed, secretAt }) {
    const sample = secretSeed === undefined ? undefined : samples(secretSeed)[secretAt ?? 0];
    const planted = sample && sample.before + sample.secret + sample.after;
    const text = planted === undefined ? value : value.replace(placeholder, () => JSON.stringify(planted).slice(1, -1));
    const once = redactSecrets(JSON.parse(text), { key }).value;
    if (sample) {
      const left = JSON.stringify(once);
      const piece = JSON.stringify(sample.secret.trim().slice(0, 16)).slice(1, -1);
      expectThat(!left.includes(piece), `a ${sample.kind} secret is left`);
    }
    expectThat(
      JSON.stringify(redactSecrets(once, { key }).value) === JSON.stringify(once),
      'a second pass changes the value',
    );
    expectCleanPrototypes();
  },
};
