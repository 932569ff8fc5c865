import { join } from 'node:path';
import { AnyhookError, isFolder, listFolder, packageFile, readText } from '@anyhook/core';
import { type Fixture, parseFixture } from './fixture.js';

/** The fixtures of a folder, sorted by name; default: those of anyhook. */
export function loadFixtures(folder: string = packageFile('fixtures/conformance')): readonly Fixture[] {
  const entries = listFolder(folder);
  if (typeof entries === 'string' || !isFolder(folder))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder with conformance fixtures, got ${folder}`);
  const names = entries.filter(({ name, kind }) => kind === 'file' && name.endsWith('.json')).map(({ name }) => name);
  if (names.length === 0)
    throw new AnyhookError('BAD_ARGUMENT', `expected conformance fixtures (*.json) in ${folder}, got none`);
  return names.map((name) => parseFixture(readText(join(folder, name)) ?? '', name.replace(/\.json$/, '')));
}
