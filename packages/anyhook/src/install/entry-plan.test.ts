import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent, loadInstalls } from '../agents/index.js';
import { type AgentInstall, type InstallPlace, type InstallScope, scopesOf } from '../agents/kit/install.js';
import { planAgentEntries } from './entry-plan.js';

const installs = await loadInstalls();

const place: Omit<InstallPlace, 'scope' | 'isWindows'> = {
  home: '/nowhere/h',
  env: {},
  root: '/nowhere/p',
  realPath: (path) => path,
  namesIn: () => [],
};

interface Asked {
  readonly scope: InstallScope;
  readonly isWindows: boolean;
  readonly failClosed: boolean;
  readonly launcher?: string;
}

function plan(install: AgentInstall, asked: Asked) {
  const { scope, isWindows, failClosed, launcher = '/nowhere/anyhook-hook' } = asked;
  const wanted = install.defaultEvents.map((event) => ({ event, timeoutMs: 30_000 }));
  const options = { place: { ...place, scope, isWindows }, launcher, failClosed, fixed: {} };
  return planAgentEntries(findAgent(install.agent), install, wanted, options);
}

/** The file that init would write for an agent. */
function written(install: AgentInstall, asked: Asked): string {
  const { changes, problem } = plan(install, asked);
  assert.equal(problem, undefined);
  return changes.map(({ after }) => after?.toString('utf8') ?? '').join('\n');
}

/** A text in the settings that needs no second shell. */
const isReplaced = (text: string) => /: "(?:\[ -x \/nowhere\/[^"]*(?:\\"[^"]*)*; )?exec \/nowhere\//.test(text);

for (const install of installs) {
  for (const scope of scopesOf(install)) {
    const expected = scope === 'user' && install.posixShell === true;
    const what = expected ? 'is replaced by the command' : 'stays around the command';
    test(`${install.agent}, ${scope}: the shell ${what}`, () => {
      for (const failClosed of [false, true]) {
        const text = written(install, { scope, isWindows: false, failClosed });
        assert.match(text, /anyhook-hook/);
        assert.equal(isReplaced(text), expected, text);
      }
    });
    if (scope === 'project')
      test(`${install.agent}, ${scope}: on Windows init refuses with a reason`, () => {
        assert.match(plan(install, { ...onWindows, scope }).problem ?? '', /use --scope user/);
      });
  }
}

const windowsLauncher = 'C:\\Users\\me\\.local\\share\\anyhook\\bin\\anyhook-hook.cmd';
const onWindows: Asked = { scope: 'user', isWindows: true, failClosed: false, launcher: windowsLauncher };

/** As reported: these use PowerShell or cmd, Claude Code the shell of Git if installed; the others are unknown. */
const windowsForms: Readonly<Record<string, RegExp>> = {
  'claude-code': /"command": "C:\/Users\/me\/[^" ]*anyhook-hook\.cmd claude-code --timeout 29000", "timeout"/,
  codex:
    /"command": "C:\\\\Windows\\\\System32\\\\cmd\.exe \/d \/c \\"C:\\\\Users[^"]*anyhook-hook\.cmd\\" codex --timeout 29000"/,
  gemini: /"command": "C:\\\\Windows\\\\System32\\\\cmd\.exe \/d \/c \\"C:\\\\Users[^"]*anyhook-hook\.cmd\\" gemini /,
  cursor: /"command": "C:\\\\Windows\\\\System32\\\\cmd\.exe \/d \/c \\"C:\\\\Users[^"]*anyhook-hook\.cmd\\" cursor /,
  copilot:
    /"powershell": "C:\\\\Windows\\\\System32\\\\cmd\.exe \/d \/c \\"C:\\\\Users[^"]*anyhook-hook\.cmd\\" copilot /,
  opencode: /"start":\["[^"]+","C:\\\\Users[^"]*anyhook-hook\.cjs"\]/,
  pi: /"start":\["[^"]+","C:\\\\Users[^"]*anyhook-hook\.cjs"\]/,
};

for (const install of installs) {
  if (install.agent === 'cline')
    test('cline: on Windows init refuses, because it is unknown how Cline starts hooks there', () => {
      assert.match(plan(install, onWindows).problem ?? '', /it is not known how Cline .*use it in WSL/);
    });
  else
    test(`${install.agent}: on Windows the agent's shell can start the command`, () => {
      const form = windowsForms[install.agent] ?? new RegExp(`C:/Users/me/[^" ]*anyhook-hook\\.cmd ${install.agent} `);
      assert.match(written(install, onWindows), form);
    });
}

test('on Windows a launcher in a folder that shells parse differently is refused with a reason', () => {
  for (const install of installs.filter(({ agent }) => agent !== 'cline')) {
    const spaced = plan(install, { ...onWindows, launcher: windowsLauncher.replace('me', 'J D') }).problem;
    if (install.windowsStart === 'any') assert.match(spaced ?? '', /without a space.*set XDG_DATA_HOME/);
    else assert.equal(spaced, undefined);
    if (install.windowsStart === 'named')
      assert.match(
        written(install, { ...onWindows, launcher: windowsLauncher.replace('me', 'J D') }),
        /"command": "C:\\\\Windows\\\\System32\\\\cmd\.exe \/d \/c [^,]*", "shell": "powershell"/,
      );
    for (const sign of ['&', '%', '!', '$', "'", '(', '^', '`', '"'])
      assert.match(
        plan(install, { ...onWindows, launcher: windowsLauncher.replace('me', `J${sign}D`) }).problem ?? '',
        /expected a path of letters.*set XDG_DATA_HOME/,
      );
  }
});

test('on Windows init refuses if Windows is not in its default folder, which entries contain', (t) => {
  const before = process.env['SystemRoot'];
  t.after(() => {
    if (before === undefined) delete process.env['SystemRoot'];
    else process.env['SystemRoot'] = before;
  });
  if (process.platform === 'win32') return t.skip('Windows is in its usual folder here');
  process.env['SystemRoot'] = 'D:\\Windows';
  for (const install of installs.filter(({ agent }) => agent !== 'cline'))
    assert.match(plan(install, onWindows).problem ?? '', /^Windows is in D:\\Windows: expected C:\\Windows/);
});
