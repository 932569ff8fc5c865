import { commands } from '../../../.cache/commands.js';
import { addGroup } from '../terminal/add-command.js';
import type { RegisterCommand } from '../terminal/context.js';
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

export const addHooks: RegisterCommand = (program, context) =>
  addGroup(
    program,
    commands.hooks,
    [addNew, addTest, addValidate, addConvert, addMatrix, addPrompt, addAdd, addUpdate, addRemove, addImport],
    context,
  );
