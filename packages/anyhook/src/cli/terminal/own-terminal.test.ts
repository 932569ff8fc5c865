import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TerminalEvidence } from '@anyhook/core';
import { heldBy, personAncestry, sampleHolder, sampleProcess } from '../../../test/support/ancestry-samples.js';
import { isOpenedByPerson, steeringOf } from './own-terminal.js';

const init = sampleProcess('systemd', { pid: 1, isOfSystem: true });
const shell = (...args: readonly string[]) => sampleProcess('bash', { args });
const system = (file: string) => sampleProcess(file.slice(file.lastIndexOf('/') + 1), { file, isOfSystem: true });

test('a shell that a person opened is recognized, even above programs that the shell started', () => {
  assert.equal(isOpenedByPerson(personAncestry.ancestors), true);
  assert.equal(isOpenedByPerson([sampleProcess('npx'), shell('bash'), system('/usr/bin/xterm'), init]), true);
  assert.equal(isOpenedByPerson([shell('-zsh'), sampleProcess('login', { isOfSystem: true }), init]), true);
  const recorded = [shell('/bin/bash', '-i'), system('/usr/bin/script'), ...personAncestry.ancestors];
  assert.equal(isOpenedByPerson(recorded), true);
});

for (const [what, ancestors] of Object.entries({
  'no ancestor at all': [],
  'a shell without a terminal program': [shell('bash'), init],
  'a terminal that was opened for one command': [shell('bash', '-c', 'anyhook off'), system('/usr/bin/xterm'), init],
  'a login for one command': [shell('bash', '-lc', 'anyhook off'), sampleProcess('sshd', { isOfSystem: true }), init],
  'a terminal program without a shell': [system('/usr/bin/kitty'), init],
  script: [shell('sh'), system('/usr/bin/script'), init],
  tmux: [shell('bash'), system('/usr/bin/tmux'), init],
  'a program that calls itself a terminal': [shell('sh'), { ...system('/usr/bin/script'), name: 'sshd' }, init],
  "a copy in a user's folder": [shell('sh'), sampleProcess('xterm', { file: '/tmp/xterm' }), init],
  'a shell that runs a script': [shell('bash', 'deploy.sh'), system('/usr/bin/xterm'), init],
}))
  test(`not a terminal opened by a person: ${what}`, () => assert.equal(isOpenedByPerson(ancestors), false));

const steering = (evidence: TerminalEvidence, known: readonly string[] = [], ancestors = [shell('bash'), init]) =>
  steeringOf(evidence, { known, ancestors })?.what;
const xterm = heldBy(sampleHolder('/usr/bin/xterm'));
const copy = (file: string) => heldBy(sampleHolder(file, { isOfSystem: false }));
const unseen: TerminalEvidence = { kind: 'unseen' };

for (const [what, evidence] of Object.entries<TerminalEvidence>({
  'a terminal program': xterm,
  'an editor of the system': heldBy(
    sampleHolder('/usr/share/code/code', { args: ['/usr/share/code/code', '--type=utility'] }),
  ),
  'a holder that cannot be seen': unseen,
  'sudo in a terminal of a person': heldBy(sampleHolder('/usr/bin/sudo', { hasTerminal: true, above: () => xterm })),
  'tmux with a person at it': heldBy(sampleHolder('/usr/bin/tmux', { viewers: () => [copy('/tmp/x'), xterm] })),
  'tmux that a login shows': heldBy(sampleHolder('/usr/bin/tmux', { viewers: () => [unseen] })),
  'a login server that root started': heldBy(sampleHolder('/usr/sbin/sshd', { isStartedByRoot: true })),
  "root's login server": heldBy(sampleHolder('/usr/sbin/dropbear', { isRoots: true })),
  "root's tmux": heldBy(sampleHolder('/usr/bin/tmux', { isRoots: true })),
}))
  test(`a person may type into ${what}`, () => assert.equal(steering(evidence), undefined));

const python = heldBy(sampleHolder('/usr/bin/python3.11'));
for (const [what, evidence, why] of [
  ...['python3', 'node', 'expect', 'script', 'perl', 'ruby', 'emacs', 'nvim', 'unbuffer', 'socat'].map(
    (name) =>
      [name, heldBy(sampleHolder(`/usr/bin/${name}`)), /holds this terminal, which can type by itself/] as const,
  ),
  ["a copy in a user's folder", copy('/home/u/.local/bin/xterm'), /users other than root can change that file/],
  ['kitty in the home folder', copy('/home/u/.local/kitty.app/bin/kitty'), /an agent could have put it there/],
  [
    'a terminal program together with a driver',
    heldBy(sampleHolder('/usr/bin/xterm'), sampleHolder('/usr/bin/perl')),
    /perl/,
  ],
  [
    'an editor that runs a script',
    heldBy(sampleHolder('/usr/share/code/code', { env: { ELECTRON_RUN_AS_NODE: '1' } })),
    /ELECTRON/,
  ],
  [
    'kitty that runs a script',
    heldBy(sampleHolder('/usr/bin/kitty', { args: ['kitty', '+launch', 'd.py'] })),
    /\+launch/,
  ],
  [
    'a terminal that loaded foreign code',
    heldBy(sampleHolder('/usr/bin/xterm', { env: { LD_PRELOAD: '/tmp/d.so' } })),
    /LD_PRELOAD/,
  ],
  ['sudo below a driver', heldBy(sampleHolder('/usr/bin/sudo', { hasTerminal: true, above: () => python })), /python3/],
  ...['/usr/sbin/sshd', '/usr/lib/openssh/sshd-session', '/usr/sbin/dropbear'].map(
    (file) => [`${file} that a user started`, heldBy(sampleHolder(file)), /any program can connect to it/] as const,
  ),
  ...['ttyd', 'cockpit-bridge', 'gotty', 'socat'].map(
    (name) =>
      [`${name}, which types what a client sends`, heldBy(sampleHolder(`/usr/bin/${name}`)), /by itself/] as const,
  ),
  ['sudo without a terminal', heldBy(sampleHolder('/usr/bin/sudo')), /no terminal of its own/],
  ['tmux without a viewer', heldBy(sampleHolder('/usr/bin/tmux')), /no person has this window open/],
  ['tmux that a driver shows', heldBy(sampleHolder('/usr/bin/tmux', { viewers: () => [python] })), /no person has/],
  [
    'a namespace of its own',
    { kind: 'namespace', own: sampleProcess('node') },
    /namespace or sandbox that any program/,
  ],
  ['a process that hides its files', { kind: 'hidden', hidden: [sampleProcess('sshd')] }, /hides whether it holds/],
] as const)
  test(`a program may type into the terminal: ${what}`, () =>
    assert.match(steering(evidence as TerminalEvidence) ?? '', why));

test('a login holds the terminal invisibly, so a process with hidden file descriptors is not suspected there', () => {
  const hidden = { kind: 'hidden', hidden: [sampleProcess('ssh-agent')] } as const;
  const wsl = [shell('-bash'), sampleProcess('Relay(9)', { isOfSystem: true }), init];
  for (const ancestors of [personAncestry.ancestors, wsl, [shell('bash')]])
    assert.equal(steeringOf(hidden, { known: [], ancestors }), undefined);
  const faked = [shell('bash'), sampleProcess('Relay(9)'), init];
  assert.notEqual(steeringOf(hidden, { known: [], ancestors: faked }), undefined);
});

test('in a user namespace, neither ancestors nor programs added by an administrator make the terminal trusted', () => {
  const evidence = { kind: 'namespace', own: sampleProcess('node') } as const;
  for (const ancestors of [[], [shell('bash')], personAncestry.ancestors])
    assert.match(steeringOf(evidence, { known: ['node'], ancestors })?.what ?? '', /namespace/);
});

test('an administrator adds a system program by name, and any program by full path', () => {
  const own = heldBy(sampleHolder('/opt/acme/acme-term'));
  assert.match(steering(own) ?? '', /acme-term/);
  assert.equal(steering(own, ['acme-term']), undefined);
  assert.match(steering(copy('/home/u/acme-term'), ['acme-term']) ?? '', /users other than root/);
  assert.equal(steering(copy('/home/u/acme-term'), ['/home/u/acme-term']), undefined);
  assert.match(steering(copy('/home/u/x/acme-term'), ['/home/u/acme-term']) ?? '', /type by itself/);
});
