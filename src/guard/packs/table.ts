// biome-ignore-all format: one line per pack and per program is easy to review
// Generated from the YAML files beside it by scripts/generate.ts. Do not edit; run "npm run generate".

/** Each pack as JSON, without its examples. */
export const packTexts: Readonly<Record<string, string>> = {
  trash: '{"pack":"trash","tools":["trash","trash-put","rmtrash","trash-cli"],"values":["--trash-dir","--home-fallback"],"harmless":["--help","-h","--version"],"shapes":[{"<paths old>":"delete old recursive"}]}',
  'trash-empty': '{"pack":"trash-empty","tools":["trash-empty","trash-rm"],"values":["--trash-dir"],"harmless":["--help","-h","--version","--dry-run"],"shapes":[{"**":"discard the files in the trash"}]}',
  gio: '{"pack":"gio","tools":["gio","gvfs-trash"],"harmless":["--help","-h","--list"],"shapes":[{"trash --empty":"discard the files in the trash"},{"trash !--empty|--restore <paths old>":"delete old recursive"},{"remove <paths old>":"delete old"},{"cat <paths file>":"read file"},{"move <paths from> <path to>":"move from to to"},{"copy <paths from> <path to>":"write to"},{"save <path to>":"write to"}]}',
};

/** The names of the packs that know a program, with spaces between. */
export const packNamesByTool: Readonly<Record<string, string>> = {
  gio: 'gio',
  'gvfs-trash': 'gio',
  rmtrash: 'trash',
  trash: 'trash',
  'trash-cli': 'trash',
  'trash-empty': 'trash-empty',
  'trash-put': 'trash',
  'trash-rm': 'trash-empty',
};
