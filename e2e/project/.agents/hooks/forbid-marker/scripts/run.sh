#!/bin/sh
echo 'REASON-OF-HOOK-MD: this command is refused.' >&2
exit 2
