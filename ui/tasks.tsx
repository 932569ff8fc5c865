import type { ShownTask } from '../src/ui/page-types.js';
import { Loaded } from './loaded.js';
import { baseName, cut, msText, oneLine, timeText, visible } from './text.js';

export const TasksPage = () => (
  <div class="page">
    <h1>
      Tasks <small>what was done with abilities, in all projects</small>
    </h1>
    <Loaded<readonly ShownTask[]> path="tasks" show={(tasks) => <TaskTable tasks={tasks} />} />
  </div>
);

function TaskTable({ tasks }: { readonly tasks: readonly ShownTask[] }) {
  if (tasks.length === 0) return <p class="empty">No task was created yet.</p>;
  return (
    <table class="list">
      <thead>
        <tr>
          <th>created</th>
          <th>state</th>
          <th>ability</th>
          <th>project</th>
          <th>caller</th>
          <th class="right">took</th>
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
            <td class="dim">{task.caller.source}</td>
            <td class="right number dim">{task.durationMs === undefined ? '' : msText(task.durationMs)}</td>
            <td class="code">{cut(oneLine(JSON.stringify(task.input)), 160)}</td>
            <td class="wide">{visible(cut(task.error?.message ?? task.outputSummary ?? task.note ?? '', 300))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
