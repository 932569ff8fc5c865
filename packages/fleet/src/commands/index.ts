import { type CommandContext, examplesText, type RegisterCommand } from '@anyhook/anyhook';
import type { Command } from 'commander';
import { addFleetFetch } from './fetch.js';
import { addFleetInit } from './init.js';
import { addFleetJoin } from './join.js';
import { addFleetLeave } from './leave.js';
import { addFleetPublish } from './publish.js';
import { addFleetReport } from './report.js';
import { addFleetRing } from './ring.js';
import { addFleetRenew, addFleetRotate } from './rotate.js';
import { addFleetSign } from './sign.js';
import { addFleetStatus } from './status.js';
import { addFleetVerifyAudit } from './verify-audit.js';

export type AddFleetCommand = (fleet: Command, context: CommandContext) => void;

/** `anyhook fleet`: one signed policy for many machines. */
export const addFleet: RegisterCommand = (program, context) => {
  const command = program
    .command('fleet')
    .summary('one signed policy for many machines')
    .description(
      'Publishes hooks as a signed policy to any web server, and puts it in force on the machines that joined the fleet. ' +
        'init, publish, ring, renew, rotate and sign are for publishers; join, fetch, status and leave are for machines; ' +
        'report and verify-audit are for both.',
    )
    .helpCommand(false)
    .addHelpText(
      'after',
      examplesText('anyhook fleet status', 'anyhook fleet publish policy --tree public --keys keys'),
    );
  const publishing = [addFleetInit, addFleetPublish, addFleetRing, addFleetRenew, addFleetRotate, addFleetSign];
  const ofMachine = [addFleetJoin, addFleetFetch, addFleetStatus, addFleetReport, addFleetVerifyAudit, addFleetLeave];
  for (const add of [...publishing, ...ofMachine]) add(command, context);
};
