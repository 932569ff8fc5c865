// The modules that are loaded when one of their functions is first called, by their part of dist/run. Sources import
// them like any other module. The build gives importers a function that loads the part, except for modules of the same
// part, so a listed module exports only functions and types. Other imports of a part are loaded with it. `*` matches
// one folder or file: each match is a separate part.
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';

const guard = 'packages/guard/src';
const product = 'packages/anyhook/src';
const parser = 'node_modules/unbash/dist';

/** @type {Readonly<Record<string, readonly string[]>>} */
const lists = {
  // An event of the agent arrives, or a hook of its format exists: both share its tables.
  'agents-*': [`${product}/agents/*/codec.ts`, `${product}/agents/*/format-codec.ts`],
  // A hook of the format exists.
  'formats-*': [`${product}/formats/*/codec.ts`],
  // A call names files of agents or of anyhook, or programs that change them.
  'handlers-builtins-self-protection-input-texts': [`${product}/handlers/builtins/self-protection/input-texts.ts`],
  'handlers-builtins-self-protection-own-commands': [`${product}/handlers/builtins/self-protection/own-commands.ts`],

  // A command has effects, or a hook has settings: rules need most of what settings need.
  'guard-judgement': [
    `${guard}/places/observe.ts`,
    `${guard}/rules/config.ts`,
    `${guard}/rules/guard-file.ts`,
    `${guard}/rules/judge.ts`,
    `${guard}/rules/match.ts`,
  ],
  // A command is denied, or needs approval.
  'guard-rules-reason': [`${guard}/rules/approval.ts`, `${guard}/rules/describe.ts`, `${guard}/rules/reason.ts`],
  // A command names a place; many only start a program.
  'guard-places': [`${guard}/places/container-place.ts`, `${guard}/places/paths.ts`, `${guard}/places/scope.ts`],
  // The place may contain a secret: any file outside of the project's own files.
  'guard-places-secret-places': [`${guard}/places/secret-places.ts`],
  // A call of a tool that is not a shell, or of a shell with more than a command.
  'guard-tools': [`${guard}/tool-patch.ts`, `${guard}/tool-texts.ts`, `${guard}/tools.ts`, `${guard}/typed-text.ts`],

  // Rare shell syntax.
  'guard-shell-braces': [`${guard}/shell/braces.ts`],
  'guard-shell-hidden-names': [`${guard}/shell/hidden-names.ts`],
  'guard-shell-loops': [`${guard}/shell/loops.ts`],
  'guard-shell-numbers': [`${guard}/shell/numbers.ts`],
  'guard-shell-parameters': [`${guard}/shell/parameters.ts`],
  'guard-shell-printf': [`${guard}/shell/printf.ts`],
  'guard-shell-rare-builtins': [`${guard}/shell/rare-builtins.ts`],
  'guard-parser-arithmetic': [`${parser}/arithmetic-parts.js`],
  'guard-parser-escapes': [`${parser}/ansi-c.js`],

  // A command calls a program without its own code, and one that a pack knows.
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
  // It sets a variable whose value is run, or prints settings with secrets.
  'guard-programs-program-variables': [`${guard}/programs/program-variables.ts`],
  'guard-programs-setting-names': [`${guard}/programs/setting-names.ts`],

  // A command contains text of another language; each language and kind of function on demand.
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

/** Matches of `*` that are not parts: a kit, and the format of hooks in the config, which every start needs. */
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

/** The files that match a path with one `*`, each with the text that `*` matches. */
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
