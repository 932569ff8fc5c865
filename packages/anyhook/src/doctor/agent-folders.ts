import { isFolder, userPaths } from '@anyhook/core';
import { movedFolders } from '../agents/moved-folders.js';
import { formats } from '../formats/index.js';
import type { Project } from '../hooks/load.js';
import { type DoctorCheck, makeFinding } from './finding.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Which folders of agents count, if a variable of this shell or the config names others than the usual ones. */
export function agentFolderChecks({ config }: Project, env: Env, fallbackHome: string): readonly DoctorCheck[] {
  const { agentFolders = {}, share } = config;
  const moved = movedFolders(env, userPaths(env, fallbackHome).home).filter(({ folder }) => isFolder(folder));
  const ofVariables = moved.map(({ agent, variable, folder, format }): DoctorCheck => {
    const isRead = format === undefined || share === false || agentFolders[format]?.includes(folder) === true;
    const title = `the folder of ${agent.title} is ${folder} (${variable})`;
    const what = `${agent.title} has its folder in ${folder} (${variable}), and hooks there run on no other agent`;
    return { title, findings: isRead ? [] : [makeFinding('folder-not-read', what, { host: agent.name })] };
  });
  const isShown = (folder: string) => moved.some((one) => one.folder === folder);
  const ofConfig = Object.keys(formats).flatMap((format) =>
    (agentFolders[format] ?? [])
      .filter((folder) => !isShown(folder))
      .map((folder) => ({
        title: `hooks of the format ${format} are also read in ${folder} (agentFolders)`,
        findings: [],
      })),
  );
  return [...ofVariables, ...ofConfig];
}
