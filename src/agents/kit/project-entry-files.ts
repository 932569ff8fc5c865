/**
 * Files of a project in which each agent finds entries of ours; `{event}` stands for the event's own name. Apart from the
 * renders, for each event asks whether the user's entry may be one of two.
 */
export const projectEntries: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.local.json'],
  codex: ['.codex/hooks.json'],
  gemini: ['.gemini/settings.json'],
  copilot: ['.github/hooks/anyhook.json', '.claude/settings.json'],
  qwen: ['.qwen/settings.json'],
  droid: ['.factory/hooks.json'],
  cline: ['.clinerules/hooks/{event}'],
  opencode: ['.opencode/plugins/anyhook.ts'],
  pi: ['.pi/extensions/anyhook.ts'],
  kiro: ['.kiro/hooks/anyhook.json'],
  cursor: ['.cursor/hooks.json', '.claude/settings.json', '.claude/settings.local.json'],
  windsurf: ['.windsurf/hooks.json'],
};
