/**
 * What a file holds: nothing but hooks, hooks below its key `hooks`, hooks in its frontmatter, hooks as tables of a TOML
 * file, or it is one hook itself.
 */
export type HookFileKind = 'hooks' | 'settings' | 'frontmatter' | 'toml' | 'script';

/** Where an agent keeps hooks that anyhook does not read. */
export interface UnreadHookPlace {
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
  row('Gemini CLI', 'settings', ['.gemini/settings.json']),
  row('Gemini CLI', 'hooks', ['.gemini/extensions/{name}/hooks/hooks.json']),
  row('Copilot CLI', 'hooks', ['.github/hooks/{name}.json'], ['.copilot/hooks/{name}.json']),
  row('Kimi CLI', 'toml', [], ['.kimi/config.toml']),
  row('Cline CLI', 'script', ['.clinerules/hooks/{name}'], ['.cline/hooks/{name}', 'Documents/Cline/Hooks/{name}']),
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

const endsLike = (path: string, place: string): boolean => new RegExp(`(?:^|/)${placeSource(place)}$`, 's').test(path);

const placeSource = (place: string): string =>
  place
    .split('{name}')
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
