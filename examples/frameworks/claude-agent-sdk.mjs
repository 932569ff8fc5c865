// The hooks of a project inside the Claude Agent SDK: node claude-agent-sdk.mjs [folder of the project]
import { query } from '@anthropic-ai/claude-agent-sdk';
import { createEngine } from 'anyhook';
import { hookQuery } from 'anyhook/claude-agent-sdk';

const cwd = process.argv[2] ?? process.cwd();
const ask = hookQuery(query, createEngine({ cwd }));

// Without settings: hooks of .claude/settings.json come from the engine, and Claude Code would run them once more.
const options = { cwd, settingSources: [], allowedTools: ['Bash'] };

if (process.env['ANTHROPIC_API_KEY'] === 'none') console.log('no key for the model: nothing is asked');
else for await (const message of ask({ prompt: 'Clean up', options })) console.log(message);
