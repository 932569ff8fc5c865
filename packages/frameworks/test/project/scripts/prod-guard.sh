# Asks a person before prod.yaml is written.
if grep -q '"prod\.yaml"'; then
  echo '{"hook_signals":[{"source_event":"PreAbilityCall","hook_id":"prod_guard","kind":"ability_guard","code":"ABILITY_DENIED","severity":"error","payload":{"ability_id":"write_file","reason":"ASK-REASON: a person must agree","require_human":true}}]}'
else
  echo '{"hook_signals":[]}'
fi
