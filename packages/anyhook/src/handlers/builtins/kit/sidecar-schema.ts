import { isObject } from '@anyhook/core';
import { flattenText } from './text.js';

type FieldRule =
  | 'text'
  | 'flag'
  | 'list'
  | 'filled list'
  | { readonly oneOf: readonly string[] }
  | { readonly fields: FieldRules; readonly optional?: FieldRules };

type FieldRules = Readonly<Record<string, FieldRule>>;

interface SidecarSchema {
  readonly required: FieldRules;
  /** For each map in a list. */
  readonly items?: Readonly<Record<string, FieldRules>>;
}

const phase: FieldRule = {
  oneOf: 'idea backlog pickup planning execution verification goal_fit evidence release learning done'.split(' '),
};
const commonFields: FieldRules = { schema_version: { oneOf: ['1.0'] }, task_slug: 'text' };
const verdict: FieldRule = { oneOf: ['pending', 'pass', 'fail', 'not_verified', 'accepted_gap'] };

/** The JSON files beside an artifact. Further fields are allowed: later versions of Flow Agents write some. */
const sidecarSchemas = {
  'state.json': {
    required: {
      ...commonFields,
      status: {
        oneOf:
          'new planning planned in_progress blocked verifying verified needs_decision not_verified failed delivered canceled accepted archived'.split(
            ' ',
          ),
      },
      phase,
      updated_at: 'text',
      next_action: {
        fields: { status: { oneOf: ['continue', 'needs_user', 'blocked', 'done'] }, summary: 'text' },
        optional: { target_phase: phase },
      },
    },
  },
  'evidence.json': {
    required: {
      ...commonFields,
      verdict: { oneOf: ['pass', 'partial', 'fail', 'not_verified'] },
      checks: 'filled list',
    },
    items: {
      checks: {
        id: 'text',
        kind: 'text',
        status: { oneOf: ['pass', 'fail', 'not_verified', 'skip'] },
        summary: 'text',
      },
    },
  },
  'critique.json': {
    required: {
      ...commonFields,
      status: { oneOf: ['pending', 'pass', 'fail', 'not_required'] },
      required: 'flag',
      updated_at: 'text',
      critiques: 'list',
    },
  },
  'acceptance.json': {
    required: { ...commonFields, criteria: 'filled list', goal_fit: { fields: { status: verdict } } },
    items: { criteria: { id: 'text', description: 'text', status: verdict } },
  },
  'handoff.json': { required: { ...commonFields, summary: 'text', next_steps: 'list' } },
} as const satisfies Readonly<Record<string, SidecarSchema>>;

export type SidecarName = keyof typeof sidecarSchemas;

/** Where a sidecar breaks its schema, one line each: field, expectation, value. */
export function schemaProblems(name: SidecarName, value: Readonly<Record<string, unknown>>): readonly string[] {
  const { required, items = {} }: SidecarSchema = sidecarSchemas[name];
  return [
    ...fieldProblems(required, value, ''),
    ...Object.entries(items).flatMap(([list, rules]) => {
      const entries = fieldOf(value, list);
      return Array.isArray(entries)
        ? entries.flatMap((entry: unknown, index) => mapProblems(rules, entry, `${list}[${index}]`))
        : [];
    }),
  ];
}

const fieldProblems = (rules: FieldRules, value: object, prefix: string): readonly string[] =>
  Object.entries(rules).flatMap(([field, rule]) => problemsOf(rule, fieldOf(value, field), `${prefix}${field}`));

function mapProblems(rules: FieldRules, value: unknown, path: string): readonly string[] {
  return isObject(value) ? fieldProblems(rules, value, `${path}.`) : [`${path} must be a map, got ${showValue(value)}`];
}

function problemsOf(rule: FieldRule, value: unknown, path: string): readonly string[] {
  if (typeof rule === 'object' && 'fields' in rule) {
    if (!isObject(value)) return [`${path} must be a map, got ${showValue(value)}`];
    const presentRules = Object.entries(rule.optional ?? {}).filter(([field]) => fieldOf(value, field) !== undefined);
    return mapProblems({ ...rule.fields, ...Object.fromEntries(presentRules) }, value, path);
  }
  return isValid(rule, value) ? [] : [`${path} must be ${describeRule(rule)}, got ${showValue(value)}`];
}

type PlainRule = Exclude<FieldRule, { readonly fields: FieldRules }>;

function isValid(rule: PlainRule, value: unknown): boolean {
  switch (rule) {
    case 'text':
      return typeof value === 'string' && value !== '';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'filled list':
      return Array.isArray(value) && value.length > 0;
    default:
      return typeof value === 'string' && rule.oneOf.includes(value);
  }
}

function describeRule(rule: PlainRule): string {
  if (typeof rule === 'object')
    return rule.oneOf.length === 1 ? `"${rule.oneOf[0]}"` : `one of ${rule.oneOf.join(', ')}`;
  const words = { text: 'a string', flag: 'true or false', list: 'a list', 'filled list': 'a list with an entry' };
  return words[rule];
}

const fieldOf = (holder: object, field: string): unknown =>
  Object.hasOwn(holder, field) ? (holder as Readonly<Record<string, unknown>>)[field] : undefined;

const showValue = (value: unknown): string =>
  value === undefined ? 'nothing' : flattenText(JSON.stringify(value) ?? typeof value, 60);
