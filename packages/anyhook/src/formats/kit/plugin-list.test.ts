import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { slashedPath } from '@anyhook/core';
import { isWindows } from '../../../test/support/systems.js';
import { pluginsInList } from './plugin-list.js';

const project = resolve('/Work/Shop');
const folder = resolve('/h/plugins/guard');

/** Whether the plugin installed for this path belongs to the project. */
function isHere(projectPath: string): boolean {
  const list = JSON.stringify({ plugins: { guard: [{ projectPath, installPath: folder }] } });
  const [found] = pluginsInList(list, { projectFolders: [project], agentFolder: resolve('/h'), namesIn: () => [] });
  assert.deepEqual([found?.name, found?.folder], ['guard', folder]);
  return found?.isElsewhere !== true;
}

test('a plugin installed for a project is enabled there only', () => {
  assert.equal(isHere(project), true);
  assert.equal(isHere(resolve('/Work')), false);
  assert.equal(isHere(resolve('/Work/Shop2')), false);
});

test('another spelling of the project path is recognized as the project', {
  skip: !isWindows && 'only Windows has several',
}, () => {
  assert.equal(isHere(project.toLowerCase()), true);
  assert.equal(isHere(slashedPath(project)), true);
});
