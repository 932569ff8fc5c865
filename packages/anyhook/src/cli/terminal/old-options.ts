import { type Command, Option } from 'commander';

/** The names of options before version 0.2. */
const oldNames: Readonly<Record<string, string>> = { '--agent': '--host', '--format': '--dialect' };

/**
 * Accepts old names of options in all commands: they are not in the help, and `notify` names the new one. Agents call
 * `run`, and their model reads its output, so `run` accepts old names silently.
 */
export function acceptOldOptions(program: Command, notify: (text: string) => void): void {
  for (const command of program.commands) {
    acceptOldOptions(command, notify);
    for (const option of [...command.options]) {
      const name = option.long ?? '';
      const oldName = oldNames[name];
      if (oldName === undefined || command.options.some(({ long }) => long === oldName)) continue;
      const old = new Option(option.flags.replace(name, oldName)).hideHelp();
      if (option.argChoices) old.choices(option.argChoices);
      command.addOption(old).hook('preAction', () => {
        const value = command.getOptionValue(old.attributeName());
        if (value === undefined) return;
        if (command.name() !== 'run') notify(`${oldName} is now ${name}`);
        const given = command.getOptionValue(option.attributeName());
        command.setOptionValue(option.attributeName(), Array.isArray(given) ? [...given, ...value] : (given ?? value));
        command.setOptionValue(old.attributeName(), undefined);
      });
    }
  }
}
