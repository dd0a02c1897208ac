import { deleteInvite as deleteOne } from '../../../server/src/admin/invites/delete-invite.ts';
import { listUsableInvites } from '../../../server/src/admin/invites/invite.queries.ts';
import { storeInvite } from '../../../server/src/admin/invites/make-invite.ts';
import { StartError } from '../../../server/src/config/start-error.ts';
import { asOperator } from '../as-operator.ts';
import { wholeNumber, type Command } from '../command.ts';
import { isId } from '../is-id.ts';

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
    const { id, code, expiresAt } = await asOperator(ctx, async (tx) =>
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

export const listInvites: Command = {
  name: 'invites list',
  summary: 'List invites that still work, newest first',
  options: { limit: { type: 'string', help: 'how many to list (default: 50, at most 1000)' } },
  async run(ctx, { options }) {
    const limit = wholeNumber('limit', options['limit'], { fallback: 50, min: 1, max: 1_000 });
    const found = await listUsableInvites(ctx, { after: null, offset: 0, limit });
    const invites = found.map((row) => ({
      _id: row.id,
      uses: row.max_uses,
      used: row.used,
      expiresAt: row.expires_at.toISOString(),
      createdBy: row.created_by,
    }));
    return {
      data: { invites },
      lines: invites.map(
        ({ _id, uses, used, expiresAt, createdBy }) =>
          `${_id}  used ${used} of ${uses}  until ${expiresAt.slice(0, 16)}Z  by ${createdBy ?? 'the operator'}`,
      ),
    };
  },
};

export const deleteInvite: Command = {
  name: 'invites delete',
  parameters: ['id'],
  summary: 'Delete an invite, so that nobody can use it any more',
  async run(ctx, { arguments: [id = ''] }) {
    if (!isId(id)) throw new StartError(`There is no invite ${id}.`);
    await asOperator(ctx, async (tx) => deleteOne(tx, id));
    return { data: { _id: id, deleted: true }, lines: ['The invite is deleted.'] };
  },
};
