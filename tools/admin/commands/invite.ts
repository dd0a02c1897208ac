import { storeInvite } from '../../../server/src/admin/invites/make-invite.ts';
import { transaction } from '../../../server/src/platform/database/transaction.ts';
import { wholeNumber, type Command } from '../command.ts';

const DAY_MS = 86_400_000;

export const invite: Command = {
  name: 'invite',
  summary: 'Make an invite, which works in every mode of registration',
  options: {
    uses: { type: 'string', help: 'how many people may use it (default: 1)' },
    days: { type: 'string', help: 'for how many days it works (default: 7)' },
  },
  async run(ctx, { options }) {
    const uses = wholeNumber('uses', options['uses'], { fallback: 1, min: 1, max: 10_000 });
    const days = wholeNumber('days', options['days'], { fallback: 7, min: 1, max: 365 });
    const end = new Date(Date.now() + days * DAY_MS);
    const { id, code, expiresAt } = await transaction(ctx, async (tx) =>
      storeInvite(tx, { uses, expiresAt: end, createdBy: null }),
    );
    const link = `${ctx.origin}/register?invite=${code}`;
    return {
      data: { _id: id, code, link, uses, expiresAt },
      lines: [
        link,
        `It works ${uses === 1 ? 'once' : `${uses} times`}, until ${end.toISOString()}.`,
      ],
    };
  },
};
