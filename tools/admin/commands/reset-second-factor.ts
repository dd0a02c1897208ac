import { resetSecondFactor as resetFactor } from '../../../server/src/auth/factors/reset-second-factor.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import { asOperator } from '../as-operator.ts';
import type { Command } from '../command.ts';
import { findPersonId } from '../find-person.ts';

export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  parameters: ['username'],
  summary: 'Remove the authenticator app and the recovery codes of a person, who gets an email',
  async run(ctx, { arguments: [username = ''] }) {
    const userId = await findPersonId(ctx, username);
    await asOperator(ctx, async (tx) => {
      if (!(await resetFactor(tx, userId)))
        throw new StartError(`${username} has no authenticator app.`);
      return { result: undefined, record: { action: 'user.factorsReset', personId: userId } };
    });
    return {
      data: { _id: userId, reset: true },
      lines: [`${username} signs in with the password alone now.`],
    };
  },
};
