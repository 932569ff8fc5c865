import { AnyhookError } from '@anyhook/core';
import { oldCommands } from '../../old-commands.js';

/** Adapters call these, and a model reads what they print. */
const silent: ReadonlySet<string> = new Set(['run-hook', 'telemetry']);

/** Commands of earlier versions that were removed, and their replacements. */
const removedCommands: readonly (readonly [RegExp, string])[] = [
  [/^(?:engine )?bench\b/, '"anyhook bench" is gone: run "npm run bench" in a checkout of anyhook'],
  [
    /^completion\b.* --install\b/,
    '"completion --install" is gone: put "source <(anyhook completion bash)" into ~/.bashrc (zsh: ~/.zshrc), or "anyhook completion fish | source" into config.fish',
  ],
  [
    /^completion\b.* --uninstall\b/,
    '"completion --uninstall" is gone: delete the lines about anyhook in the start file of your shell; "anyhook uninstall" does it too',
  ],
];

/** Throws the replacement of a command that was removed. */
export function refuseRemoved(argv: readonly string[]): void {
  const line = (argv[0] === 'help' ? argv.slice(1) : argv).join(' ');
  const [, advice] = removedCommands.find(([pattern]) => pattern.test(line)) ?? [];
  if (advice !== undefined) throw new AnyhookError('BAD_ARGUMENT', advice);
}

/** The arguments with the new spelling of a command; `notify` names it. */
export function withNewCommand(argv: readonly string[], notify: (text: string) => void): readonly string[] {
  const [first = '', ...rest] = argv;
  if (first === 'help' && !rest[0]?.startsWith('-'))
    return [first, ...withNewCommand(rest, notify).filter((word) => !word.startsWith('-'))];
  if (first === 'snapshot') return withUndo(argv, notify);
  const words = Object.hasOwn(oldCommands, first) ? oldCommands[first] : undefined;
  if (words === undefined) return argv;
  if (!silent.has(first)) notify(`"anyhook ${first}" is now "anyhook ${words}"`);
  return [...words.split(' '), ...rest];
}

/** `snapshot list`, `snapshot diff [id]` and `snapshot restore <id>`, as options of `undo`. */
function withUndo(argv: readonly string[], notify: (text: string) => void): readonly string[] {
  const [, action = '', ...rest] = argv;
  if (action !== '' && !/^(?:list|diff|restore|-.*)$/.test(action)) return argv;
  const isNamed = rest[0] !== undefined && !rest[0].startsWith('-');
  const id = isNamed ? rest.slice(0, 1) : action === 'diff' ? ['latest'] : [];
  const options = { list: ['--list'], diff: ['--snapshot', ...id, '--dry-run'], restore: ['--snapshot', ...id] };
  const words = options[action as keyof typeof options] ?? [];
  notify(`"anyhook snapshot" is now "anyhook undo ${words.join(' ') || '--list'}"`);
  if (rest.includes('--remove-new')) notify('to remove files that are newer, name them or their folder');
  const others = isNamed && action !== 'list' ? rest.slice(1) : rest;
  return ['undo', ...words, ...(words.length === 0 ? argv.slice(1) : others).filter((word) => word !== '--remove-new')];
}
