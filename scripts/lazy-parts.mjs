// The modules that the program loads when one of their functions is first called, by the part of dist/run that they are in.
// Sources import them like any other module. The build gives a function that loads the part to everyone who imports one of them,
// except to modules of the same part, so a listed module exports only functions and types. What a part imports besides is loaded
// with it. `*` stands for one folder or file: what fits for each is a part of its own.
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

const guard = 'packages/guard/src';
const product = 'packages/anyhook/src';
const parser = 'node_modules/unbash/dist';

/** @type {Readonly<Record<string, readonly string[]>>} */
const lists = {
  // An event of the agent comes, or a hook of its format is there: both share its tables.
  'agents-*': [`${product}/agents/*/codec.ts`, `${product}/agents/*/format-codec.ts`],
  // A hook of the format is there.
  'formats-*': [`${product}/formats/*/codec.ts`],
  // A call names files of agents or of anyhook, or programs that change them.
  'handlers-builtins-self-protection-input-texts': [`${product}/handlers/builtins/self-protection/input-texts.ts`],
  'handlers-builtins-self-protection-own-commands': [`${product}/handlers/builtins/self-protection/own-commands.ts`],

  // A command has effects, or a hook has settings: most of what settings need, rules need as well.
  'guard-judgement': [
    `${guard}/places/observe.ts`,
    `${guard}/rules/config.ts`,
    `${guard}/rules/guard-file.ts`,
    `${guard}/rules/judge.ts`,
    `${guard}/rules/match.ts`,
  ],
  // A command is denied, or a person is asked.
  'guard-rules-reason': [`${guard}/rules/approval.ts`, `${guard}/rules/describe.ts`, `${guard}/rules/reason.ts`],
  // A command names a place: many only start a program.
  'guard-places': [`${guard}/places/container-place.ts`, `${guard}/places/paths.ts`, `${guard}/places/scope.ts`],
  // It may hold a secret: any file that is not the project itself.
  'guard-places-secret-places': [`${guard}/places/secret-places.ts`],
  // A call of a tool that is not a shell, or of a shell with more than a command.
  'guard-tools': [`${guard}/tool-patch.ts`, `${guard}/tool-texts.ts`, `${guard}/tools.ts`, `${guard}/typed-text.ts`],

  // What is rare in shell text.
  'guard-shell-braces': [`${guard}/shell/braces.ts`],
  'guard-shell-hidden-names': [`${guard}/shell/hidden-names.ts`],
  'guard-shell-loops': [`${guard}/shell/loops.ts`],
  'guard-shell-numbers': [`${guard}/shell/numbers.ts`],
  'guard-shell-parameters': [`${guard}/shell/parameters.ts`],
  'guard-shell-printf': [`${guard}/shell/printf.ts`],
  'guard-shell-rare-builtins': [`${guard}/shell/rare-builtins.ts`],
  'guard-parser-arithmetic': [`${parser}/arithmetic-parts.js`],
  'guard-parser-escapes': [`${parser}/ansi-c.js`],

  // A command calls a program that has no code of its own, and one that a pack knows.
  'guard-packs-names': [`${guard}/packs/index.ts`],
  'guard-packs': [`${guard}/packs/load-packs.ts`, `${guard}/packs/match-pack.ts`, `${guard}/packs/pack.ts`],
  'guard-packs-table-*': ['packages/guard/.cache/packs/up-to-*.ts'],
  'guard-packs-editor-commands': [`${guard}/packs/editor-commands.ts`],
  'guard-packs-known-hosts': [`${guard}/packs/known-hosts.ts`],

  // A command calls one of these programs.
  'guard-programs-archive': [`${guard}/programs/archive.ts`],
  'guard-programs-build-tools': [`${guard}/programs/build-tools.ts`],
  'guard-programs-clones': [`${guard}/programs/clones.ts`],
  'guard-programs-containers': [`${guard}/programs/containers.ts`],
  'guard-programs-data': [
    `${guard}/programs/command-readers.ts`,
    `${guard}/programs/sqlite.ts`,
    `${guard}/programs/test-databases.ts`,
  ],
  'guard-programs-decoders': [`${guard}/programs/decoders.ts`],
  'guard-programs-delete': [`${guard}/programs/rm.ts`],
  'guard-programs-files': [`${guard}/programs/copy.ts`, `${guard}/programs/write.ts`],
  'guard-programs-filters': [`${guard}/programs/filters.ts`, `${guard}/programs/tr.ts`],
  'guard-programs-find': [`${guard}/programs/find.ts`, `${guard}/programs/xargs.ts`],
  'guard-programs-git': [`${guard}/programs/git/git.ts`],
  'guard-programs-interpreters': [`${guard}/programs/interpreters.ts`],
  'guard-programs-interpreter-uses': [`${guard}/programs/interpreter-uses.ts`],
  'guard-programs-network': [
    `${guard}/programs/connect.ts`,
    `${guard}/programs/curl.ts`,
    `${guard}/programs/download.ts`,
    `${guard}/programs/file-servers.ts`,
    `${guard}/programs/remote-copy.ts`,
    `${guard}/programs/senders.ts`,
  ],
  'guard-programs-npm': [`${guard}/programs/npm.ts`],
  'guard-programs-other-interpreters': [`${guard}/programs/other-interpreters.ts`],
  'guard-programs-shells': [`${guard}/programs/env.ts`, `${guard}/programs/shells.ts`],
  'guard-programs-text': [`${guard}/programs/names.ts`, `${guard}/programs/text.ts`],
  'guard-programs-unread-languages': [`${guard}/programs/unread-languages.ts`],
  'guard-programs-wrappers': [`${guard}/programs/wrappers.ts`],
  // It sets a variable that programs run, or prints settings with secrets.
  'guard-programs-program-variables': [`${guard}/programs/program-variables.ts`],
  'guard-programs-setting-names': [`${guard}/programs/setting-names.ts`],

  // A command has text of another language; each language and kind of function when it appears.
  'guard-code': [`${guard}/code/run-language.ts`],
  'guard-code-awk': [`${guard}/code/awk.ts`],
  'guard-code-sed': [`${guard}/code/sed.ts`],
  'guard-code-tcl': [`${guard}/code/tcl.ts`],
  'guard-code-rare-literals': [`${guard}/code/rare-literals.ts`],
  'guard-code-sinks-javascript': ['packages/guard/.cache/code/sinks/javascript.ts'],
  'guard-code-sinks-python': ['packages/guard/.cache/code/sinks/python.ts'],
  'guard-code-sinks-others': ['packages/guard/.cache/code/sinks/others.ts'],
  'guard-code-effects': [
    `${guard}/code/database.ts`,
    `${guard}/code/file-actions.ts`,
    `${guard}/code/network-actions.ts`,
  ],
  'guard-code-run-actions': [`${guard}/code/run-actions.ts`],
  'guard-code-text-methods': [
    `${guard}/code/formatted-text.ts`,
    `${guard}/code/text-actions.ts`,
    `${guard}/code/text-methods.ts`,
  ],
  'guard-sql': [`${guard}/sql/sql.ts`],
  'guard-powershell': [
    `${guard}/powershell/cmd/run-cmd.ts`,
    `${guard}/powershell/run-powershell.ts`,
    `${guard}/powershell/windows-programs.ts`,
  ],
};

/** What fits a `*` and is no part: a kit, and the format of hooks in the config, which every start needs. */
const atStart = [`${product}/agents/kit/codec.ts`, `${product}/formats/flow/codec.ts`];

/** The parts with their modules, as paths from the root of the repository. */
export function lazyParts() {
  const parts = new Map();
  for (const [name, files] of Object.entries(lists))
    for (const [path, given] of files.flatMap((file) => (file.includes('*') ? fitting(file) : [[file, '']]))) {
      const part = name.replace('*', given);
      if (!atStart.includes(path)) parts.set(part, [...(parts.get(part) ?? []), path]);
    }
  return parts;
}

/** The files that a path with one `*` means, each with what the `*` stands for. */
function fitting(pattern) {
  const [before, after] = pattern.split('*');
  const folder = before.endsWith('/') ? before : `${dirname(before)}/`;
  const start = before.slice(folder.length);
  const [end] = after.split('/');
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => [`${folder}${name}${after.slice(end.length)}`, name.slice(start.length, name.length - end.length)])
    .filter(([path]) => existsSync(path))
    .sort();
}
