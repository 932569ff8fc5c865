import { formats } from '@anyhook/anyhook';
import { type Hook, nearestWord, type Problem } from '@anyhook/core';
import { type Ability, bindingEvents, type HookBindings } from './ability.js';

const bindingFields: Readonly<Record<keyof HookBindings, string>> = {
  preCreate: 'pre_create',
  preCall: 'pre_call',
  postCall: 'post_call',
};

const bindings = Object.keys(bindingEvents) as (keyof HookBindings)[];

/** Problems with the hooks that abilities name: an unknown id, or a hook for another event. */
export function checkBindings(abilities: readonly Ability[], hooks: readonly Hook[]): readonly Problem[] {
  const byId = new Map(hooks.map((hook) => [hook.id, hook]));
  // Each search for the nearest id compares all of them.
  const hintBudget = { left: 20 };
  return abilities.flatMap((ability) =>
    bindings.flatMap((binding) =>
      ability.hooks[binding].flatMap((id, i): readonly Problem[] => {
        const problem = bindingProblem(id, byId.get(id), binding, byId, hintBudget);
        if (problem === undefined) return [];
        const field = `hooks.${bindingFields[binding]}.${i}`;
        const line = ability.lines?.[field] ?? ability.line;
        return [{ source: ability.source, line, field, severity: 'error', message: `"${field}": ${problem}` }];
      }),
    ),
  );
}

function bindingProblem(
  id: string,
  hook: Hook | undefined,
  binding: keyof HookBindings,
  byId: ReadonlyMap<string, Hook>,
  hintBudget: { left: number },
): string | undefined {
  const event = bindingEvents[binding];
  if (hook && isBindable(hook, binding)) return undefined;
  if (hook && hasBindableFormat(hook)) return `hook "${id}" runs at ${hook.nativeEvent}, expected one of ${event}`;
  if (hook) return `hook "${id}" has the ${hook.dialect} format; only hooks of .system/hooks can be bound`;
  const near = hintBudget.left-- > 0 ? nearestWord(id, byId.keys()) : undefined;
  return `no hook has the id "${id}"${near ? `; did you mean "${near}"?` : `: expected a ${event} hook in .system/hooks`}`;
}

const isBindable = (hook: Hook, binding: keyof HookBindings): boolean =>
  hasBindableFormat(hook) && hook.nativeEvent === bindingEvents[binding];

/** Is the hook of a format whose hooks abilities can bind? */
const hasBindableFormat = ({ dialect: format }: Hook): boolean => formats[format]?.bindable === true;

/** The hooks for the engine: a hook that an ability binds covers that ability too. */
export function withBindings(hooks: readonly Hook[], abilities: readonly Ability[]): readonly Hook[] {
  const bound = new Map<string, Set<string>>();
  for (const { name, hooks: ids } of abilities)
    for (const binding of bindings)
      for (const id of ids[binding]) {
        const key = bindingKey(id, bindingEvents[binding]);
        const names = bound.get(key) ?? new Set();
        bound.set(key, names.add(name));
      }
  return hooks.map((hook) => {
    const names = hasBindableFormat(hook) ? bound.get(bindingKey(hook.id, hook.nativeEvent)) : undefined;
    // A hook that names no abilities covers all of them.
    if (!names || !hook.match.abilities) return hook;
    return { ...hook, match: { ...hook.match, abilities: [...new Set([...hook.match.abilities, ...names])] } };
  });
}

const bindingKey = (id: string, event: string): string => `${event}\n${id}`;
