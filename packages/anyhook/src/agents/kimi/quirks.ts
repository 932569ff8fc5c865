import type { Quirk } from '../agent.js';

/** What Kimi CLI does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1.49.0',
    behaviour: 'The only decision is a block: exit 2 with stderr, or a permissionDecision deny. No ask, no rewriting.',
    answer: 'A deny is exit 2 with its reason; all other effects are impossible.',
    source: 'documented',
  },
  {
    id: 2,
    versions: '1.49.0',
    behaviour: 'The documentation says that stdout is added to the context; no code reads it.',
    answer: 'Context is impossible.',
    source: 'documented',
  },
  {
    id: 3,
    versions: '1.49.0',
    behaviour: 'A blocked Stop gives one more turn and Stop is not called again; stop_hook_active is always false.',
    answer: 'The host itself caps at one.',
    source: 'documented',
  },
  {
    id: 4,
    versions: '1.49.0',
    behaviour:
      'PostToolUse is not waited for and fires for an error that a tool returned; PostToolUseFailure only for one it raised. The output is cut at 2,000 characters.',
    answer: 'Both are answered with nothing.',
    source: 'documented',
  },
  {
    id: 5,
    versions: '1.49.0',
    behaviour: 'An MCP tool carries its own name, without that of its server.',
    answer: 'It is decoded as other.',
    source: 'documented',
  },
  {
    id: 6,
    versions: '1.49.0',
    behaviour: 'The prompt is empty when the input has parts that are not text.',
    answer: 'It is given to hooks as it came.',
    source: 'documented',
  },
];
