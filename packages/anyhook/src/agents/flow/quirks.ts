import type { Quirk } from '../agent.js';

/** What the Flow Agents engine contract demands that one would not expect. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: 'contract 1.0',
    behaviour: 'No objection is exit 0 with the input repeated on stdout.',
    answer: 'The exact bytes that came are repeated.',
    source: 'documented',
  },
  {
    id: 2,
    versions: 'contract 1.0',
    behaviour: 'Guidance for the model stands below the repeated input, between lines of three hyphens.',
    answer: 'Context is written there.',
    source: 'documented',
  },
  {
    id: 3,
    versions: 'contract 1.0',
    behaviour: 'Exit 2 blocks, with the reason on stderr; it is meant for preToolUse and stop only.',
    answer: 'Elsewhere a deny is impossible and its reason goes to stderr with exit 0.',
    source: 'documented',
  },
  {
    id: 4,
    versions: 'contract 1.0',
    behaviour: 'hook_event_name is the name of whichever agent calls, or missing.',
    answer: 'The names of all agents in the mapping table are known; without one the event is guessed from the fields.',
    source: 'documented',
  },
  {
    id: 5,
    versions: 'contract 1.0',
    behaviour: 'A payload over 1 MiB is cut and is no longer valid JSON.',
    answer: 'Event and tool name are searched in the text that is left; nothing is thrown.',
    source: 'documented',
  },
  {
    id: 6,
    versions: 'contract 1.0',
    behaviour: 'A path comes as path or as file_path; path wins when both are there.',
    answer: 'Both are read in that order.',
    source: 'documented',
  },
];
