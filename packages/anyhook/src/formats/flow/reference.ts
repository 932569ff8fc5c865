import type { FormatReference } from '../kit/reference.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'flow: policies, modules and commands of the config',
  found: '`hooks:` in `.agents/anyhook.yaml`, in the user config and in the managed config.',
  schemas: {},
  answers: [
    'A command (`run:`) gets the native payload on stdin. Exit 0 passes, exit 2 blocks with stderr as the reason, any other exit is a failure.',
    'Text after a line `---` that follows an empty line on stdout is guidance for the model.',
    'Builtins and modules answer in canonical words. The fields of an entry are in [config](../config.md), the builtins in [builtins](../builtins.md).',
  ],
};
