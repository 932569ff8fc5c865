import { join, resolve } from 'node:path';
import type { Project, World } from '@anyhook/anyhook';
import {
  type FolderEntry,
  hasFolder,
  isExecutable,
  isFile,
  isHookTest,
  listFolder,
  type Problem,
  thisSystem,
  windowsStartProblem,
} from '@anyhook/core';
import type { Ability } from './ability.js';
import { openAbilities, type ProjectRegistry } from './open-abilities.js';
import { implementationPrograms } from './programs.js';

/** A project's registry with all problems in it, including those of its JSON Schemas. */
export async function checkAbilities(project: Project, world: World): Promise<ProjectRegistry> {
  const registry = await openAbilities(project, world);
  const { abilities, problems } = registry;
  return {
    ...registry,
    problems: [
      ...problems,
      ...project.snapshot.levels.flatMap(unreadFiles),
      ...abilities.flatMap((ability) => notExecutable(ability, world)),
      ...(await checkSchemas(abilities)),
    ],
  };
}

/** Files outside the two folders that are read. */
function unreadFiles(level: string): readonly Problem[] {
  const registry = join(level, '.system', 'registry');
  return entriesOf(registry).flatMap(({ name, kind }): readonly Problem[] => {
    const source = join(registry, name);
    const isIgnored = kind === 'folder' ? !readFolder.test(name) && entriesOf(source).some(isYaml) : isYaml({ name });
    const message = 'not read: registry files belong in low-level (operations) or high-level (workflows, agents)';
    return isIgnored ? [{ source, severity: 'warning', message }] : [];
  });
}

const readFolder = /^(?:low|high)-level$/;
const isYaml = ({ name }: Pick<FolderEntry, 'name'>): boolean => /^[^.].*\.ya?ml$/s.test(name) && !isHookTest(name);

function entriesOf(dir: string): readonly FolderEntry[] {
  const entries = listFolder(dir);
  return typeof entries === 'string' ? [] : entries;
}

/** Scripts that exist but cannot be started. */
function notExecutable(ability: Ability, { env }: World): readonly Problem[] {
  const { root, source, line } = ability;
  if (ability.type === 'workflow') return [];
  const implementations = ability.type === 'agent' ? [ability.run] : Object.values(ability.implementations);
  return implementations.flatMap(implementationPrograms).flatMap(({ command }): readonly Problem[] => {
    const file = resolve(root, command);
    const why = hasFolder(command) && isFile(file) ? startProblem(file, env, root) : undefined;
    if (why === undefined) return [];
    const message = `"command": ${command} ${why}`;
    return [{ source, line, field: 'command', severity: 'warning', message }];
  });
}

/** Why a file does not start, as the end of a sentence. */
function startProblem(file: string, env: World['env'], root: string): string | undefined {
  if (thisSystem !== 'win32')
    return isExecutable(file)
      ? undefined
      : 'is not executable, so it fails whenever it runs: chmod +x it, or name its interpreter';
  const problem = windowsStartProblem(file, env, root);
  return problem && `fails whenever it runs: ${problem}`;
}

/** Apart from reading the registry: compiling takes milliseconds, and a call needs only its own ability's schemas. */
async function checkSchemas(abilities: readonly Ability[]): Promise<readonly Problem[]> {
  const { compileSchema } = await import('./compile-schema.js');
  const reasonBySchema = new Map<string, string | undefined>();
  const problems: Problem[] = [];
  for (const ability of abilities)
    for (const field of ['input', 'output'] as const) {
      const schema = ability[field];
      if (!schema) continue;
      const text = JSON.stringify(schema);
      if (!reasonBySchema.has(text)) {
        const compiled = await compileSchema(schema);
        reasonBySchema.set(text, compiled.ok ? undefined : compiled.why);
      }
      const why = reasonBySchema.get(text);
      if (why !== undefined) problems.push(problemOf(ability, field, why));
    }
  return problems;
}

const problemOf = ({ source, line, lines }: Ability, field: string, why: string): Problem => ({
  source,
  line: lines?.[field] ?? line,
  field,
  severity: 'error',
  message: `"${field}": ${why}`,
});
