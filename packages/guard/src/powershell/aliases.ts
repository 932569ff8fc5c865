import { cmdletAliases } from '../../.cache/powershell/aliases.js';

let aliases: ReadonlyMap<string, string> | undefined;

export function aliasedCmdlet(name: string): string | undefined {
  aliases ??= new Map(
    Object.entries(cmdletAliases).flatMap(([cmdlet, names]) =>
      names.split(' ').map((alias) => [alias, cmdlet] as const),
    ),
  );
  return aliases.get(name);
}
