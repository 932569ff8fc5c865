import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { codexCodec } from './codec.js';
import { codexFormatCodec } from './format-codec.js';

/** OpenAI's Codex CLI. */
export const codex: Agent = agentOf(
  {
    name: 'codex',
    title: 'Codex CLI',
    documentedOnly: false,
    programs: {
      names: ['codex'],
      packages: ['@openai/codex'],
      hooksSince: '0.124.0',
      hookOptions: [
        '--ignore-user-config',
        '--disable hooks',
        '--disable codex_hooks',
        ...['-c', '--config'].flatMap((option) =>
          ['hooks', 'features.hooks', 'features.codex_hooks', 'features='].map((key) => `${option} ${key}`),
        ),
      ],
    },
    settings: {
      folder: '.codex',
      folderVariable: 'CODEX_HOME',
      // A profile is a config file of its own: `codex --profile x` reads `x.config.toml`.
      user: ['hooks.json', 'config.toml', '{profile}.config.toml', 'managed_config.toml'],
      system: ['config.toml', 'managed_config.toml', 'requirements.toml', 'hooks.json'].map(
        (file) => `/etc/codex/${file}`,
      ),
      project: ['.codex/config.toml'],
      code: ['plugins/cache/'],
      projectCode: ['.codex-plugin/'],
    },
    pairsCalls: { by: 'id' },
    contextLimit: 10_000,
    hooksRunByAgent: [{ format: 'codex' }],
    projectEntryFiles: ['.codex/hooks.json'],
    variables: { marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'], session: 'CODEX_THREAD_ID' },
  },
  codexCodec,
);

/** Its hook files. */
export const codexFormat: Format = formatOf(
  {
    name: 'codex',
    locations: ['.codex'],
    startsOff: true,
    loader: async () => (await import('./format.js')).codexLoader,
    writer: async () => (await import('./format-write.js')).codexWriter,
  },
  codexFormatCodec,
);
