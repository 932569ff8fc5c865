# Tells the model what it should see in a warning.
grep -q 'warning' || exit 0
echo 'FEEDBACK: mind the warning' >&2
exit 2
