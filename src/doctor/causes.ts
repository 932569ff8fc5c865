/** `dead`: a hook that should run does not. `warning`: it runs, and something about it is not right. */
export type Severity = 'dead' | 'warning';

/** One way in which hooks are dead without a word. */
export interface Cause {
  readonly severity: Severity;
  readonly title: string;
  /** How `doctor` finds it. */
  readonly found: string;
  /** What to do, with `{places}` for the words of the case at hand. */
  readonly fix: string;
}

const init = 'run: anyhook init --host {host} --scope {scope}';

/** Every cause that `doctor` knows, from the outside inwards; docs and tests read the same rows. */
export const causes = {
  'off-for-a-while': {
    severity: 'dead',
    title: 'hooks are switched off for a while',
    found: '"anyhook off" was used, and its time is not over',
    fix: 'run: anyhook on',
  },
  'off-by-environment': {
    severity: 'dead',
    title: 'hooks are switched off by the environment',
    found: 'ANYHOOK=off is set in this shell, and so in every agent that is started from it',
    fix: 'run: unset ANYHOOK (and remove it from the profile of your shell)',
  },
  'state-unusable': {
    severity: 'dead',
    title: 'the state folder cannot be written',
    found: 'it is no folder, or this user may not write into it',
    fix: 'make it a folder of your own: mv {file} {file}.old, or chmod u+rwx {file}',
  },
  'state-exposed': {
    severity: 'dead',
    title: 'others can change the state folder',
    found:
      'its owner is somebody else, or its mode lets others write, who could then trust hooks in your name: nothing that was trusted counts',
    fix: 'run: chown "$(id -u)" {file} && chmod 700 {file}',
  },
  'record-broken': {
    severity: 'warning',
    title: 'the record of what init wrote cannot be read',
    found: 'install/manifest.json in the state folder is not what "anyhook init" writes',
    fix: 'run: mv {file} {file}.old && anyhook init (entries are known by their mark)',
  },
  'init-interrupted': {
    severity: 'warning',
    title: 'an init or uninstall died in the middle',
    found: 'the process that took the lock is gone without giving it back',
    fix: 'run: anyhook init (it takes over)',
  },
  'hook-file-broken': {
    severity: 'dead',
    title: 'a hook or config file has an error',
    found: 'the file does not load, or a part of it does not',
    fix: 'mend the line, then run: anyhook validate',
  },
  'no-hooks': {
    severity: 'warning',
    title: 'there are no hooks here',
    found: 'neither this project nor its user has one',
    fix: 'write one: anyhook new',
  },
  'not-trusted': {
    severity: 'dead',
    title: 'a hook of the project is not trusted',
    found: 'nobody has looked at it on this machine yet',
    fix: 'look at it and let it run: anyhook trust',
  },
  'changed-since-trusted': {
    severity: 'dead',
    title: 'a hook was changed after it had been trusted',
    found: 'a file of it differs from what was trusted: until then each of its events asks or is refused',
    fix: 'look at the change and let it run again: anyhook trust',
  },
  'hook-disabled': {
    severity: 'warning',
    title: 'a hook is switched off',
    found: '"enabled: false", a disabled list or SA_DISABLED_HOOKS names it',
    fix: 'take {hook} out of there: {why}',
  },
  'not-in-profile': {
    severity: 'warning',
    title: 'a hook does not run in this profile',
    found: 'its "profiles" do not name the profile that holds (SA_HOOK_PROFILE, or "profile" of a config)',
    fix: 'add the profile to "profiles" of {hook}, or choose another: SA_HOOK_PROFILE={profiles}',
  },
  'script-missing': {
    severity: 'dead',
    title: 'the script of a hook is not there',
    found: 'the file that the hook starts does not exist',
    fix: 'put the script at {file}, or mend the path in {source}',
  },
  'script-not-executable': {
    severity: 'dead',
    title: 'the script of a hook is not executable',
    found: 'the hook starts the file itself, and it has no executable bit',
    fix: 'run: chmod +x {file}',
  },
  'script-with-cr': {
    severity: 'dead',
    title: 'the first line of a script ends in CR LF',
    found: 'the system looks for an interpreter whose name ends in a carriage return',
    fix: "run: sed -i 's/\\r$//' {file}",
  },
  'interpreter-missing': {
    severity: 'dead',
    title: 'the interpreter of a hook is not there',
    found: 'the first line of the script, or the command of the hook, names a program that is not on PATH',
    fix: 'install {program}, or name another one in {file}',
  },
  'no-model': {
    severity: 'dead',
    title: 'a prompt hook has no model to ask',
    found: 'the config has no "model", or the variable with its key is not set',
    fix: 'set "model" in the user config, and {variable} in the environment of the agent',
  },
  'address-not-allowed': {
    severity: 'dead',
    title: 'the address of an http hook is not allowed',
    found: 'no prefix of "http.allow" in the user or managed config covers it',
    fix: 'add it to the user config: http: { allow: ["{address}"] }',
  },
  'matcher-case': {
    severity: 'dead',
    title: 'a matcher differs from a tool only in upper and lower case',
    found: 'no tool of its format or of a connected agent matches, but one would in other case',
    fix: 'write "{name}" in the matcher of {hook}',
  },
  'matcher-unknown-tool': {
    severity: 'warning',
    title: 'a matcher matches no known tool',
    found: 'no tool of its format or of a connected agent has such a name; a plugin may still bring one',
    fix: 'check the name in the matcher of {hook}{hint}',
  },
  'not-connected': {
    severity: 'dead',
    title: 'an agent is installed and not connected',
    found: 'its program is on PATH, hooks need events of it, and no entry calls anyhook',
    fix: 'run: anyhook init --host {host}',
  },
  'entry-gone': {
    severity: 'dead',
    title: 'the entries of init are gone',
    found: 'init has written them, and the file holds none of them any more',
    fix: init,
  },
  'entry-changed': {
    severity: 'dead',
    title: 'an entry of init was changed',
    found: 'it is not what init writes: another command, a matcher, a shorter timeout',
    fix: init,
  },
  'entry-not-executable': {
    severity: 'dead',
    title: 'the file of an entry is not executable',
    found: 'the agent starts a file for each event, and this one has no executable bit',
    fix: 'run: chmod +x {file}',
  },
  'plugin-outdated': {
    severity: 'warning',
    title: 'the plugin is of another version',
    found: 'its text is not that of this anyhook',
    fix: init,
  },
  'entry-twice': {
    severity: 'warning',
    title: 'an event has two entries',
    found: 'two entries call anyhook for it: each call starts it twice, and one of the two is for nothing',
    fix: 'keep one of them: anyhook uninstall --host {host} --scope {scope}, or remove one by hand',
  },
  'entry-by-hand': {
    severity: 'warning',
    title: 'an entry was written by hand',
    found: 'it calls anyhook and is not of init, which leaves it as it is; nobody knows whether its timeout suffices',
    fix: 'remove it from {file}, then run: anyhook init --host {host} --scope {scope}',
  },
  'event-unserved': {
    severity: 'dead',
    title: 'hooks wait for an event that no entry serves',
    found: 'the agent has the event, and there is no entry for it',
    fix: init,
  },
  'event-never-fired': {
    severity: 'warning',
    title: 'the agent never fires the event of a hook',
    found: 'it has no such event, and none from which it follows; or the event does harm when it is registered',
    fix: 'use another event in {hook}; see: anyhook matrix',
  },
  'wish-impossible': {
    severity: 'warning',
    title: 'the agent cannot be stopped at the event of a hook',
    found: 'the hook may deny, and the capability table says that this agent goes on all the same',
    fix: 'use an event at which it can be stopped; see: anyhook matrix --host {host}',
  },
  'time-too-short': {
    severity: 'warning',
    title: 'a hook may take longer than its entry',
    found: 'its timeout is longer than the time of the entry, or than the longest that the agent gives',
    fix: 'run: anyhook init --host {host} --scope {scope}, or give {hook} a shorter timeout',
  },
  'settings-broken': {
    severity: 'dead',
    title: "the agent's settings file has a syntax error",
    found: 'the file cannot be parsed, so the agent drops it whole',
    fix: 'mend {file}: {problem}',
  },
  'settings-read-only': {
    severity: 'warning',
    title: "the agent's settings file is read-only",
    found: 'init cannot mend or add entries there',
    fix: 'run: chmod u+w {file}',
  },
  'hooks-switched-off': {
    severity: 'dead',
    title: 'hooks are switched off in the agent',
    found: "a switch in the agent's own settings",
    fix: '{fix}',
  },
  'entry-not-trusted': {
    severity: 'dead',
    title: 'the agent does not trust an entry',
    found: 'the hash of the entry is not the one that the user trusted there; the agent skips it without a word',
    fix: init,
  },
  'folder-not-trusted': {
    severity: 'dead',
    title: 'the agent does not trust the folder',
    found: "the agent's list of trusted folders",
    fix: '{fix}',
  },
  'version-unknown': {
    severity: 'warning',
    title: 'nobody has tested this version of the agent',
    found: 'its program names an older version, or another major one, than the one that the tests run',
    fix: 'install version {tested}, or check by hand that a hook of yours acts',
  },
  'version-silent': {
    severity: 'warning',
    title: 'the program of the agent names no version',
    found: '"{program} --version" failed, took too long, or printed none',
    fix: 'see what it says: {program} --version',
  },
  'launcher-missing': {
    severity: 'dead',
    title: 'the launcher is not there',
    found: 'entries call a script that does not exist, and the agent goes on without hooks',
    fix: 'run: anyhook init',
  },
  'launcher-not-executable': {
    severity: 'dead',
    title: 'the launcher is not executable',
    found: 'the script that entries call has no executable bit',
    fix: 'run: chmod 755 {file}',
  },
  'launcher-changed': {
    severity: 'dead',
    title: 'the launcher was changed',
    found: 'its text is not what init writes',
    fix: 'run: anyhook init',
  },
  'program-gone': {
    severity: 'dead',
    title: 'anyhook is gone',
    found: 'the program that the launcher starts is not there, and none is on PATH',
    fix: 'install it (npm install --global anyhook), then run: anyhook init',
  },
  'program-temporary': {
    severity: 'warning',
    title: 'anyhook runs out of a cache',
    found: 'the launcher starts it from the cache of npx, which is emptied at times',
    fix: 'install it (npm install --global anyhook), then run: anyhook init',
  },
  'node-gone': {
    severity: 'dead',
    title: 'Node.js is gone',
    found: 'the launcher names a Node that is not there, and none is on PATH',
    fix: 'install Node.js 20 or later, then run: anyhook init',
  },
  'node-moved': {
    severity: 'warning',
    title: 'Node.js has moved',
    found: 'the launcher names a Node that is not there; the one on PATH is used, which not every agent has',
    fix: 'run: anyhook init',
  },
  'node-too-old': {
    severity: 'dead',
    title: 'Node.js is too old',
    found: 'the Node that runs anyhook names a version before 20',
    fix: 'install Node.js 20 or later, then run with it: anyhook init',
  },
  'other-version': {
    severity: 'warning',
    title: 'the entries start another anyhook',
    found: 'the canary was answered by another version than the one that you run here',
    fix: 'run: anyhook init',
  },
  'other-hooks': {
    severity: 'dead',
    title: 'the entries find other hooks',
    found: 'the command of the entry finds another number of hooks than this shell',
    fix: 'compare HOME, XDG_CONFIG_HOME and XDG_STATE_HOME of this shell with those of the agent',
  },
  'needs-shell-path': {
    severity: 'warning',
    title: 'the entry answers only with the PATH of your shell',
    found: 'a canary comes back in the environment of this shell, and not with PATH=/usr/bin:/bin, as an editor has it',
    fix: 'run: anyhook init (it writes a launcher that needs no PATH)',
  },
  'canary-silent': {
    severity: 'dead',
    title: 'the entry gives no verdict',
    found: 'a canary event through the exact command of the entry came back without an answer',
    fix: 'see what it does: {command}',
  },
  'canary-failed': {
    severity: 'dead',
    title: 'the entry fails',
    found: 'a canary event through the exact command of the entry ended in an error',
    fix: 'see what it says: {command}',
  },
  'canary-too-slow': {
    severity: 'dead',
    title: 'the entry takes too long',
    found: 'a canary event through the exact command of the entry did not come back in time; the agent would go on',
    fix: 'see what takes so long: {command}',
  },
} as const satisfies Readonly<Record<string, Cause>>;

export type CauseId = keyof typeof causes;
