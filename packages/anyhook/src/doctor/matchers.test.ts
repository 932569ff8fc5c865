import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormatName, Match } from '@anyhook/core';
import { plainHook } from '../../test/support/core-samples.js';
import { findAgent } from '../agents/index.js';
import { formatNamed } from '../formats/index.js';
import { matcherFindings } from './project.js';

const anchored = (source: string): Match => ({ tool: { source, mode: 'anchored' } });

const rows: readonly (readonly [dialect: FormatName, match: Match, cause?: string])[] = [
  ['docker', {}],
  ['docker', anchored('shell')],
  ['docker', anchored('Shell'), 'matcher-case'],
  ['docker', anchored('shell|nothing')],
  ['docker', anchored('.*')],
  ['docker', anchored('shel'), 'matcher-unknown-tool'],
  ['docker', anchored('mcp__github__.*')],
  ['docker', anchored('(')],
  ['claude', anchored('Bash')],
  ['claude', anchored('bash'), 'matcher-case'],
  ['claude', anchored('Edit|Write')],
  ['claude', { rule: { tool: 'Bash', glob: 'git *' } }],
  ['claude', { rule: { tool: 'Bsh' } }, 'matcher-unknown-tool'],
  // The name that the connected agent itself uses.
  ['docker', anchored('Execute')],
  ['ability', { abilities: ['*'] }],
  ['ability', { abilities: ['run_*'] }],
  ['ability', { abilities: ['walk_*'] }, 'matcher-unknown-tool'],
  ['ability', { abilities: ['mcp.github.*'] }],
];

for (const [format, match, cause] of rows) {
  test(`${format} ${JSON.stringify(match)}: ${cause ?? 'fine'}`, async () => {
    const found = await matcherFindings({ ...plainHook, dialect: format, match }, formatNamed(format), [
      findAgent('droid'),
    ]);
    assert.deepEqual(
      found.map((one) => one.cause),
      cause === undefined ? [] : [cause],
    );
  });
}

test('a misspelled matcher gets the nearest known name as a suggestion', async () => {
  const [found] = await matcherFindings({ ...plainHook, match: anchored('shel') }, formatNamed('docker'), []);
  assert.match(found?.fix ?? '', /did you mean "shell"\?/);
});
