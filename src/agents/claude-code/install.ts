import { join } from 'node:path';
import { switchesIn } from '../kit/disabling-settings.js';
import { group, type Render, seconds } from '../kit/install.js';
import { events } from './events.js';

/** WorktreeCreate replaces git, MessageDisplay fires for each chunk (quirk 10), FileChanged wants names of files. */
const unsafe: readonly string[] = ['WorktreeCreate', 'MessageDisplay', 'FileChanged'];

/** Claude Code: `hooks` of its settings files. */
export const claudeCodeRender: Render = {
  host: 'claude-code',
  programs: ['claude'],
  folder: ({ home, env }) => env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'),
  signs: ['.claude', 'CLAUDE.md'],
  safe: Object.keys(events).filter((event) => !unsafe.includes(event)),
  missingBlocks: false,
  posixShell: true,
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? claudeCodeRender.folder(place) : join(place.root, '.claude'), 'settings.json'),
    at: ['hooks'],
    entry: ({ command, timeoutMs }) => group({ command, timeout: seconds(timeoutMs) }),
  }),
  obstacles: (place, read) => {
    const own = ['settings.json', 'settings.local.json'].map((name) => join(place.root, '.claude', name));
    return switchesIn(read, [join(claudeCodeRender.folder(place), 'settings.json'), ...own], ['disableAllHooks'], true);
  },
};
