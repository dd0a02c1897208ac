import type { Command } from './command.ts';
import { invite } from './commands/invite.ts';
import { listJobs, retryJob } from './commands/jobs.ts';
import { checkMedia, cleanMedia } from './commands/media.ts';
import { listPeople, showPerson } from './commands/people.ts';
import { promote } from './commands/promote.ts';
import { recount } from './commands/recount.ts';
import { resetSecondFactor } from './commands/reset-second-factor.ts';
import { resetPassword } from './commands/reset-password.ts';
import { getSite, setSite } from './commands/site.ts';

/** Every command, in the order of the help. */
export const commands: readonly Command[] = [
  promote,
  invite,
  listPeople,
  showPerson,
  resetPassword,
  resetSecondFactor,
  getSite,
  setSite,
  recount,
  checkMedia,
  cleanMedia,
  listJobs,
  retryJob,
];
