import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AnyhookError } from '../../core/errors.js';
import { isFolder, list, readText } from '../../io/files.js';
import { type Fixture, parseFixture } from './fixture.js';

/** The fixtures of a folder in name order; those that come with anyhook when none is named. */
export function loadFixtures(folder: string = ownFolder()): readonly Fixture[] {
  const entries = list(folder);
  if (typeof entries === 'string' || !isFolder(folder))
    throw new AnyhookError('BAD_ARGUMENT', `expected a folder with conformance fixtures, got ${folder}`);
  const names = entries.filter(({ name, kind }) => kind === 'file' && name.endsWith('.json')).map(({ name }) => name);
  if (names.length === 0)
    throw new AnyhookError('BAD_ARGUMENT', `expected conformance fixtures (*.json) in ${folder}, got none`);
  return names.map((name) => parseFixture(readText(join(folder, name)) ?? '', name.replace(/\.json$/, '')));
}

/** Beside the sources, or beside the bundle and its chunks. */
function ownFolder(): string {
  const places = ['../fixtures/conformance', '../../fixtures/conformance', '../../../fixtures/conformance'];
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  return paths.find(isFolder) ?? (paths[0] as string);
}
