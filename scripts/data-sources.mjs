// Sources generated from the YAML files next to the code, by their paths from the root. make-sources.mjs writes them.
import { dirname, relative } from 'node:path/posix';
import { parse } from 'yaml';

const product = 'packages/anyhook';

/**
 * Packages whose YAML files are tables, with the types of constants that need more than the inferred type, and the
 * sources of these types.
 */
const packagesWithTables = {
  anyhook: {
    aliases: ['Readonly<Record<string, readonly string[]>>'],
    capabilities: ["AgentCodec['capabilities']", 'agents/agent'],
    events: ["AgentCodec['events']", 'agents/agent'],
    facts: ['AgentFacts', 'agents/agent'],
    matcherTargets: ['Readonly<Record<string, MatcherTarget>>', 'agents/cursor/format'],
    unreadHookPlaces: ['readonly UnreadHookPlace[]', 'agents/hook-files'],
    unsupportedAgents: ['readonly UnsupportedAgent[]', 'agents/agent'],
    answers: ["Omit<AnswerRules, 'tools'>", 'formats/kit/claude-like-output'],
    categories: ['Readonly<Record<string, string>>'],
    interpreters: ['Readonly<Record<string, readonly string[]>>'],
    leftOutBuiltins: ['Readonly<Record<string, string>>'],
    specificFields: ['Readonly<Record<string, readonly string[]>>'],
    pascalTools: ["AgentCodec['tools']", 'agents/agent'],
  },
  abilities: { fixedToolRows: ['Readonly<Record<string, FixedToolRow>>', 'mcp/fixed-tools'] },
  guard: {
    agentSettingRows: ['readonly DefaultRow[]', 'rules/defaults'],
    cmdletAliases: ['Readonly<Record<string, string>>'],
    commonAliases: ['Readonly<Record<string, string>>'],
    constants: ['Readonly<Record<string, string>>'],
    defaultRows: ['readonly DefaultRow[]', 'rules/defaults'],
    earlierNames: ['Readonly<Record<string, string>>'],
    effectsByWords: ['readonly EffectByWords[]', 'powershell/windows-programs'],
    folders: ['Readonly<Record<string, string>>'],
    interpreters: ['InterpreterTable', 'programs/interpreters'],
    javascriptActions: ['() => ActionTable', 'code/action-names'],
    languageTraits: ['TraitsTable', 'code/traits'],
    perlQuotes: ['readonly NamedQuote[]', 'code/rare-literals'],
    placeWords: ['PlaceWords', 'rules/words'],
    plainEffects: ['readonly PlainEffectRow[]', 'powershell/cmdlets/system'],
    pythonActions: ['() => ActionTable', 'code/action-names'],
    rareActions: ['() => Readonly<Record<string, ActionTable>>', 'code/action-names'],
    rubyQuotes: ['readonly NamedQuote[]', 'code/rare-literals'],
    ruleWords: ['RuleTable', 'rules/words'],
    scopeOrder: ['readonly PlaceScope[]', 'effect'],
    shortOptions: ['Readonly<Record<string, string>>'],
    strictRows: ['readonly DefaultRow[]', 'rules/defaults'],
    suggestions: ['readonly Suggestion[]', 'rules/suggestions'],
    specialFolders: ['Readonly<Record<string, string>>'],
    unreadLanguages: ['Readonly<Record<string, UnreadLanguage>>', 'programs/unread-languages'],
    windowsVariables: ['Readonly<Record<string, string>>'],
    wrappers: ['Readonly<Record<string, WrapperRow>>', 'programs/wrappers'],
  },
};

/** The sources. `read` returns a file's text, `list` the names in a folder, `yamlIn` the paths of its YAML files. */
export const dataSources = (read, list, yamlIn) =>
  new Map([
    [
      `${product}/.cache/first-scripts.ts`,
      constant('firstScripts', read(`${product}/src/formats/kit/first-scripts.yaml`)),
    ],
    [`${product}/.cache/launcher-parts.ts`, constant('launcherParts', read(`${product}/src/install/launcher.yaml`))],
    [`${product}/.cache/protocols.ts`, protocols(read, list)],
    [`${product}/.cache/demo-turn.ts`, constant('demoTurn', read(`${product}/src/cli/terminal/demo-turn.yaml`))],
    [`${product}/.cache/causes.ts`, causes(read)],
    [`${product}/.cache/commands.ts`, commands(read(`${product}/src/cli/commands.yaml`))],
    [`${product}/.cache/secret-rules.ts`, secretRules(read)],
    [`${product}/.cache/secret-words.ts`, secretWords(read)],
    [`${product}/.cache/crash-forms.ts`, crashForms(read)],
    ...Object.keys(packagesWithTables).flatMap((name) =>
      yamlIn(`packages/${name}/src`)
        .filter((file) => !otherData.test(file))
        .map((file) => tables(file, withOthers(parse(read(file), { customTags: [words] })), name)),
    ),
  ]);

/** YAML files of these packages that are not tables: they are read elsewhere, or converted to something else. */
const otherData =
  /\/guard\/src\/packs\/|\/anyhook\/src\/(?!agents|formats)|\/(?:quirks|reference|first-scripts|crash-reports)\.yaml$/;

/** The events of an agent, plus a row for each name in `others`: those that no other agent has. */
function withOthers({ others, ...rows }) {
  if (!others) return rows;
  const [key, row] = rows.events ? ['events', 'other'] : ['eventRows', { means: 'other' }];
  return { ...rows, [key]: { ...rows[key], ...Object.fromEntries(others.map((name) => [name, row])) } };
}

/** A list of words, written as one text. */
const words = { tag: '!words', resolve: (text) => text.split(' ') };

/** `.cache/folder/x.ts` of `src/folder/x.yaml`: each key is a constant, or a function that returns one. */
function tables(file, rows, packageName) {
  const source = file.replace('/src/', '/.cache/').replace(/\.yaml$/, '.ts');
  const texts = Object.entries(rows).map(([name, row]) => {
    const isList = Array.isArray(row) && row.every((one) => typeof one === 'string');
    const [given, from] = packagesWithTables[packageName][name] ?? (isList ? ['readonly string[]'] : []);
    const imported = `import('${relative(dirname(source), `packages/${packageName}/src/${from}.js`)}')`;
    const type = from ? given?.replace(/(?!Omit)[A-Z]\w+(?=[>[,]|$)/, (one) => `${imported}.${one}`) : given;
    const value = type?.startsWith('() =>') ? `() => (${literal(row)})` : literal(row);
    return `export const ${name}${type ? `: ${type} = ${value}` : ` = ${value} as const`};\n`;
  });
  return [source, texts.join('\n')];
}

/** packages/anyhook/src/doctor/causes.yaml */
function causes(read) {
  const rows = parse(read(`${product}/src/doctor/causes.yaml`));
  return [
    "import type { Cause } from '../src/doctor/finding.js';",
    '',
    `export const causes = ${literal(rows)} as const satisfies Readonly<Record<string, Cause>>;`,
    '',
  ].join('\n');
}

/** The commands of a package, by name; an option without a text gets the shared one. */
function commands(yaml) {
  const { shared, commands } = parse(yaml, { merge: true });
  const textOf = ([flags, row]) => [flags, row ?? shared.texts[flags]];
  const rows = Object.entries(commands).map(([name, { options = {}, ...row }]) => [
    name,
    { name: name.split(' ').at(-1), ...row, options: Object.fromEntries(Object.entries(options).map(textOf)) },
  ]);
  return [
    "import type { CommandRow } from '../src/cli/terminal/add-command.js';",
    '',
    `export const commands = ${literal(Object.fromEntries(rows))} as const satisfies Readonly<Record<string, CommandRow>>;`,
    '',
  ].join('\n');
}

/** packages/anyhook/src/redact/rules.yaml */
function secretRules(read) {
  const { parts, characters, rules } = parse(read(`${product}/src/redact/rules.yaml`));
  const fields = ({ regex, check, minEntropy, ...rule }) => {
    const text = regex.replace(/\$\{(\w+)\}/g, (name, part) => parts[part] ?? name);
    const { chars, maxLength } = rule.lead ?? {};
    return [
      ...Object.entries({ ...rule, ...(chars && { lead: { chars: characters[chars] ?? chars, maxLength } }) }).map(
        ([name, value]) => `${name}: ${JSON.stringify(value)}`,
      ),
      `regex: ${new RegExp(text, rule.anyCase ? 'i' : '')}`,
      ...(check || minEntropy ? [`check: checkOf(${JSON.stringify(check)}, ${minEntropy})`] : []),
    ];
  };
  return [
    "import { checkOf } from '../src/redact/checks.js';",
    "import type { SecretRule } from '../src/redact/rule.js';",
    '',
    'export const secretRules: readonly SecretRule[] = [',
    ...rules.map((rule) => `  { ${fields(rule).join(', ')} },`),
    '];',
    '',
  ].join('\n');
}

/** packages/anyhook/src/formats/kit/crash-reports.yaml */
function crashForms(read) {
  const rows = Object.entries(parse(read(`${product}/src/formats/kit/crash-reports.yaml`))).flatMap(
    ([runtime, forms]) =>
      forms.map(({ form, anyCase, ...row }) => {
        const fields = Object.entries({ runtime, ...row }).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
        return `  { ${[...fields, `form: ${new RegExp(form, anyCase ? 'i' : '')}`].join(', ')} },`;
      }),
  );
  return [
    "import type { CrashForm } from '../src/formats/kit/crash-reports.js';",
    '',
    'export const crashForms: readonly CrashForm[] = [',
    ...rows,
    '];',
    '',
  ].join('\n');
}

/** The protocols of the formats, in the reference.yaml of each folder. */
function protocols(read, list) {
  const folders = ['agents', 'formats'].flatMap((name) =>
    list(`${product}/src/${name}`).map((own) => `${name}/${own}`),
  );
  const rows = folders
    .filter((folder) => list(`${product}/src/${folder}`).includes('reference.yaml'))
    .map((folder) => parse(read(`${product}/src/${folder}/reference.yaml`)).protocols);
  return [
    "import type { ScriptProtocol } from '../src/formats/kit/protocol.js';",
    '',
    `export const protocols = ${literal(Object.assign({}, ...rows))} as const satisfies Readonly<Record<string, ScriptProtocol>>;`,
    '',
  ].join('\n');
}

/** The remaining data in packages/anyhook/src/redact/rules.yaml, for the checks of rules. */
function secretWords(read) {
  const { parts, names, placeholders } = parse(read(`${product}/src/redact/rules.yaml`));
  return [
    `export const spacePattern = ${JSON.stringify(parts.space)};`,
    `export const secretNames = ${literal(names)};`,
    `export const placeholders = ${literal(placeholders)};`,
    '',
  ].join('\n');
}

/** A constant with the content of a YAML file. */
const constant = (name, yaml) => `export const ${name} = ${literal(parse(yaml, { merge: true }))} as const;\n`;

const literal = (value) => JSON.stringify(value, undefined, 2);
