import { join } from 'node:path';
import { isObject, listEntries, parseObject, readText } from '@anyhook/core';
import { ancestors } from './project-root.js';

const projectTypes = ['nodejs', 'python', 'rust', 'go', 'java'] as const;
type ProjectType = (typeof projectTypes)[number];

export interface DetectedProject {
  readonly root: string;
  readonly types: readonly ProjectType[];
  /** Names in the root folder. */
  readonly names: ReadonlySet<string>;
  readonly packageJson: Readonly<Record<string, unknown>>;
  /** Text of the Python configuration files, joined. */
  readonly pythonConfig: string;
}

const markers: Readonly<Record<ProjectType, readonly string[]>> = {
  nodejs: ['package.json'],
  python: ['pyproject.toml', 'setup.py', 'setup.cfg', 'requirements.txt', 'pytest.ini', 'tox.ini', 'Pipfile'],
  rust: ['Cargo.toml'],
  go: ['go.mod'],
  java: ['pom.xml', 'build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts'],
};

const pythonConfigs = [
  ...['pyproject.toml', 'setup.cfg', 'tox.ini', 'pytest.ini', 'mypy.ini', '.mypy.ini', 'requirements.txt'],
];

/** Files that show the type of a project without a marker: configurations of test frameworks. */
const hints: Readonly<Partial<Record<ProjectType, RegExp>>> = {
  nodejs: /^(?:jest\.config|vitest\.(?:config|workspace)|playwright\.config)\.|^\.mocharc(?:\.|$)/,
  python: /^(?:conftest\.py|\.?pytest\.(?:ini|toml))$/,
};

/** The nearest project up to the repository, by a marker, else by the nearest folder with a hint; or undefined. */
export function detectProject(cwd: string): DetectedProject | undefined {
  let hintedProject: DetectedProject | undefined;
  for (const root of ancestors(cwd)) {
    const names = new Set(listEntries(root).map(({ name }) => name));
    const types = projectTypes.filter((type) => markers[type].some((marker) => names.has(marker)));
    if (types.length > 0) return describe(root, names, types);
    if (!hintedProject) {
      const hintedTypes = projectTypes.filter((type) => [...names].some((name) => hints[type]?.test(name)));
      if (hintedTypes.length > 0) hintedProject = describe(root, names, hintedTypes);
    }
    if (names.has('.git')) break;
  }
  return hintedProject;
}

export function scriptOf(project: DetectedProject, name: string): string | undefined {
  const scripts = project.packageJson['scripts'];
  const script = isObject(scripts) && Object.hasOwn(scripts, name) ? scripts[name] : undefined;
  return typeof script === 'string' && script.trim() !== '' ? script : undefined;
}

/** Does package.json name this package in any of its dependency lists? */
export function dependsOn(project: DetectedProject, name: string): boolean {
  return ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].some((field) => {
    const list = project.packageJson[field];
    return isObject(list) && Object.hasOwn(list, name);
  });
}

/** The package manager whose lock file is in the project; npm without one. */
export function packageManager(project: DetectedProject): 'npm' | 'pnpm' | 'yarn' | 'bun' {
  if (project.names.has('pnpm-lock.yaml')) return 'pnpm';
  if (project.names.has('yarn.lock')) return 'yarn';
  if (project.names.has('bun.lockb') || project.names.has('bun.lock')) return 'bun';
  return 'npm';
}

function describe(root: string, names: ReadonlySet<string>, types: readonly ProjectType[]): DetectedProject {
  const python = types.includes('python') ? pythonConfigs.filter((name) => names.has(name)) : [];
  return {
    root,
    types,
    names,
    packageJson: types.includes('nodejs') ? (parseObject(readText(join(root, 'package.json'))) ?? {}) : {},
    pythonConfig: python.map((name) => readText(join(root, name)) ?? '').join('\n'),
  };
}
