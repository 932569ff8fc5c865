import { readdirSync, readFileSync } from 'node:fs';
import { compileGlob, compileTextPattern } from '../../packages/anyhook/src/engine/pattern.js';
import { loadLoaders } from '../../packages/anyhook/src/formats/index.js';
import { parseJson, parseYaml } from '../../packages/anyhook/src/formats/kit/parse.js';
import { parseConfig } from '../../packages/anyhook/src/hooks/config.js';
import { sampleFile } from '../../packages/anyhook/test/support/format-samples.js';
import { AnyhookError } from '../../packages/core/src/errors.js';
import type { Scope } from '../../packages/core/src/hook.js';
import { generatedGlob, generatedPattern } from '../generated-patterns.js';
import { mutatedText, nested, oddText } from '../generated-values.js';
import { expectCleanPrototypes, expectThat, type FuzzPart } from '../part.js';
import type { FuzzRandom } from '../random.js';

/** A text as the content of a file. */
export interface FileCase {
  readonly path: string;
  readonly text: string;
  readonly scope: Scope;
}

const exampleFiles = (ending: RegExp): readonly { readonly path: string; readonly text: string }[] =>
  readdirSync('examples', { recursive: true, encoding: 'utf8' })
    .filter((path) => ending.test(path))
    .map((path) => ({ path: `/project/${path}`, text: readFileSync(`examples/${path}`, 'utf8') }));

/** Changes a text in a few places, mostly in the middle of a line. */
const damaged = (random: FuzzRandom, text: string): string =>
  random.many(1, 4, () => 0).reduce((current) => mutatedText(random, current), text);

/** Hook files of every format: a broken one gives problems, and never throws. */
export async function startLoad(): Promise<FuzzPart<FileCase>> {
  const loaders = Object.values(await loadLoaders());
  const files = exampleFiles(/HOOK\.md$|hooks\.(?:json|yaml)$|settings\.json$|\.system\/hooks\/[^/]*\.yaml$/);
  return {
    name: 'load',
    make(random) {
      const { path, text } = random.pick(files);
      const scope = random.pick(['managed', 'user', 'project'] as const);
      return { path, scope, text: random.chance(0.05) ? oddText(random) : damaged(random, text) };
    },
    check({ path, text, scope }) {
      for (const loader of loaders) {
        const { hooks, problems } = loader.load(sampleFile(path, text, { scope, root: '/project' }));
        for (const { id, events } of hooks)
          expectThat(typeof id === 'string' && events.length > 0, `a hook without id or event in ${path}`);
        expectThat(Array.isArray(problems), `no list of problems for ${path}`);
      }
      expectCleanPrototypes();
    },
  };
}

/** Config, YAML, JSON, globs and regular expressions. */
export function startParse(): FuzzPart<FileCase> {
  const files = exampleFiles(/anyhook\.yaml$|hooks\.json$/);
  return {
    name: 'parse',
    make(random) {
      const { path, text } = random.pick(files);
      const scope = random.pick(['managed', 'user', 'project'] as const);
      const kind = random.below(10);
      if (kind < 2) return { path: 'pattern', scope, text: generatedPattern(random).source };
      if (kind < 4) return { path: 'glob', scope, text: generatedGlob(random).source };
      if (kind < 5) return { path, scope, text: JSON.stringify(nested(random.below(400), oddText(random))) };
      if (kind < 6) return { path, scope, text: random.pick(bombs)(random.below(400)) };
      return { path, scope, text: damaged(random, text) };
    },
    async check({ path, text, scope }) {
      if (path === 'pattern' || path === 'glob') await checkPattern(path, text);
      else {
        parseYaml(text, path);
        parseJson(text, path);
        parseConfig(text, path, scope);
      }
      expectCleanPrototypes();
    },
  };
}

/** Texts that grow or nest. */
const bombs: readonly ((size: number) => string)[] = [
  (size) => `a: &a [x]\n${Array.from({ length: size }, (_, n) => `b${n}: &b${n} [*a, *a]`).join('\n')}`,
  (size) =>
    `a: &a0 [1]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`).join('\n')}#${size}`,
  (size) => '['.repeat(size * 10),
  (size) => `${'- '.repeat(size)}x`,
  (size) => `[${'a,'.repeat(size * 20)}]`,
  (size) => `{${'a: {'.repeat(size)}`,
  (size) => `hooks:\n${'  - {id: a, on: tool.before, use: x}\n'.repeat(size)}`,
];

async function checkPattern(kind: string, source: string): Promise<void> {
  try {
    const test = await (kind === 'glob' ? compileGlob(source) : compileTextPattern({ source, mode: 'search' }));
    for (const text of ['', 'a/b/c', 'a'.repeat(2_000), `${'ab/'.repeat(500)}!`]) test(text);
  } catch (error) {
    if (!(error instanceof AnyhookError)) throw error;
  }
}
