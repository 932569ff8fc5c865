import type { Cause } from './cause.js';

/** Causes that concern every hook on this machine: the off switch, the state folder, the launcher and what it starts. */
export const machineCauses = {
  'off-for-a-while': {
    severity: 'dead',
    title: 'hooks are switched off temporarily',
    found: '"anyhook off" was run and has not expired',
    fix: 'run: anyhook on',
  },
  'off-by-environment': {
    severity: 'warning',
    title: 'ANYHOOK=off is set, which agents do not obey',
    found:
      'ANYHOOK=off is set in this shell: commands and the library obey it, but an agent cannot switch its hooks off so',
    fix: 'run: unset ANYHOOK; to switch hooks off, run: anyhook off',
  },
  'off-refused': {
    severity: 'warning',
    title: 'hooks were switched off, but the machine is locked to its fleet',
    found: 'ANYHOOK=off or "anyhook off", and "lock: true" in fleet.yaml',
    fix: 'run: unset ANYHOOK; anyhook on',
  },
  'call-unguarded': {
    severity: 'dead',
    title: 'a call bypassed the guard',
    found:
      'an agent ran a call that anyhook did not check or had denied, or sent an event that anyhook could not read. Shown for a week',
    fix: 'find out what keeps hooks from running: check the other lines here, "anyhook log", and what the agent loads besides its settings',
  },
  'variable-ignored': {
    severity: 'warning',
    title: 'a variable of this shell does not count in agents',
    found: 'it would loosen something, and differs from what init fixed in the launcher',
    fix: 'unset it, or run with it set: anyhook init',
  },
  'folder-not-read': {
    severity: 'warning',
    title: 'hooks in a folder that a variable names run on one agent only',
    found:
      'a variable of this shell, such as CODEX_HOME, moves the folder of an agent, and the user config does not name it under "agentFolders"',
    fix: 'run with the variable set: anyhook init --agent {host}',
  },
  'trust-fixed': {
    severity: 'warning',
    title: 'agents of this machine trust projects without a person',
    found: '"anyhook init --ci --trust {mode}" fixed the trust mode in the launcher',
    fix: 'if this is no CI machine, run: anyhook init',
  },
  'state-unusable': {
    severity: 'dead',
    title: 'the state folder is not writable',
    found: 'it is not a folder, or you have no write permission',
    fix: '{fix}',
  },
  'state-exposed': {
    severity: 'dead',
    title: 'others can change the state folder',
    found:
      'another user owns it or can write to it, and could trust hooks in your name, so anyhook ignores all stored trust',
    fix: 'run: chown "$(id -u)" {file} && chmod 700 {file}',
  },
  'state-outside-profile': {
    severity: 'warning',
    title: 'nothing says who else can change the state folder',
    found:
      'on Windows it is outside of your profile, and access lists are not read there: whoever may write to it could trust hooks in your name, and the engine is not used',
    fix: 'unset XDG_STATE_HOME, or set it to a folder below your profile, for the agents too',
  },
  'engine-out-of-reach': {
    severity: 'warning',
    title: 'the resident engine cannot be reached from here',
    found:
      'it runs in another sandbox or container, or others may enter the state folder, so each event has a process of its own: hooks run, but more slowly',
    fix: 'run: anyhook down (the next event starts an engine that can be reached)',
  },
  'record-broken': {
    severity: 'warning',
    title: 'the record of what init wrote is unreadable',
    found: 'install/manifest.json in the state folder is not in the format that "anyhook init" writes',
    fix: 'run: mv {file} {file}.old && anyhook init (it recognises its entries without the record)',
  },
  'undo-missed': {
    severity: 'warning',
    title: 'undo could not keep what an agent changed',
    found: 'a look at the project failed in the last day, so "anyhook undo" cannot take back all of that turn',
    fix: 'free space on the disk, or keep the project in git; then run: anyhook undo --list',
  },
  'init-interrupted': {
    severity: 'warning',
    title: 'init or uninstall was interrupted',
    found: 'the process that held the lock exited without releasing it',
    fix: 'run: anyhook init (it takes over the lock)',
  },
  'launcher-missing': {
    severity: 'dead',
    title: 'the launcher is missing',
    found: 'entries call a script that does not exist, and the agent continues without hooks',
    fix: 'run: anyhook init',
  },
  'launcher-not-executable': {
    severity: 'dead',
    title: 'the launcher is not executable',
    found: 'the script that entries call has no executable bit',
    fix: 'run: chmod 755 {file}',
  },
  'launcher-unfixed': {
    severity: 'dead',
    title: 'the environment of an agent can loosen hooks',
    found:
      'an earlier version wrote the launcher or the client: it obeys ANYHOOK, ANYHOOK_TRUST, HOME and other variables, which the settings of a project may set',
    fix: 'run: anyhook init',
  },
  'launcher-earlier': {
    severity: 'dead',
    title: 'the launcher is from an earlier version',
    found:
      'agent variables, limits or a broken Node.js can end the process that it starts, and agents treat that as no opinion',
    fix: 'run: anyhook init --yes',
  },
  'launcher-changed': {
    severity: 'dead',
    title: 'the launcher was changed',
    found: 'its text differs from what init writes',
    fix: 'run: anyhook init',
  },
  'program-gone': {
    severity: 'dead',
    title: 'anyhook is missing',
    found: 'the program that the launcher starts does not exist',
    fix: 'run: anyhook init (it makes a new copy of the program)',
  },
  'program-temporary': {
    severity: 'warning',
    title: 'the launcher starts anyhook from a folder that may go away',
    found:
      'an earlier version wrote it, and it starts the program in a project, in the npx cache or elsewhere, not the copy that init keeps',
    fix: 'run: anyhook init (it makes a copy, which needs no project)',
  },
  'program-changed': {
    severity: 'dead',
    title: 'the copy of anyhook was changed',
    found: 'a file of the program that the launcher starts is missing, new, or differs from what init wrote',
    fix: 'run: anyhook init (it makes a new copy of the program)',
  },
  'program-outdated': {
    severity: 'warning',
    title: 'the copy of anyhook is old',
    found: 'the launcher starts an older version, or another build, than the one you are running',
    fix: 'run: anyhook init (it makes a copy of this version)',
  },
  'node-gone': {
    severity: 'dead',
    title: 'Node.js is missing',
    found:
      'the Node.js named in the launcher does not exist, and the folders that init recorded have none, so calls are refused',
    fix: 'install Node.js 20 or later, then run: anyhook init',
  },
  'node-moved': {
    severity: 'warning',
    title: 'Node.js has moved',
    found: 'the Node.js named in the launcher does not exist, so it uses another one from a folder that init recorded',
    fix: 'run: anyhook init',
  },
  'node-too-old': {
    severity: 'dead',
    title: 'Node.js is too old',
    found: 'the Node.js that runs anyhook is older than version 20',
    fix: 'install Node.js 20 or later, then run with it: anyhook init',
  },
} as const satisfies Readonly<Record<string, Cause>>;
