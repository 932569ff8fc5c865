import { commandGroup } from '../terminal/context.js';
import { addAdd } from './add.js';
import { addConvert } from './convert.js';
import { addImport } from './import.js';
import { addMatrix } from './matrix.js';
import { addNew } from './new.js';
import { addPrompt } from './prompt.js';
import { addRemove } from './remove.js';
import { addTest } from './test.js';
import { addUpdate } from './update.js';
import { addValidate } from './validate.js';

/** `anyhook hooks`: write, test and convert hooks, and install those of others. */
export const addHooks = commandGroup(
  'hooks',
  {
    summary: 'write, test, install and convert hooks',
    description: 'Writes, tests and converts hooks, and installs packages of them. To list hooks: "anyhook list".',
    examples: ['anyhook hooks new', 'anyhook hooks test', 'anyhook hooks add github:owner/name'],
  },
  [addNew, addTest, addValidate, addConvert, addMatrix, addPrompt, addAdd, addUpdate, addRemove, addImport],
);
