import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sha256, writeFileTree } from '@anyhook/core';
import { testProject } from './harness.js';

const own = 'alias ll="ls -l"\n';
const marked = '# >>> anyhook completion >>>\n. anyhook.bash\n# <<< anyhook completion <<<\n';
const script = '# Written by "anyhook completion --install". Changes to this file are lost.\ncomplete\n';

/** A home in which version 0.1 installed completion for bash. */
function homeWithCompletion(t: TestContext) {
  const here = testProject(t);
  const home = here.env['HOME'] ?? '';
  const [startFile, scriptFile] = [join(home, '.bashrc'), join(home, '.local/share/anyhook/completion/anyhook.bash')];
  writeFileTree(home, { '.bashrc': own + marked, '.local/share/anyhook/completion/anyhook.bash': script });
  const file = (path: string, origin: unknown) => ({
    path,
    origin,
    after: sha256(readFileSync(path)),
    uses: [{ scope: 'user' }],
  });
  const files = [
    file(scriptFile, { kind: 'absent' }),
    file(startFile, { kind: 'bytes', base64: Buffer.from(own).toString('base64') }),
  ];
  const folders = [join(home, '.local/share/anyhook'), join(home, '.local/share/anyhook/completion')];
  writeFileTree(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook/completion/install'), {
    'manifest.json': JSON.stringify({ version: 1, files, folders }),
  });
  return { ...here, startFile, scriptFile };
}

test('uninstall removes completion that version 0.1 installed', async (t) => {
  const here = homeWithCompletion(t);
  const shown = await here.run(['uninstall', '--dry-run']);
  assert.match(shown.stdout, /change +~\/\.bashrc +-3/);
  assert.match(shown.stdout, /delete +~\/\.local\/share\/anyhook\/completion\/anyhook\.bash/);
  assert.equal((await here.run(['uninstall', '--yes'], { columns: 80 })).code, 0);
  assert.equal(readFileSync(here.startFile, 'utf8'), own);
  assert.equal(existsSync(here.scriptFile), false);
  assert.match((await here.run(['uninstall', '--dry-run'])).stdout, /nothing to remove/);
});

test('uninstall keeps later edits of a shell start file and removes only the marked lines', async (t) => {
  const here = homeWithCompletion(t);
  const edit = Buffer.from([0x23, 0xff, 0xfe, 0x0d, 0x0a, 0x78, 0x3d, 0xc3, 0x28, 0x0a]);
  writeFileSync(here.startFile, Buffer.concat([Buffer.from(own + marked), edit]));
  writeFileSync(here.scriptFile, `${script}# edited\n`);
  await here.run(['uninstall', '--yes'], { columns: 80 });
  assert.deepEqual(readFileSync(here.startFile), Buffer.concat([Buffer.from(own), edit]));
  assert.equal(existsSync(here.scriptFile), false);
});

test('uninstalling one agent leaves completion installed', async (t) => {
  const here = homeWithCompletion(t);
  await here.run(['uninstall', '--agent', 'codex', '--yes'], { columns: 80 });
  assert.equal(readFileSync(here.startFile, 'utf8'), own + marked);
});
