import { join } from 'node:path';
import type { HookFile, HookLoader, LoadedFile } from '../../../src/formats/kit/format.js';
import { checkSchema, parseYaml } from '../../../src/formats/kit/parse.js';
import { scriptsIn } from '../../../src/formats/kit/scripts.js';
import { toyCodec } from './codec.js';
import { toySchema } from './schema.js';

/** Finds and reads `.toy/*.toy`, one hook each. */
export const toyLoader: HookLoader = {
  fileNames: ['*.toy'],
  places: ({ root }) => [
    { scope: 'project', dir: join(root, '.toy'), root, find: { kind: 'folder', endings: ['.toy'] } },
  ],
  load,
  recognise: ({ name }) => (name.endsWith('.toy') ? 'yes' : 'no'),
};

function load(file: HookFile): LoadedFile {
  const parsed = parseYaml(file.text, file.path);
  if (!('doc' in parsed)) return { hooks: [], problems: parsed.problems };
  const { output, problems } = checkSchema(toySchema, parsed.doc);
  if (!output) return { hooks: [], problems };
  const { name, when, tools, run } = output;
  return {
    hooks: [
      {
        id: name,
        dialect: toyCodec.name,
        events: toyCodec.events[when]?.events ?? [],
        nativeEvent: when,
        scope: file.scope,
        source: file.path,
        line: 1,
        position: 0,
        root: file.root,
        enabled: true,
        blocking: true,
        async: false,
        mode: 'enforce',
        priority: 100,
        timeoutMs: 10_000,
        match: tools === undefined ? {} : { tool: { source: tools, mode: 'anchored' } },
        handler: { kind: 'command', form: 'shell', command: run, cwd: file.root },
        onFailure: 'open',
        warnOnFailure: true,
        concurrent: false,
        stopsList: false,
        parallel: false,
        recheck: true,
        profiles: [],
        files: [file.path, ...scriptsIn(run, { base: file.root, exists: file.exists })],
      },
    ],
    problems,
  };
}
