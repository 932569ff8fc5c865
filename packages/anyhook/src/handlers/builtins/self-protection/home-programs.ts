/**
 * Programs that install user files into the home folder, whatever folder they start in, and the subcommands that do; no
 * words: always.
 */
export const homePrograms: Readonly<Record<string, string>> = {
  // A name comes before the subcommand.
  vcsh: 'clone pull upgrade checkout merge rebase switch reset stash restore revert apply am',
  chezmoi: 'apply update --apply -a --one-shot --watch',
  homesick: 'link symlink pull rc',
  homeshick: 'link symlink pull',
  rcup: '',
  dotbot: '',
  dotdrop: 'install uninstall',
  dotter: 'deploy watch',
  tuckr: 'add set',
  bombadil: 'link',
  'toml-bombadil': 'link',
  mackup: 'restore link',
  lnk: 'pull init restore',
  'home-manager': 'switch',
  // The same as git, and more: its row has the rest.
  yadm: 'clone',
};
