import type { Cause } from './cause.js';

const init = 'run: anyhook init --agent {host} --scope {scope}';

/** Causes in the connection to an agent: its entries, its settings, and what a canary finds. */
export const agentCauses = {
  'not-connected': {
    severity: 'dead',
    title: 'an agent is installed but not connected',
    found: 'its program is on PATH and hooks need its events, but no entry calls anyhook',
    fix: 'run: anyhook init --agent {host}',
  },
  'entry-gone': {
    severity: 'dead',
    title: 'the entries that init wrote are missing',
    found: 'init wrote them, but the file no longer contains any',
    fix: init,
  },
  'entry-changed': {
    severity: 'dead',
    title: 'an entry that init wrote was changed',
    found: 'it differs from what init writes: another command, a matcher, a shorter timeout',
    fix: init,
  },
  'entry-not-executable': {
    severity: 'dead',
    title: 'the entry file is not executable',
    found: 'the agent runs one file per event, and this one has no executable bit',
    fix: 'run: chmod +x {file}',
  },
  'entry-silent': {
    severity: 'warning',
    title: 'an entry says nothing if anyhook is missing',
    found: 'an earlier version wrote it: if anyhook cannot be started, the agent goes on and nobody is told',
    fix: init,
  },
  'plugin-unfixed': {
    severity: 'dead',
    title: 'the environment of an agent can switch its plugin off',
    found: 'an earlier version wrote the plugin: it obeys ANYHOOK=off and folders of the environment',
    fix: init,
  },
  'plugin-outdated': {
    severity: 'warning',
    title: 'the plugin is from another version',
    found: 'its text differs from the plugin of this anyhook',
    fix: init,
  },
  'entry-twice': {
    severity: 'warning',
    title: 'an event has two entries',
    found: 'two entries call anyhook for it, so anyhook starts twice per event',
    fix: 'keep only one: anyhook uninstall --agent {host} --scope {scope}, or remove one by hand',
  },
  'entry-by-hand': {
    severity: 'warning',
    title: 'an entry was written by hand',
    found:
      'it calls anyhook but init did not write it and will not change it. Its timeout may be too short, and if its process is killed or runs out of memory, the agent continues without an answer',
    fix: 'remove it from {file}, then run: anyhook init --agent {host} --scope {scope}',
  },
  'event-unserved': {
    severity: 'dead',
    title: 'hooks need an event that has no entry',
    found: 'the agent supports the event, but no entry registers it',
    fix: init,
  },
  'event-never-fired': {
    severity: 'warning',
    title: 'the agent never fires the event of a hook',
    found: 'it has no such event and none to derive it from, or registering the event is harmful',
    fix: 'use another event in {hook}; see: anyhook matrix',
  },
  'deny-impossible': {
    severity: 'warning',
    title: 'the agent cannot be stopped at the event of a hook',
    found: 'the hook may deny, but according to the capability table the agent continues anyway',
    fix: 'use an event that can stop the agent (see: anyhook matrix --agent {host}), or, if {hook} never denies, set blocking: false in its override',
  },
  'time-too-short': {
    severity: 'warning',
    title: 'a hook may take longer than its entry allows',
    found: 'its timeout is longer than the timeout of the entry',
    fix: 'run: anyhook init --agent {host} --scope {scope}, or give {hook} a shorter timeout',
  },
  'time-capped': {
    severity: 'warning',
    title: 'a hook may take longer than the agent allows',
    found: 'its timeout is longer than the maximum that the agent has at this event, which no entry can raise',
    fix: 'give {hook} a timeout of at most {seconds} s, or run it in the background (async), where its format allows it',
  },
  'settings-broken': {
    severity: 'dead',
    title: "the agent's settings file has a syntax error",
    found: 'the file cannot be parsed, so the agent ignores all of it',
    fix: 'fix {file}: {problem}',
  },
  'settings-not-read': {
    severity: 'dead',
    title: 'the agent does not read its settings file',
    found:
      'it contains a comment, a trailing comma, a byte order mark, a duplicate key or an unknown event, at which the agent ignores all of the file or does not start',
    fix: 'remove that from {file}, then run: anyhook init --agent {host} --scope {scope}',
  },
  'settings-read-only': {
    severity: 'warning',
    title: "the agent's settings file is read-only",
    found: 'init cannot fix or add entries there',
    fix: 'run: chmod u+w {file}',
  },
  'hooks-switched-off': {
    severity: 'dead',
    title: 'hooks are switched off in the agent',
    found: 'a setting of the agent disables hooks',
    fix: '{fix}',
  },
  'mod-unconfirmed': {
    severity: 'dead',
    title: 'the agent loads unconfirmed code above hooks',
    found:
      'a mod (a plugin with a module) can answer calls in place of hooks; its code does not show what it does, so a person must confirm it with "anyhook trust"',
    fix: '{fix}',
  },
  'entry-not-trusted': {
    severity: 'dead',
    title: 'the agent does not trust an entry',
    found: 'the hash of the entry is not the one that the user trusted in the agent, which silently skips it',
    fix: init,
  },
  'folder-not-trusted': {
    severity: 'dead',
    title: 'the agent does not trust the folder',
    found: "the folder is not in the agent's list of trusted folders",
    fix: '{fix}',
  },
  'version-not-guarded': {
    severity: 'dead',
    title: 'a version of the agent is not guarded',
    found: 'it does not read the entries that init writes, because it uses a different hook format or folder',
    fix: '{fix}',
  },
  'version-unknown': {
    severity: 'warning',
    title: 'this version of the agent is not tested',
    found: 'its program reports an older version, or another major version, than the tested one',
    fix: 'install version {tested}, or check by hand that one of your hooks works',
  },
  'version-silent': {
    severity: 'warning',
    title: "the agent's program reports no version",
    found: '"{program} --version" failed, took too long, or printed none',
    fix: 'check the output of: {program} --version',
  },
  'other-version': {
    severity: 'warning',
    title: 'the entries start another anyhook',
    found: 'another version than the one you are running answered the canary',
    fix: 'run: anyhook init',
  },
  'other-hooks': {
    severity: 'dead',
    title: 'the entries find other hooks',
    found: 'the command of the entry finds a different number of hooks than this shell',
    fix: 'compare HOME, XDG_CONFIG_HOME and XDG_STATE_HOME of this shell with those of the agent',
  },
  'needs-shell-path': {
    severity: 'warning',
    title: 'the entry answers only with the PATH of your shell',
    found:
      'a canary is answered in the environment of this shell, but not with PATH=/usr/bin:/bin, as set by an editor',
    fix: 'run: anyhook init (it writes a launcher that needs no PATH)',
  },
  'worktree-not-connected': {
    severity: 'dead',
    title: 'a work tree has hooks but no entry',
    found: 'the agent is connected in the project only, and the settings file of another work tree has no entry',
    fix: 'commit the entries of the project, or run: anyhook init --agent {host} --scope project --cwd {folder}',
  },
  'canary-silent': {
    severity: 'dead',
    title: 'the entry gives no verdict',
    found: 'a canary event sent through the exact command of the entry got no answer',
    fix: 'check what it does: {command}',
  },
  'canary-failed': {
    severity: 'dead',
    title: 'the entry fails',
    found: 'a canary event sent through the exact command of the entry failed',
    fix: 'check its output: {command}',
  },
  'canary-too-slow': {
    severity: 'dead',
    title: 'the entry takes too long',
    found:
      'a canary event sent through the exact command of the entry timed out; the agent would continue without an answer',
    fix: 'find out why it is slow: {command}',
  },
} as const satisfies Readonly<Record<string, Cause>>;
