import { slashedPath } from '@anyhook/core';
/**
 * What a file holds: nothing but hooks, hooks below its key `hooks`, hooks in its frontmatter, hooks as tables of a TOML
 * file, or code that the agent itself loads.
 */
export type HookFileKind = 'hooks' | 'settings' | 'frontmatter' | 'toml' | 'code';

/** Where an agent keeps hooks that anyhook does not read. */
interface UnreadHookPlace {
  readonly agent: string;
  readonly kind: HookFileKind;
  /** Files of a project; `{name}` stands for any name, or for a part of one. */
  readonly project: readonly string[];
  /** Files below the user's home folder. */
  readonly user: readonly string[];
}

const row = (
  agent: string,
  kind: HookFileKind,
  project: readonly string[],
  user: readonly string[] = project,
): UnreadHookPlace => ({ agent, kind, project, user });

/**
 * Hook files of agents, as `list` and `validate` name them: seen, and not run on other agents. Looked for by commands for
 * people only, never for an event. A reader for one of them takes its row out of this table.
 */
export const unreadHookPlaces: readonly UnreadHookPlace[] = [
  row('Kimi CLI', 'toml', [], ['.kimi/config.toml']),
  row(
    'opencode',
    'code',
    ['.opencode/plugin/{name}', '.opencode/plugins/{name}'],
    ['.config/opencode/plugin/{name}', '.config/opencode/plugins/{name}', '.opencode/plugins/{name}'],
  ),
  row(
    'pi',
    'code',
    ['.pi/extensions/{name}', '.pi/extensions/{name}/index.ts'],
    ['.pi/agent/extensions/{name}', '.pi/agent/extensions/{name}/index.ts'],
  ),
  row('Claude Code', 'frontmatter', [
    '.claude/skills/{name}/SKILL.md',
    '.claude/agents/{name}.md',
    '.claude/commands/{name}.md',
  ]),
  // In the repository of a plugin.
  row('Claude Code', 'frontmatter', ['skills/{name}/SKILL.md', 'agents/{name}.md', 'commands/{name}.md'], []),
];

/** The row for a file, by the end of its path, wherever its project is. */
export function unreadHookPlaceOf(path: string): UnreadHookPlace | undefined {
  return unreadHookPlaces.find(({ project, user }) => [...project, ...user].some((place) => endsLike(path, place)));
}

const endsLike = (path: string, place: string): boolean =>
  new RegExp(`(?:^|/)${placeSource(place)}$`, 's').test(slashedPath(path));

const placeSource = (place: string): string =>
  place
    .split('{name}')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
