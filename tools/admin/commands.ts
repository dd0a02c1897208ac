import type { Command } from './command.ts';
import { addBlock, listBlocks, removeBlock } from './commands/blocks.ts';
import { erase } from './commands/erase.ts';
import { deleteInvite, invite, listInvites } from './commands/invites.ts';
import { listJobs, retryJob } from './commands/jobs.ts';
import { checkMedia, cleanMedia } from './commands/media.ts';
import { listPeople, showPerson } from './commands/people.ts';
import { promote } from './commands/promote.ts';
import { recount } from './commands/recount.ts';
import { approvePerson, refusePerson } from './commands/registrations.ts';
import { resetSecondFactor } from './commands/reset-second-factor.ts';
import { resetPassword } from './commands/reset-password.ts';
import { rotate } from './commands/rotate.ts';
import { getSite, setSite } from './commands/site.ts';
import { ban, suspend, unsuspend } from './commands/suspend.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  promote,
  invite,
  listInvites,
  deleteInvite,
  listPeople,
  showPerson,
  approvePerson,
  refusePerson,
  suspend,
  ban,
  unsuspend,
  erase,
  resetPassword,
  resetSecondFactor,
  getSite,
  setSite,
  listBlocks,
  addBlock,
  removeBlock,
  recount,
  checkMedia,
  cleanMedia,
  listJobs,
  retryJob,
  rotate,
];
