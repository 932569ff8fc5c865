import { readFileSync } from 'node:fs';
import { unreadHookPlaces } from '../../packages/anyhook/.cache/agents/hook-files.js';
import { codes, page, table } from './markdown.js';

type Figures = Readonly<
  Record<'files' | 'wholeFiles' | 'handlers' | 'loaded' | 'leftOut' | 'refused' | 'unread' | 'warnings', number>
>;

/** docs/reference/formats.md, from the results in packages/anyhook/bench/corpus.json and the table of hook files that are not read. */
export function hookFilesPage(): string {
  const figures = JSON.parse(readFileSync('packages/anyhook/bench/corpus.json', 'utf8')) as Readonly<
    Record<string, Figures>
  >;
  return page(
    'Hook files that people have',
    'packages/anyhook/bench/corpus.json and packages/anyhook/src/agents/hook-files.yaml',
    'How anyhook reads a set of hook files from public repositories. The readers were developed with this set, so the figures for other files may be lower. A person assigned each file its dialect; a file whose path is one of Claude Code is loaded as such. A file loads completely if none of its handlers is refused. Left out: handlers that only their own agent can run, with a warning. Not read: handlers in files that no reader supports yet; `anyhook list` and `anyhook hooks validate` name those files. A warning does not change the hook.',
    table(
      ['dialect', 'files', 'load completely', 'handlers', 'loaded', 'left out', 'refused', 'not read', 'warnings'],
      Object.entries(figures).map(([name, one]) => [
        name,
        ...[
          one.files,
          one.wholeFiles,
          one.handlers,
          one.loaded,
          one.leftOut,
          one.refused,
          one.unread,
          one.warnings,
        ].map(String),
      ]),
    ),
    'The refused handlers of `claude-plugin` are of a type that Claude Code also refuses.',
    '## Found but not read',
    'Files that `list` and `validate` name in one line if they contain hooks that `anyhook init` did not write. anyhook does not run these hooks on other agents yet; their own agent does. They are not read for events. Plugins that a user installed and enabled in Claude Code are named in the same way.',
    table(
      ['agent', 'files of a project', "files of the user's home folder"],
      unreadHookPlaces.map(({ agent, project, user }) => [agent, codes(project), codes(user)]),
    ),
    '## Repeat it',
    'Write a file with one JSON object on each line (`repo`, `path`, `commit`, `dialect`, `text`), then:',
    '```sh\nnpm run corpus -- --set files.jsonl          # a table, and the causes\nnpm run corpus -- --set files.jsonl --json\n```',
  );
}
