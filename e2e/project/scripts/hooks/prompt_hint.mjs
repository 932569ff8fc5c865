const hint = {
  source_event: 'PromptSubmit',
  hook_id: 'prompt_hint',
  kind: 'routing_hint',
  code: 'ROUTE_SUGGESTION',
  payload: { suggested_documents: [{ path: 'docs/CONTEXT-AT-PROMPT.md', reason: 'It belongs to every request.' }] },
};
console.log(JSON.stringify({ hook_signals: [hint] }));
