import type { Quirk } from '../agent.js';

/** What Windsurf does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1',
    behaviour: 'Exit 2 at a pre event blocks it, and the agent sees stderr. No JSON is read, nothing can be rewritten.',
    answer: 'A deny is exit 2 with its reason; ask, allow, rewrite and stop are impossible.',
    source: 'documented',
  },
  {
    id: 2,
    versions: '1',
    behaviour: 'Exit 2 at a post event blocks nothing, but the agent sees stderr, as an error.',
    answer: 'Feedback is sent this way; so is context, which is degraded.',
    source: 'documented',
  },
  {
    id: 3,
    versions: '1',
    behaviour: 'A post event has the result of MCP tools only.',
    answer: 'The others have an empty text.',
    source: 'documented',
  },
  {
    id: 4,
    versions: '1',
    behaviour: 'Text on stdout is shown where the entry says show_output, and never at pre_user_prompt.',
    answer: 'Messages are degraded, and impossible there.',
    source: 'documented',
  },
  {
    id: 5,
    versions: '1',
    behaviour: 'Tools have no names; new and changed files are both write_code with a list of edits.',
    answer: 'The name of the event is the name of the tool; one edit that replaces nothing is a write.',
    source: 'documented',
  },
  {
    id: 6,
    versions: '1',
    behaviour: 'post_cascade_response comes after the answer and cannot make Cascade go on.',
    answer: 'It is agent.done; there is no agent.stop.',
    source: 'documented',
  },
  {
    id: 7,
    versions: '1',
    behaviour: 'Only commands say in which folder they run.',
    answer: 'Elsewhere the folder of the hook process counts.',
    source: 'documented',
  },
];
