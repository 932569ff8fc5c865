import { wordsOfName } from '@anyhook/core';

/** Fields of a shell tool other than its command. All other words of tools are in `tool-words.ts`. */
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** `dirPath` and `dir-path` are `dir_path`. */
export const toolFieldName = (name: string): string => wordsOfName(name.slice(0, 100)).join('_');

/** The folder in which a command runs. */
export const folderFields = words(
  'cwd workdir work_dir working_directory workingdirectory working_dir workingdir cwd_path current_directory current_dir ' +
    'directory directory_path dir dir_path dirpath folder folder_path path run_in',
);

/** Other names of that folder, which a tool may ignore: its usual folder counts too. */
const unusualFolderFields = words(
  'base_dir basedir base_directory base_path basepath root root_dir rootdir root_directory root_path chdir cd pwd location ' +
    'start_dir execution_dir exec_dir run_dir project_dir project_path project_root project_directory repo_path repo_dir repo_root ' +
    'workspace_dir workspace_path workspace_root absolute_path',
);

/** Folders in which a command may run: from fields with usual names, from others, and from `options: {cwd}`. */
export function namedFolders(fields: readonly (readonly [name: string, value: unknown])[]): readonly string[] {
  const usual = textsIn(fields, folderFields);
  const inner = fields.flatMap(([name, value]) =>
    optionFields.has(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
      ? textsIn(
          Object.entries(value).map(([key, one]) => [toolFieldName(key), one] as const),
          folderFields,
        )
      : [],
  );
  const others = [...textsIn(fields, unusualFolderFields), ...inner];
  return [...new Set(usual.length === 0 && others.length > 0 ? ['.', ...others] : [...usual, ...others])];
}

/** Whether a field is such a folder, or contains one. */
export const mayHoldFolder = (name: string): boolean =>
  folderFields.has(name) || unusualFolderFields.has(name) || optionFields.has(name);

const optionFields = words(
  'options opts option config settings context execution spawn_options exec_options env params',
);

const textsIn = (
  fields: readonly (readonly [name: string, value: unknown])[],
  names: ReadonlySet<string>,
): readonly string[] =>
  fields.flatMap(([name, value]) => (names.has(name) && typeof value === 'string' && value !== '' ? [value] : []));

const labelFields = words('description explanation title summary reason justification purpose id');

/** Whether a field only describes the call and is never run. */
export const isLabelField = (name: string): boolean => labelFields.has(name) || name.endsWith('_id');

/** Whether a text has keys that edit, end or leave a line, besides line feeds. */
export const hasControlKeys = (text: string): boolean => /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]|\r(?!\n)/.test(text);
