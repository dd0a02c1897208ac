import { getAccount } from '../../../server/src/auth/account.queries.ts';
import { sendPasswordResetJob } from '../../../server/src/auth/reset/reset.jobs.ts';
import { makeResetLink } from '../../../server/src/auth/reset/send-reset-mail.ts';
import { addJob } from '../../../server/src/platform/jobs/add-job.ts';
import { asOperator } from '../as-operator.ts';
import type { Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const resetPassword: Command = {
  name: 'reset-password',
  parameters: ['username'],
  summary: 'Email a person a link to choose a new password, or print the link',
  options: { print: { type: 'boolean', help: 'print the link, and email nothing' } },
  async run(ctx, { arguments: [username = ''], options }) {
    const userId = await findPersonId(ctx, username);
    if (options['print']) {
      const { link, minutes } = await asOperator(ctx, async (tx) => ({
        result: await makeResetLink(tx, userId),
        record: { action: 'user.resetLinkMade', personId: userId },
      }));
      return {
        data: { _id: userId, link, minutes },
        lines: [link, `It works once, for ${minutes} minutes.`],
      };
    }
    await asOperator(ctx, async (tx) => {
      const { email } = await getAccount(tx, userId);
      await addJob(tx, sendPasswordResetJob, { email, isOwed: true });
      return { result: undefined, record: { action: 'user.resetLinkMailed', personId: userId } };
    });
    return {
      data: { _id: userId, mailed: true },
      lines: [`${username} gets an email with a link as soon as the server runs.`],
    };
  },
};
