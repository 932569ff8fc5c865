# Blocks, rewrites or adds to a prompt, by its words.
prompt=$(cat)
case $prompt in
  *forbidden*) echo 'PROMPT-REASON: this is not allowed' >&2; exit 2 ;;
  *'old words'*) echo '{"hook_specific_output":{"updated_prompt":"NEW-WORDS"}}' ;;
  *) echo '{"hook_specific_output":{"additional_context":"PROMPT-CONTEXT"}}' ;;
esac
