import type { Hook } from '@anyhook/core';

/** The block for a system prompt that tells a model which hooks watch it. The hook files have the details. */
export function availableHooks(hooks: readonly Hook[]): string {
  const blocks = hooks.filter(({ enabled }) => enabled).map(describe);
  return ['<available_hooks>', ...blocks, '</available_hooks>'].join('\n');
}

function describe(hook: Hook): string {
  const { tool, input } = hook.match;
  const attributes = [
    ...(tool ? [` tool="${escape(tool.source)}"`] : []),
    ...(input ? [` pattern="${escape(input.source)}"`] : []),
  ];
  return [
    '  <hook>',
    `    <name>${escape(hook.id)}</name>`,
    `    <description>${escape(hook.description ?? '')}</description>`,
    `    <trigger>${escape(hook.nativeEvent)}</trigger>`,
    ...(attributes.length > 0 ? [`    <matcher${attributes.join('')} />`] : []),
    `    <location>${escape(hook.source)}</location>`,
    '  </hook>',
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text that cannot end its element or begin another: escaped, on one line, without control characters. */
function escape(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    .trim()
    .replace(/[&<>"']/g, (char) => entities[char] ?? char);
}
