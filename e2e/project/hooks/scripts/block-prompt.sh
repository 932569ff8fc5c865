#!/bin/sh
grep -q unwanted-prompt || exit 0
echo 'REASON-AT-PROMPT: this prompt is refused.' >&2
exit 2
