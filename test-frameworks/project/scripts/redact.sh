# Takes the secret out of what a tool gave.
grep -q 'secret' && echo '{"hook_specific_output":{"updated_output":"[REDACTED]"}}'
exit 0
