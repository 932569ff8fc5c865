import type { Cause } from './cause.js';

/** Causes in hooks themselves: their files, trust, scripts and matchers. */
export const hookCauses = {
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
  'file-of-other-users': {
    severity: 'dead',
    title: 'another user can write a hook file',
    found:
      'the file, or a folder above it, belongs to another user or is writable by others, so it is not loaded and guarded calls ask',
    fix: 'check what is in it, then run: {repair}',
  },
  'config-loosened': {
    severity: 'dead',
    title: 'your config guards less than before',
    found:
      'a guard in your config was removed, switched off or weakened, and the change is not confirmed; until it is, guarded calls ask',
    fix: 'restore it or, if you made the change, confirm it: anyhook trust',
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
} as const satisfies Readonly<Record<string, Cause>>;
