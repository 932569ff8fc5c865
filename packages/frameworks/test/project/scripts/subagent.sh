echo '{"hookSpecificOutput":{"hookEventName":"SubagentStart","additionalContext":"SUBAGENT-CONTEXT"}}'
