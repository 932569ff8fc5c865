import type { ToolMap } from '../../../../core/src/tool.js';

/** The toy's tools. */
export const tools: ToolMap = {
  drum: { kind: 'shell', fields: { command: 'beat' } },
  crayon: { kind: 'write', fields: { path: 'sheet', content: 'picture' } },
};
