#!/bin/sh
cd "$(dirname "$0")/../../../.." || exit 1

[ -f keep-working ] || exit 0
grep -q always keep-working || rm keep-working
echo 'REASON-TO-GO-ON: one thing is left to do.' >&2
exit 2
