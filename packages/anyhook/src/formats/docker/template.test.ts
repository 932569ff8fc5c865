import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillTemplate, parseTemplate } from './template.js';

const data = { tool_name: 'shell', tool_input: { cmd: 'rm "x"', n: 2 }, session_id: 's', tool_error: false };
const fill = (text: string): string => {
  const template = parseTemplate(text);
  return 'problem' in template ? `problem: ${template.problem}` : fillTemplate(template, data);
};

for (const [text, filled] of [
  ['no places', 'no places'],
  ['{{ .ToolName }}', 'shell'],
  ['{{.ToolName}}/{{ .SessionID }}', 'shell/s'],
  ['{{ .ToolInput | toJSON }}', '{"cmd":"rm \\"x\\"","n":2}'],
  ['{{ toJSON .ToolInput }}', '{"cmd":"rm \\"x\\"","n":2}'],
  ['{{ .ToolInput.cmd }} {{ .ToolInput.gone }}', 'rm "x" '],
  ['{{ .ToolInput | toJSON | truncate 6 }}', '{"cmd"…'],
  ['{{ .Prompt }}.', '.'],
  ['a {{- .ToolName -}} b', 'ashellb'],
  ['{{/* a note */}}x', 'x'],
  ['{{ if .ToolError }}failed{{ else }}done{{ end }}', 'done'],
  ['{{ if eq .ToolName "shell" "bash" }}sh{{ end }}', 'sh'],
  ['{{ if not .Prompt }}{{ if .ToolName }}both{{ end }}{{ end }}', 'both'],
  ['{{ printf "%s=%d" .ToolName .ToolInput.n }}', 'shell=2'],
  ['{ {x} }}', '{ {x} }}'],
] as const)
  test(`${JSON.stringify(text)} is expanded like a Go template`, () => assert.equal(fill(text), filled));

for (const [text, problem] of [
  ['{{ .Colour }}', /"\.Colour" is not a field of a hook's input; known: \.SessionID, \.Cwd/],
  ['{{ range .Messages }}', /"range" is not known here/],
  ['{{ if .ToolName }}', /has no "end"/],
  ['{{ end }}', /cannot be filled here/],
  ['{{ .ToolName | .Cwd }}', /cannot be filled here/],
  ['{{ .ToolName .Cwd }}', /cannot be filled here/],
  ['{{ "half }}', /cannot be filled here/],
  ['{{ }}', /cannot be filled here/],
  ['{{ constructor }}', /"constructor" is not known here/],
] as const)
  test(`${JSON.stringify(text)} is a problem`, () => assert.match(fill(text), problem));

test('a template inside an input value is not expanded', () => {
  const template = parseTemplate('{{ .Prompt }}');
  assert.ok(!('problem' in template));
  assert.equal(fillTemplate(template, { prompt: '{{ .ToolName }}' }), '{{ .ToolName }}');
});
