import { askPacks, type Program, programTable } from '../machine.js';
import { marks } from '../value.js';
import { argumentsOf } from './call-words.js';

/**
 * A program whose database tasks use the test database if a variable says so. Tests create and drop their database all
 * the time; packs know the effects of the same tasks elsewhere.
 */
const testDatabaseTasks =
  (variables: readonly string[], task: RegExp): Program =>
  (call, machine) => {
    const words = argumentsOf(call);
    const isSet = (name: string) => machine.variable(name) === 'test' || words.includes(`${name}=test`);
    const isDatabaseWork = words.every((word) => task.test(word) || /^(?:[A-Z_]+=[\w.]*|--?[a-z-]+)$/.test(word));
    return words.length > 0 && isDatabaseWork && variables.some(isSet) ? marks.any : askPacks;
  };

const rails = testDatabaseTasks(['RAILS_ENV', 'RACK_ENV'], /^db:[a-z:_]+$/);

export const testDatabasePrograms = programTable({
  'rails rake': rails,
  mix: testDatabaseTasks(['MIX_ENV'], /^ecto\.[a-z.]+$/),
});
