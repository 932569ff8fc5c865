// Generated from e2e/versions.json by scripts/generate.ts. Do not edit; run "npm run generate".

/** The version of each agent that the end-to-end tests run. */
export const testedVersions: Readonly<Record<string, string>> = {
  'claude-code': '2.1.197',
  codex: '0.166.0',
  gemini: '0.61.0',
  copilot: '1.0.102',
  qwen: '0.24.4',
  droid: '0.215.0',
  cline: '3.0.65',
  opencode: '1.18.33',
  pi: '0.87.1',
};
