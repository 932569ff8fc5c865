import type { AgentSettings } from './agent.js';

/** An agent that anyhook cannot connect. Code that another agent writes to its places runs in it. */
interface UnsupportedAgent {
  readonly title: string;
  /** File names of its programs. */
  readonly programs: readonly string[];
  readonly settings: AgentSettings;
}

/** Agents without a folder of their own here, by where they load code or commands from. */
export const unsupportedAgents: readonly UnsupportedAgent[] = [
  {
    title: 'Kilo',
    programs: ['kilo', 'kilocode'],
    settings: {
      folder: '.config/kilo',
      user: [],
      code: ['plugin/', 'plugins/', 'tool/', 'tools/', '*.json', '*.jsonc'],
      projectCode: [
        ...['.kilo/plugin/', '.kilo/plugins/', '.kilo/tool/', '.kilo/tools/', '.kilo/*.json', '.kilo/*.jsonc'],
        ...['.kilocode/plugin/', '.kilocode/plugins/', 'kilo.json', 'kilo.jsonc'],
      ],
    },
  },
  {
    title: 'Kimi Code 2',
    programs: ['kimi'],
    settings: {
      folder: '.kimi-code',
      folderVariable: 'KIMI_CODE_HOME',
      user: [],
      code: ['config.toml', 'plugins/'],
    },
  },
  {
    title: 'Grok Build',
    programs: ['grok'],
    settings: {
      folder: '.grok',
      user: [],
      code: ['*.json', '*.toml', 'disabled-hooks', 'hooks/', 'plugins/'],
      projectCode: ['.grok/*.json', '.grok/*.toml', '.grok/hooks/', '.grok/plugins/'],
    },
  },
  {
    title: 'Reasonix',
    programs: ['reasonix'],
    settings: {
      folder: '.reasonix',
      folderVariable: 'REASONIX_HOME',
      user: [],
      code: ['settings.json', 'config.toml'],
      projectCode: ['.reasonix/settings.json'],
    },
  },
  {
    title: 'OpenClaw',
    programs: ['openclaw'],
    settings: {
      folder: '.openclaw',
      folderVariable: 'OPENCLAW_STATE_DIR',
      user: [],
      code: ['openclaw.json', 'extensions/', 'hooks/', 'plugins/', 'workspace/hooks/', 'workspace-*/hooks/'],
    },
  },
];
