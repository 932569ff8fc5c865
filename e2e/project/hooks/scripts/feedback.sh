#!/bin/sh
grep -q noisy-marker || exit 0
echo 'FEEDBACK-OF-CLAUDE: say it in fewer words.' >&2
exit 2
