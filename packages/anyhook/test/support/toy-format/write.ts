import { stringify } from 'yaml';
import { type FileToWrite, type HookWriter, withEnv } from '../../../src/formats/kit/hook-draft.js';
import { scriptText } from '../../../src/formats/kit/script-template.js';
import { toyProtocol } from './protocol.js';

/** Writes `.toy/<name>.toy` and its script. */
export const toyWriter: HookWriter = {
  fields: new Set(['tool', 'timeoutMs']),
  handlers: new Set(['command']),
  protocol: toyProtocol,
  script: (_language, facts) => ({
    ...scriptText({ sh: script, py: script, js: script }, 'sh', facts, { protocol: ['Exit 3 blocks.'] }),
    refuses: false,
  }),
  onlyLanguage: { language: 'sh', why: 'toy hooks are shell scripts' },
  testFolder: () => '.toy',
  write({ name, event, tool, handler }): readonly FileToWrite[] {
    const own: readonly FileToWrite[] =
      handler.kind === 'script' ? [{ path: `.toy/${name}.sh`, text: handler.text, executable: true }] : [];
    const run = own[0]?.path ?? (handler.kind === 'command' ? withEnv(handler) : '');
    const text = stringify({ name, when: event, ...(tool !== undefined && { tools: tool }), run });
    return [{ path: `.toy/${name}.toy`, text }, ...own];
  },
};

const script = '#!/bin/sh\n{{comment}}\ncat >/dev/null\n';
