import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { droidCodec } from './codec.js';
import { droidFormatCodec } from './format-codec.js';

/** Factory's droid. */
export const droid: Agent = agentOf(
  {
    name: 'droid',
    title: 'Factory droid',
    documentedOnly: false,
    programs: { names: ['droid'], packages: ['droid', '@factory/cli'], hookOptions: ['--settings'] },
    settings: {
      folder: '.factory',
      homeVariable: 'FACTORY_HOME_OVERRIDE',
      user: ['hooks.json', 'settings.json', 'settings.local.json'],
      project: ['.factory/settings.json', '.factory/settings.local.json'],
      code: ['plugins/cache/', 'plugins/*.json'],
      projectCode: ['.factory-plugin/'],
    },
    parentAtStart: true,
    projectVariable: 'FACTORY_PROJECT_DIR',
    pairsCalls: { by: 'tool' },
    contextLimit: 100_000,
    hooksRunByAgent: [{ format: 'droid' }],
    projectEntryFiles: ['.factory/hooks.json'],
    variables: { marks: ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR'] },
  },
  droidCodec,
);

/** Its hook files. */
export const droidFormat: Format = formatOf(
  {
    name: 'droid',
    locations: ['.factory'],
    startsOff: true,
    loader: async () => (await import('./format.js')).droidLoader,
    writer: async () => (await import('./format-write.js')).droidWriter,
  },
  droidFormatCodec,
);
