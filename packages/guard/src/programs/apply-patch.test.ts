import { test } from 'node:test';
import { shopGuard } from '../../../anyhook/test/support/guard-shop.js';

const { stops } = shopGuard();
const patch = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const fed = (text: string, program = 'apply_patch'): string => `${program} <<'EOF'\n${text}\nEOF`;

test('a patch in a command changes the files that it names', () => {
  const profile = patch('*** Update File: ../.zshrc', '@@', '-a', '+b');
  stops(
    [
      fed(profile),
      fed(profile, 'applypatch'),
      fed(profile, 'cd src/.. && apply_patch'),
      `apply_patch '${profile}'`,
      `bash -lc "${fed(profile).replaceAll("'", '')}"`,
      `cd ~ && ${fed(patch('*** Add File: .bash_profile', '+x'))}`,
      fed(patch('*** Delete File: /etc/hosts')),
      fed(patch('*** Update File: a', '*** Move to: ../.ssh/authorized_keys')),
      `${fed(patch('*** Add File: x.sh', '+rm -rf ~'))}\nsh x.sh`,
    ],
    [
      fed(patch('*** Update File: src/a.ts', '@@', '-a', '+b')),
      fed(patch('*** Add File: docs/x.md', '+rm -rf ~')),
      `${fed(patch('*** Add File: x.sh', '+npm test'))}\nsh x.sh`,
    ],
  );
});
