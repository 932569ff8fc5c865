import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolderAtLast } from '../../../../anyhook/test/support/remove-folder.js';
import { openTaskStore, type TaskStoreOptions, taskDatabasePath } from '../../../src/tasks/store/open-task-store.js';
import type { NewTask, TaskStore } from '../../../src/tasks/store/task-store.js';

export const sampleRoot = '/home/ann/shop';

/** A task as a runner would store it. */
export const newTask = (more: Partial<NewTask> = {}): NewTask => ({
  root: sampleRoot,
  ability: { kind: 'operation_key', value: 'db.migrate' },
  version: '1',
  input: { table: 'orders' },
  settings: {},
  caller: { source: 'manual_cli' },
  idempotent: false,
  ...more,
});

/** A state folder that is removed at the end, with all stores that were opened in it. */
export class StoreWorld {
  readonly state: string;
  readonly database: string;
  constructor(private readonly t: TestContext) {
    const folder = mkdtempSync(join(tmpdir(), 'anyhook-tasks-'));
    t.after(() => removeFolderAtLast(folder));
    this.state = join(folder, 'state');
    this.database = taskDatabasePath(this.state);
  }
  async open(options: TaskStoreOptions = {}): Promise<TaskStore> {
    const store = await openTaskStore(this.state, options);
    let isOpen = true;
    const close = () => {
      if (isOpen) store.close();
      isOpen = false;
    };
    this.t.after(close);
    return { ...store, close };
  }
}
