import { wordsOfName } from '@anyhook/core';

/** The fields of a shell tool besides its command. All other tool words are in `tool-words.ts`. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** `dirPath` and `dir-path` are `dir_path`. */
export const toolFieldName = (name: string): string => wordsOfName(name.slice(0, 100)).join('_');

/** The folder in which a command runs. */
export const folderFields = words(
  'cwd workdir work_dir working_directory workingdirectory working_dir workingdir cwd_path current_directory current_dir ' +
    'directory directory_path dir dir_path dirpath folder folder_path path run_in',
);

const labelFields = words('description explanation title summary reason justification purpose id');

/** Whether a field only describes the call and is never run. */
export const isLabelField = (name: string): boolean => labelFields.has(name) || name.endsWith('_id');

/** Whether a text has keys that edit, end or leave a line, besides line feeds. */
export const hasControlKeys = (text: string): boolean => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/.test(text);
