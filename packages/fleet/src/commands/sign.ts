import { resolve } from 'node:path';
import { examplesText, print } from '@anyhook/anyhook';
import { readKeys } from '../key-folder.js';
import { PublisherTree } from '../publisher-tree.js';
import type { AddFleetCommand } from './index.js';
import { keysOption, refusePublishingAgent, treeOption } from './publisher-options.js';

interface Options {
  readonly tree: string;
  readonly keys: string;
}

/** `anyhook fleet sign`: adds a signature to a document that waits for it. */
export const addFleetSign: AddFleetCommand = (fleet, { io }) => {
  fleet
    .command('sign')
    .summary('add a signature to a document that waits for it')
    .description('Signs a draft (*.draft.json) with your keys. When enough keys have signed, it becomes the document.')
    .argument('<draft>', 'the draft')
    .addOption(keysOption())
    .addOption(treeOption())
    .addHelpText('after', examplesText('anyhook fleet sign public/stable.draft.json --keys ~/my-key'))
    .action((draft: string, options: Options) => {
      refusePublishingAgent(io);
      const tree = new PublisherTree(resolve(io.cwd, options.tree));
      const { file, waits } = tree.signDraft(resolve(io.cwd, draft), readKeys(resolve(io.cwd, options.keys)));
      print(io, waits === undefined ? `wrote ${file}: put the folder on your web server` : `signed ${file}; ${waits}`);
    });
};
