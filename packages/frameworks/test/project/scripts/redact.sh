# Removes the secret from the output of a tool.
grep -q 'secret' && echo '{"hook_specific_output":{"updated_output":"[REDACTED]"}}'
exit 0
