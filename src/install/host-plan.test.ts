import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent, loadInstalls } from '../agents/index.js';
import { type AgentInstall, type InstallPlace, type InstallScope, scopesOf } from '../agents/kit/install.js';
import { planHost } from './host-plan.js';

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
}

/** What init would write for an agent. */
function written(install: AgentInstall, { scope, isWindows, failClosed }: Asked): string {
  const wanted = install.defaultEvents.map((event) => ({ event, timeoutMs: 30_000 }));
  const options = { place: { ...place, scope, isWindows }, launcher: '/nowhere/anyhook-hook', failClosed, fixed: {} };
  const { changes, problem } = planHost(findAgent(install.host), install, wanted, options);
  assert.equal(problem, undefined);
  return changes.map(({ after }) => after?.toString('utf8') ?? '').join('\n');
}

/** A text in the settings that needs no second shell. */
const isReplaced = (text: string) => /: "(?:\[ -x \/nowhere\/[^"]*(?:\\"[^"]*)*; )?exec \/nowhere\//.test(text);

for (const install of installs) {
  for (const scope of scopesOf(install)) {
    for (const isWindows of [false, true]) {
      const expected = scope === 'user' && !isWindows && install.posixShell === true;
      const where = `${install.host}, ${scope}${isWindows ? ', on Windows' : ''}`;
      test(`${where}: the shell ${expected ? 'becomes the command' : 'is asked for nothing more'}`, () => {
        for (const failClosed of [false, true]) {
          const text = written(install, { scope, isWindows, failClosed });
          assert.match(text, /anyhook-hook/);
          assert.equal(isReplaced(text), expected, text);
        }
      });
    }
  }
}
