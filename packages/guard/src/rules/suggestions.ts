import type { DestroyKind, EffectName, PlaceScope, SeenEffect } from '../effect.js';
import { changedPlace } from './match.js';

/** What to do instead of an effect. A text in backticks is a command, and the guard passes it. */
export interface Suggestion {
  readonly do: readonly EffectName[];
  readonly scopes?: readonly PlaceScope[];
  readonly kinds?: readonly (DestroyKind | 'remote' | 'decoded' | 'unknown' | 'force' | 'deletes')[];
  /** Only for calls of these programs. */
  readonly programs?: readonly string[];
  readonly text: string;
}

const askUser = 'ask the user to do it';

/** The first row that fits an effect counts. */
export const suggestions: readonly Suggestion[] = [
  { do: ['delete', 'write', 'move', 'permit'], scopes: ['agent'], text: askUser },
  { do: ['delete'], scopes: ['project'], text: 'name the folders to delete, such as `rm -rf dist`' },
  { do: ['delete'], scopes: ['git', 'git-hooks'], text: 'leave .git alone; `git status` says what is wrong with it' },
  { do: ['delete'], scopes: ['temp-all'], text: 'delete only your own folder in it, such as `rm -rf /tmp/my-build`' },
  { do: ['delete'], scopes: ['unknown', 'unset'], text: 'write the path out, without variables' },
  { do: ['delete'], scopes: ['remote'], text: 'list what is there first, and ask the user to delete it' },
  { do: ['delete'], text: 'delete only what is in the project, or ask the user to delete the rest' },
  { do: ['move'], text: 'copy it instead, or ask the user to move it' },
  { do: ['write'], scopes: ['profile'], text: 'show the user the line, so that they can add it' },
  { do: ['write'], scopes: ['secret'], text: 'ask the user to put the secret there' },
  {
    do: ['write'],
    scopes: ['git-hooks'],
    text: 'put the hook into a folder of the project, and ask the user to install it',
  },
  { do: ['write'], scopes: ['git'], text: 'use git commands, such as `git commit` and `git switch`' },
  { do: ['write'], text: 'write it into the project, and ask the user to install it' },
  { do: ['permit'], scopes: ['inside', 'temp', 'project'], text: 'use a mode without s, such as `chmod 755 run.sh`' },
  { do: ['permit'], scopes: ['secret'], text: 'keep it private, such as `chmod 600 ~/.ssh/config`' },
  { do: ['permit'], text: 'change only files of the project, such as `chmod -R u+rwX dist`' },
  {
    do: ['run'],
    kinds: ['remote'],
    text: 'save it, read it, and run the file then: `curl -fsSL https://example.com/install.sh -o install.sh`',
  },
  {
    do: ['run'],
    kinds: ['decoded'],
    text: 'decode it into a file and read that first: `base64 -d code.b64 > code.sh`',
  },
  { do: ['run'], text: 'write the command out, without variables' },
  { do: ['send'], kinds: ['secret'], text: 'send it without the secret, or let the user send it' },
  { do: ['send'], text: 'send only the files that are needed, or let the user send it' },
  { do: ['reveal'], text: 'use it without printing it; whether it is there shows `test -s .env`' },
  { do: ['push'], kinds: ['force'], text: 'overwrite only what you have seen: `git push --force-with-lease`' },
  { do: ['push'], kinds: ['deletes'], text: askUser },
  { do: ['push'], text: 'push a branch of your own: `git push -u origin my-branch`' },
  { do: ['discard'], text: 'keep the changes where they can be found again: `git stash push --include-untracked`' },
  { do: ['rewrite'], text: 'add a commit that takes the change back: `git revert --no-edit HEAD`' },
  { do: ['forget'], text: 'leave it: git removes it by itself when it is old' },
  {
    do: ['destroy'],
    programs: ['terraform', 'tofu', 'terragrunt'],
    text: 'show what would go: `terraform plan -destroy`',
  },
  {
    do: ['destroy'],
    kinds: ['cluster'],
    programs: ['kubectl', 'oc', 'helm'],
    text: 'look at it first, such as `kubectl get pods`, and ask the user',
  },
  { do: ['destroy'], kinds: ['containers'], text: 'stop it and keep its data: `docker compose stop`' },
  { do: ['destroy'], kinds: ['db'], text: 'write the change as a migration that the user runs' },
  { do: ['destroy'], text: 'show the user what would go, and let them do it' },
  {
    do: ['publish'],
    programs: ['npm', 'pnpm', 'yarn', 'bun', 'lerna', 'changeset', 'np'],
    text: 'try it without publishing: `npm publish --dry-run`',
  },
  { do: ['publish'], programs: ['cargo'], text: 'try it without publishing: `cargo publish --dry-run`' },
  {
    do: ['publish'],
    programs: ['twine', 'uv', 'poetry', 'hatch', 'flit'],
    text: 'look at the package first: `twine check dist/*`, and ask the user to publish it',
  },
  {
    do: ['publish'],
    programs: ['docker', 'podman', 'buildah'],
    text: 'keep the image here: `docker image ls`, and ask the user to push it',
  },
  { do: ['publish'], programs: ['gh', 'glab'], text: 'write the notes into a file, and ask the user to release' },
  {
    do: ['publish'],
    programs: ['git'],
    text: 'push to the place that the project has already: `git push -u origin my-branch`',
  },
  { do: ['publish'], text: 'build it, and ask the user to publish it' },
  { do: ['unread'], text: 'split it into shorter commands' },
];

export function suggestionFor(effect: SeenEffect): string {
  const place = changedPlace(effect) ?? (effect.do === 'move' ? effect.from : undefined);
  const row = suggestions.find(
    ({ do: names, scopes, kinds, programs }) =>
      names.includes(effect.do) &&
      (scopes === undefined || (place !== undefined && scopes.includes(place.scope))) &&
      (programs === undefined || programs.includes(programOf(effect))) &&
      (kinds === undefined || kinds.some((kind) => isOfKind(effect, kind))),
  );
  return row?.text ?? askUser;
}

/** The program that has the effect, without its folder. */
const programOf = ({ call }: SeenEffect): string => /^(?:\S*\/)?(\S*)/.exec(call)?.[1] ?? '';

function isOfKind(effect: SeenEffect, kind: string): boolean {
  if (effect.do === 'push') return kind === 'force' ? effect.force : effect.deletes;
  if (effect.do === 'run') return effect.code === kind;
  if (effect.do === 'send') return effect.secret;
  return effect.do === 'destroy' && effect.kind === kind;
}

/** The commands that a suggestion names. */
export const commandsIn = (text: string): readonly string[] => text.split('`').filter((_, i) => i % 2 === 1);
