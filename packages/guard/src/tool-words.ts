/**
 * The meaning of tool names and their fields. All readers of unknown tools' calls use these words, so a command for one
 * guard is a command for the other.
 */
const words = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.join(' ').split(' '));

const command =
  'command commands cmd cmds cmdline cmdlines cmd_line commandline commandlines command_line command_lines shell_command ' +
  'shellcommand bash_command shell_cmd bash_cmd full_command raw_command command_string command_text bash shell sh zsh ' +
  'powershell terminal_command run_command cli_command exec_command shell_script bash_script cli';
const executable = 'program programs executable exe binary bin exec';
const argument = 'args argv arguments argument params parameters arg_list arglist argument_list args_list';
const keys = 'keys keystrokes key_sequence chars characters stdin';
const path =
  'path paths file_path filepath absolute_path absolutepath abs_path relative_path relativepath full_path notebook_path ' +
  'target_file file files filename file_name include';

/** What a field contains, by its `toolFieldName`. */
export const toolFields = {
  /** A command, whatever the tool is called. */
  command: words(command),
  /** A command or code, if the tool runs what it gets. */
  run: words('script scripts code run line lines', executable, argument),
  /** A command, if the tool runs commands. */
  commandText: words(
    'input text body content data source snippet cell statement expression expr query string value raw payload message msg ' +
      'action operation instruction execute send buffer stdin',
  ),
  executable: words(executable),
  /** Code in the tool's language, or in an unnamed one. */
  code: words(
    'code script scripts source program cell cell_source expression expr snippet statement python javascript js',
  ),
  /** What a tool types into a terminal. */
  typed: words('input text data content line lines key raw sequence buffer payload string value', keys),
  keys: words(keys),
  /** A running program. */
  session: words(
    'session_id sessionid session session_name terminal_id terminal process_id pid tty pane pane_id window window_id tab tab_id',
  ),
  /** The program, if its arguments are in another field; `file` only together with such a field. */
  program: words('command cmd', executable),
  programFile: words('file'),
  /** The same, together with a text or a list of its arguments. */
  programName: words('name path tool utility'),
  argument: words(argument, 'options flags subcommand switches'),
  /** More arguments, if there are any of the fields above. */
  operand: words('operands operand positional positionals targets target files paths'),
  host: words('host hostname server container container_id pod instance machine ssh_host'),
  sql: words(
    'sql query statement queries statements stmt stmts sql_query sql_text sql_statement query_text query_string q',
  ),
  url: words('url urls uri href link links address endpoint prompt'),
  /** A file of an agent's own tools. */
  ownPath: words(path),
  /** A file of any other tool. */
  path: words(
    path,
    'uri file_uri location directory dir folder dir_path directory_path folder_path output out output_path output_file outfile out_file ' +
      'save_path save_as target_path local_path file_paths pathname relative_workspace_path',
  ),
  from: words('source sources src from old_path oldpath source_path source_file origin old_name from_path'),
  to: words(
    'destination destinations dst dest to new_path newpath destination_path dest_path destination_file target targets new_name ' +
      'to_path into save_to save_dir download_to download_path download_dir extract_to extract_path extract_dir out_dir outdir ' +
      'output_dir output_directory output_folder dest_dir dest_folder target_dir target_directory target_folder ' +
      'destination_dir destination_directory destination_folder to_dir mount_point mountpoint',
  ),
  /** What one step of a call does. */
  step: words('command operation op action type mode kind method tool tool_name toolname function'),
  /** The same, if a call's arguments are next to it: `{name, arguments}`. */
  callee: words('name id'),
  /** A path next to one of these is in a repository or a store elsewhere. */
  elsewhere: words('repo repository project_id bucket workspace_id drive_id site_id'),
  /** The text of a file. */
  content: words('content contents old_text new_text old_string new_string text body description explanation'),
} as const;

/** What the words in a tool's name mean. */
export const toolWords = {
  /** It runs what it gets. */
  runs: words(
    'terminal shell bash sh zsh powershell pwsh exec execute run eval evaluate keys stdin pty console tmux ssh repl python ' +
      'cell subprocess process spawn popen launch command cmd input',
  ),
  /** It types what it gets. */
  types: words(
    'terminal shell bash sh zsh powershell pwsh keys stdin pty console term tmux ssh repl tty iterm iterm2 wezterm kitty zellij',
  ),
  database: words(
    'sql query statement stmt postgres postgresql mysql sqlite mariadb db database clickhouse bigquery snowflake duckdb supabase neon psql',
  ),
  /** It is about the page in a browser, not about this machine. */
  browser: words('browser page puppeteer playwright chrome chromium devtools selenium webdriver'),
  /** It is about what a cloud has. */
  aws: words('aws'),
  delete: words(
    'delete del remove rm rmdir unlink trash erase purge wipe destroy rmtree deltree rmrf shred nuke removedir deletedir ' +
      'removefile deletefile removedirectory deletedirectory',
  ),
  move: words('move mv rename movefile renamefile'),
  copy: words('copy cp duplicate copytree cptree copydir copyfile copydirectory'),
  sync: words('sync synchronize synchronise mirror rsync replicate'),
  permit: words('chmod fchmod lchmod'),
  own: words('chown chgrp lchown fchown'),
  link: words('symlink symlinks softlink hardlink link ln junction mklink'),
  mount: words('mount'),
  unpack: words('extract unpack unzip untar decompress'),
  write: words(
    'write edit create update replace insert append patch save put store modify touch overwrite truncate download export format apply',
  ),
  send: words('upload send attach share post publish'),
  read: words('read view cat get open load show head tail grep search fetch print include resource'),
} as const;

/** Words in the names of tools that run commands, and of those that run something else. */
export const commandWords = {
  runs: words(
    'exec execute command cmd shell bash sh zsh terminal term process subprocess spawn popen powershell pwsh',
  ),
  others: words(
    'agent agents prompt chat llm model task workflow flow query search sql graphql request http api test tests tool tools ' +
      'plan action actions node function functions message notebook cell python javascript',
  ),
} as const;

/** Words of a tool or server that is named for a program, and the program. */
export const programWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...words(
        'git gh glab kubectl oc helm docker podman terraform terragrunt tofu pulumi aws gcloud gsutil az doctl heroku vercel ' +
          'netlify flyctl wrangler firebase supabase npm rclone systemctl vault consul nomad etcdctl mysqladmin dropdb',
      ),
    ].map((name) => [name, name]),
  ),
  ...{ k8s: 'kubectl', kubernetes: 'kubectl', github: 'gh', azure: 'az', opentofu: 'tofu', fly: 'flyctl' },
  ...{ redis: 'redis-cli', valkey: 'redis-cli' },
};

/** The same for programs that take their text as one word. */
export const codeProgramWords: Readonly<Record<string, string>> = {
  ...{ mongo: 'mongosh --eval', mongosh: 'mongosh --eval', mongodb: 'mongosh --eval' },
  ...{ osascript: 'osascript -e', applescript: 'osascript -e' },
};

/** Words in the names of a terminal server's tools that type what they get. */
export const typingWords = words('type write send input paste enter press exec execute run text line keypress key raw');

/** Words that say that a tool sets something. */
export const changeWords = words('set change fix grant add reset make revoke');

/** What a tool that sets something sets, and the fields with its value. */
export const permissionWords = {
  mode: words('permission permissions perm perms mode chmod executable readonly acl'),
  owner: words('owner ownership'),
  modeFields: words('mode modes permission permissions perm perms octal chmod mask file_mode filemode'),
  ownerFields: words('owner user uid owner_id group gid username'),
} as const;

/** Words of tools for whole folders. */
export const folderWords = {
  folder: words('directory directories dir dirs folder folders tree subtree recursive recursively copytree cptree'),
  file: words('file files copyfile'),
  recursive: words('recursive recursively recurse'),
  /** Nothing else stays in the target. */
  exact: words('mirror exact prune clean extraneous'),
  empties: words('clear empty clean flush'),
  /** A server with nothing but files. */
  server: words('fs file files filesystem filesystems disk desktop commander'),
  linkFields: words('link link_path linkpath link_name linkname link_file new_link symlink symlink_path location'),
} as const;
