import type { AbilitiesView, ShownTask } from '@anyhook/abilities';
import { useSignal } from '@preact/signals';
import { Loaded } from './loaded.js';
import { hello } from './state.js';
import { baseName, cut, msText, oneLine, timeText, visible } from './text.js';

export const TasksPage = () => (
  <div class="page">
    <h1>
      Tasks <small>uses of abilities, in all projects</small>
    </h1>
    <Loaded<readonly ShownTask[]> path="tasks" everyMs={5_000} show={(tasks) => <TaskTable tasks={tasks} />} />
    <h2>
      Abilities of <span class="path">{oneLine(hello.value?.folder ?? 'this folder')}</span>
    </h2>
    <Loaded<AbilitiesView> path="abilities" show={(view) => <AbilityTable view={view} />} />
  </div>
);

function TaskTable({ tasks }: { readonly tasks: readonly ShownTask[] }) {
  if (tasks.length === 0) return <p class="empty">No tasks yet. Create one with "anyhook task create".</p>;
  return (
    <table class="list">
      <thead>
        <tr>
          <th>created</th>
          <th>state</th>
          <th>ability</th>
          <th>project</th>
          <th class="wide">caller</th>
          <th class="right wide">took</th>
          <th>input</th>
          <th class="wide">outcome</th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <tr key={task.key} title={task.key}>
            <td class="number dim">{timeText(task.createdAt)}</td>
            <td class={`task-${task.status}`}>{task.status}</td>
            <td class="name">{oneLine(task.ability.value)}</td>
            <td class="dim" title={oneLine(task.root)}>
              {oneLine(baseName(task.root))}
            </td>
            <td class="dim wide">{oneLine(task.caller.source)}</td>
            <td class="right number dim wide">{task.durationMs === undefined ? '' : msText(task.durationMs)}</td>
            <td class="code">{cut(oneLine(JSON.stringify(task.input)), 160)}</td>
            <td class="wide">{visible(cut(task.error?.message ?? task.outputSummary ?? task.note ?? '', 300))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Ability = AbilitiesView['abilities'][number];

function AbilityTable({ view: { abilities, problems } }: { readonly view: AbilitiesView }) {
  const open = useSignal<string | undefined>(undefined);
  return (
    <>
      {problems.map((text) => (
        <p key={text} class="problem">
          {visible(text)}
        </p>
      ))}
      {abilities.length === 0 ? (
        <p class="empty">None. Abilities are YAML files in .system/registry.</p>
      ) : (
        <table class="list">
          <thead>
            <tr>
              <th>ability</th>
              <th class="wide">type</th>
              <th class="wide">version</th>
              <th>environments</th>
              <th>state</th>
              <th>summary</th>
            </tr>
          </thead>
          <tbody>
            {abilities.map((ability) => (
              <AbilityRow
                key={ability.name}
                ability={ability}
                isOpen={open.value === ability.name}
                toggle={() => (open.value = open.value === ability.name ? undefined : ability.name)}
              />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

interface AbilityRowProps {
  readonly ability: Ability;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

function AbilityRow({ ability, isOpen, toggle }: AbilityRowProps) {
  const { name, type, version, environments, state, reason, summary, description, input, output } = ability;
  return (
    <>
      <tr class={isOpen ? 'open' : ''}>
        <td>
          <button type="button" class="plain name" aria-expanded={isOpen} onClick={toggle}>
            {oneLine(name)}
          </button>
        </td>
        <td class="dim wide">{type}</td>
        <td class="dim wide">{oneLine(version)}</td>
        <td class="dim">{typeof environments === 'string' ? environments : oneLine(environments.join(', '))}</td>
        <td class={state === undefined ? 'task-success' : 'task-waiting'}>{state ?? 'active'}</td>
        <td>{oneLine(summary)}</td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={6}>
            {reason !== undefined && <p>{visible(reason)}</p>}
            {description !== undefined && <p>{visible(description)}</p>}
            <dl class="fields">
              <dt>input</dt>
              <dd>
                <pre>{visible(JSON.stringify(input, null, 2))}</pre>
              </dd>
              {output && (
                <>
                  <dt>output</dt>
                  <dd>
                    <pre>{visible(JSON.stringify(output, null, 2))}</pre>
                  </dd>
                </>
              )}
            </dl>
          </td>
        </tr>
      )}
    </>
  );
}
