import { showHidden } from '@anyhook/core';
import type { WhyView } from '../src/ui/page-types.js';

/**
 * A decision as a file for `anyhook hooks test`: the same payload must give the same decision. JSON is valid YAML;
 * hidden characters are escaped.
 */
export function hookTestText({ id, host: agent, root, decision, toolName, event, detail, hooks }: WhyView): string {
  const payload = JSON.stringify(detail?.payload ?? {}).replaceAll(JSON.stringify(root).slice(1, -1), '${project}');
  const asked = hooks.filter((run) => !run.shadow && !run.recheck && run.outcome !== 'skipped');
  const outcomes = Object.fromEntries(asked.map((run) => [run.hook, run.decision]));
  const lines = [
    `# from decision ${id}`,
    'cases:',
    `  - name: ${JSON.stringify(`${event}${toolName === undefined ? '' : ` of ${toolName}`} gives ${decision}`)}`,
    `    host: ${JSON.stringify(agent)}`,
    `    payload: ${payload}`,
    '    expect:',
    `      decision: ${decision}`,
    ...(asked.length > 0 ? [`      # what each hook said then: ${JSON.stringify(outcomes)}`] : []),
    '',
  ];
  return showHidden(lines.join('\n'));
}
