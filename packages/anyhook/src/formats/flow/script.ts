import { refusalReason, refusedText, type ScriptTemplate } from '../kit/script-template.js';

/** A first module: flow hooks run inside anyhook, so they are written in JavaScript. */
export const flowScript: ScriptTemplate = (_language, { name, event, denyMeans }) => {
  const lines = [
    `// ${name}: runs at ${event}.`,
    '// Gets the event; returns nothing (no opinion) or { decision, reason, context, rewrite, … }.',
    denyMeans ? `// decision: 'deny' blocks: ${denyMeans}.` : '// Nothing can be blocked here.',
    'export default {',
    `  on: '${event}',`,
    '  run(event) {',
    ...(denyMeans ? denyLines : ['    void event;']),
    '  },',
    '};',
  ];
  return { text: `${lines.join('\n')}\n`, ending: 'mjs', refuses: denyMeans !== undefined };
};

const denyLines = [
  `    if (JSON.stringify(event).includes('${refusedText}')) {`,
  `      return { decision: 'deny', reason: '${refusalReason}' };`,
  '    }',
];
