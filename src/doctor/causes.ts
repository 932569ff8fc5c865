/** `dead`: a hook that should run does not. `warning`: it runs, but something is wrong. */
export type Severity = 'dead' | 'warning';

/** One way in which hooks fail silently. */
export interface Cause {
  readonly severity: Severity;
  readonly title: string;
  /** How `doctor` detects it. */
  readonly found: string;
  /** What to do; `{placeholders}` are filled in for each finding. */
  readonly fix: string;
}

const init = 'run: anyhook init --host {host} --scope {scope}';

/** Every cause that `doctor` knows; docs and tests read the same rows. */
export const causes = {
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
  'variable-ignored': {
    severity: 'warning',
    title: 'a variable of this shell does not count in agents',
    found: 'it would loosen something, and differs from what init fixed in the launcher',
    fix: 'unset it, or run with it set: anyhook init',
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
  'hook-file-broken': {
    severity: 'dead',
    title: 'a hook or config file has an error',
    found: 'the file, or part of it, does not load',
    fix: 'fix the line, then run: anyhook validate',
  },
  'package-changed': {
    severity: 'warning',
    title: 'a package of hooks is not as it was added',
    found: 'files of it are changed or missing, compared with the lock file',
    fix: 'run: anyhook update {package} --restore; or take it away: anyhook remove {package}',
  },
  'often-approved': {
    severity: 'warning',
    title: 'hooks stop what people mean',
    found: 'more than 5 % of the calls that were stopped in the last 7 days were approved (at least 20 were stopped)',
    fix: 'see which (anyhook approvals --all), and let what is meant pass with a rule: docs/guides/protect-a-project.md',
  },
  'guard-file-idle': {
    severity: 'warning',
    title: 'a file with rules of the guard is read by no hook',
    found: 'rules or packs in a guard folder, and no hook of the config beside it uses the guard',
    fix: 'run: anyhook new --preset shell-guard',
  },
  'no-hooks': {
    severity: 'warning',
    title: 'there are no hooks here',
    found: 'neither the project nor the user config has any hook',
    fix: 'choose some: anyhook init',
  },
  'not-trusted': {
    severity: 'dead',
    title: 'a project hook is not trusted',
    found: 'you have not reviewed it on this machine yet',
    fix: 'review and approve it: anyhook trust',
  },
  'changed-since-trusted': {
    severity: 'dead',
    title: 'a hook changed after it was trusted',
    found: 'one of its files differs from the trusted version; until you trust it again, its events ask or are denied',
    fix: 'review the change and approve it again: anyhook trust',
  },
  'not-yet-covered': {
    severity: 'warning',
    title: 'trust does not cover all that a hook runs yet',
    found: 'an earlier version recorded the trust and did not know all files that the hook runs; it runs as before',
    fix: 'review what it runs and approve it: anyhook trust',
  },
  'runs-uncovered': {
    severity: 'warning',
    title: 'a hook runs something that trust does not cover',
    found:
      'what it runs cannot be found by reading, or is installed: a change of it is not noticed, and you accepted that',
    fix: 'start a file by its plain path, or leave it as you accepted it (see: anyhook trust --list)',
  },
  'hook-disabled': {
    severity: 'warning',
    title: 'a hook is switched off',
    found:
      'it has "enabled: false", or a disabled list names it (SA_DISABLED_HOOKS counts for policies of Flow Agents)',
    fix: 'enable {hook} again; it is switched off by: {why}',
  },
  'file-waits': {
    severity: 'warning',
    title: 'hooks of a file are not switched on yet',
    found: 'earlier versions of anyhook did not read such files, and nobody was asked since',
    fix: 'review and switch them on: anyhook trust, or anyhook init',
  },
  'not-in-profile': {
    severity: 'warning',
    title: 'a hook does not run in this profile',
    found:
      'its "profiles" do not include the active profile ("profile" in a config; SA_HOOK_PROFILE counts for policies of Flow Agents)',
    fix: 'add the profile to "profiles" of {hook}, or switch profile in the config: "profile: {profiles}"',
  },
  'script-missing': {
    severity: 'dead',
    title: 'the script of a hook is missing',
    found: 'the file that the hook starts does not exist',
    fix: 'put the script at {file}, or fix the path in {source}',
  },
  'script-not-executable': {
    severity: 'dead',
    title: 'the script of a hook is not executable',
    found: 'the hook starts the file directly, and the file has no executable bit',
    fix: 'run: chmod +x {file}',
  },
  'script-with-cr': {
    severity: 'dead',
    title: 'the first line of a script ends with CRLF',
    found: 'the system looks for an interpreter whose name ends with a carriage return',
    fix: "run: sed -i 's/\\r$//' {file}",
  },
  'interpreter-missing': {
    severity: 'dead',
    title: 'the interpreter of a hook is missing',
    found: 'the first line of the script, or the command of the hook, names a program that is not on PATH',
    fix: 'install {program}, or use another one in {file}',
  },
  'no-model': {
    severity: 'dead',
    title: 'a prompt hook has no model',
    found: 'the config has no "model", or the variable with its API key is not set',
    fix: 'set "model" in the user config, and {variable} in the environment of the agent',
  },
  'address-not-allowed': {
    severity: 'dead',
    title: 'the URL of an http hook is not allowed',
    found: 'no "http.allow" prefix in the user or managed config matches it',
    fix: 'add it to the user config: http: { allow: ["{address}"] }',
  },
  'matcher-case': {
    severity: 'dead',
    title: 'a matcher differs from a tool name only in case',
    found: 'no tool of its format or of a connected agent matches, but one would if case were ignored',
    fix: 'write "{name}" in the matcher of {hook}',
  },
  'matcher-unknown-tool': {
    severity: 'warning',
    title: 'a matcher matches no known tool',
    found: 'no tool of its format or of a connected agent has this name; a plugin may still add one',
    fix: 'check the name in the matcher of {hook}{hint}',
  },
  'not-connected': {
    severity: 'dead',
    title: 'an agent is installed but not connected',
    found: 'its program is on PATH and hooks need its events, but no entry calls anyhook',
    fix: 'run: anyhook init --host {host}',
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
    fix: 'keep only one: anyhook uninstall --host {host} --scope {scope}, or remove one by hand',
  },
  'entry-by-hand': {
    severity: 'warning',
    title: 'an entry was written by hand',
    found: 'it calls anyhook but init did not write it and will not change it; its timeout may be too short',
    fix: 'remove it from {file}, then run: anyhook init --host {host} --scope {scope}',
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
    fix: 'use an event that can stop the agent (see: anyhook matrix --host {host}), or, if {hook} never denies, set blocking: false in its override',
  },
  'time-too-short': {
    severity: 'warning',
    title: 'a hook may take longer than its entry allows',
    found: 'its timeout is longer than the timeout of the entry',
    fix: 'run: anyhook init --host {host} --scope {scope}, or give {hook} a shorter timeout',
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
    fix: 'remove that from {file}, then run: anyhook init --host {host} --scope {scope}',
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
    found: 'the launcher names a Node.js that does not exist, and PATH has none',
    fix: 'install Node.js 20 or later, then run: anyhook init',
  },
  'node-moved': {
    severity: 'warning',
    title: 'Node.js has moved',
    found: 'the launcher names a Node.js that does not exist and uses the one on PATH, which some agents do not have',
    fix: 'run: anyhook init',
  },
  'node-too-old': {
    severity: 'dead',
    title: 'Node.js is too old',
    found: 'the Node.js that runs anyhook is older than version 20',
    fix: 'install Node.js 20 or later, then run with it: anyhook init',
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
    fix: 'commit the entries of the project, or run: anyhook init --host {host} --scope project --cwd {folder}',
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

export type CauseId = keyof typeof causes;
