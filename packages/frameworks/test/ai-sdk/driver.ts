import { readFileSync } from 'node:fs';
import { generateText, type ModelMessage, stepCountIs, streamText, tool } from 'ai';
import { aiSdkHooks, features } from 'anyhook/ai-sdk';
import { z } from 'zod';
import { scriptedAiSdkModel } from '../ai-sdk-model.js';
import { contractSuite } from '../contract.js';
import { type RunResult, type ScriptedRun, scriptPlayer, type ToolTexts } from '../driver.js';

const { version } = JSON.parse(readFileSync('../node_modules/ai/package.json', 'utf8')) as { version: string };

contractSuite({ name: 'ai-sdk', version, features, play });

async function play({ prompt, script, tools, engine, options, stream, approve }: ScriptedRun): Promise<RunResult> {
  const seen: string[] = [];
  const hooks = aiSdkHooks(engine, options);
  const settings = {
    ...hooks.wrap({
      model: scriptedAiSdkModel(scriptPlayer(script), seen),
      tools: {
        bash: tool({
          description: 'runs a command',
          inputSchema: z.object({ command: z.string() }),
          execute: (input: ToolTexts) => tools.bash(input),
        }),
        write_file: tool({
          description: 'writes a file',
          inputSchema: z.object({ path: z.string(), content: z.string() }),
          execute: (input: ToolTexts) => tools.write_file(input),
        }),
      },
    }),
    stopWhen: stepCountIs(30),
    maxRetries: 0,
  };
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  for (let asked = 0; ; ) {
    const result = stream ? streamText({ ...settings, messages }) : await generateText({ ...settings, messages });
    const [text, parts, finish, response] = await Promise.all([
      result.text,
      result.content,
      result.finishReason,
      result.response,
    ]);
    const content = parts.flatMap((part) =>
      part.type === 'tool-approval-request'
        ? [{ type: 'tool-approval-response' as const, approvalId: part.approvalId, approved: approve }]
        : [],
    );
    if (content.length === 0) {
      await hooks.end();
      return { seen, text, asked, ...(finish === 'content-filter' && { blocked: text }) };
    }
    asked += content.length;
    messages.push(...response.messages, { role: 'tool', content });
  }
}
