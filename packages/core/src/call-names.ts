/**
 * What agents call the events before a tool call or a prompt, for where their tables cannot be loaded. `packages/anyhook/bin/anyhook.cjs` has the
 * same text.
 */
export const actionName =
  /^(?:pre_?tool_?use|before_?tool|before(?:shell|mcp)execution|before(?:tab)?(?:readfile|fileread)|before_?(?:agent|submitprompt)|pre_(?:run_command|(?:read|write)_code|user_prompt)|pre_mcp_tool_use|tool(?:\.execute)?\.before|tool_(?:call|guard|input_transform)|user_?prompt_?submit(?:ted)?|user_(?:steering_messages|followup)_submit|prompt\.submit|chat\.message|subagent_?start|subagent\.start|task\.create|input)$/i;

/** Does the text of a payload name such an event as a value? */
export function namesCall(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/:\s{0,20}"([\w.]{1,40})"/g)) if (actionName.test(name)) return true;
  return false;
}
