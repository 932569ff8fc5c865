import { join } from 'node:path';
import { exists, findOnPath, isFolder, pathVariable } from '@anyhook/core';
import type { AgentInstall, InstallPlace } from '../agents/kit/install.js';

/** Where an agent was found; empty lists if it was not. */
export interface FoundAgent {
  /** On this machine: its program, or its folder in the home folder. */
  readonly machine: readonly string[];
  /** In this repository. */
  readonly project: readonly string[];
}

/** Looks for an agent on the machine and in the repository. */
export function detectAgent(install: AgentInstall, place: Omit<InstallPlace, 'scope'>): FoundAgent {
  const programs = install.programs.flatMap((name) => findOnPath(name, pathVariable(place.env)) ?? []);
  const folder = install.folder(place);
  return {
    machine: [...programs, ...(isFolder(folder) ? [folder] : [])],
    project: install.projectMarkers.filter((name) => exists(join(place.root, name))),
  };
}
