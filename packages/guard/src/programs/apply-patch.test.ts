import { test } from 'node:test';
import { shopGuard } from '../../../anyhook/test/support/guard-shop.js';

const { stops } = shopGuard();
const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const applyPatch = (text: string, program = 'apply_patch'): string => `${program} <<'EOF'\n${text}\nEOF`;

test('a patch that a command applies is judged by the files that it changes', () => {
  const profile = patch('*** Update File: ../.zshrc', '@@', '-a', '+b');
  stops(
    [
      applyPatch(profile),
      applyPatch(profile, 'applypatch'),
      applyPatch(profile, 'cd src/.. && apply_patch'),
      `apply_patch '${profile}'`,
      `bash -lc "${applyPatch(profile).replaceAll("'", '')}"`,
      `cd ~ && ${applyPatch(patch('*** Add File: .bash_profile', '+x'))}`,
      applyPatch(patch('*** Delete File: /etc/hosts')),
      applyPatch(patch('*** Update File: a', '*** Move to: ../.ssh/authorized_keys')),
      `${applyPatch(patch('*** Add File: x.sh', '+rm -rf ~'))}\nsh x.sh`,
    ],
    [
      applyPatch(patch('*** Update File: src/a.ts', '@@', '-a', '+b')),
      applyPatch(patch('*** Add File: docs/x.md', '+rm -rf ~')),
      `${applyPatch(patch('*** Add File: x.sh', '+npm test'))}\nsh x.sh`,
    ],
  );
});
