import { AppError } from '@roost/contract/errors';
import { v7 as newId } from 'uuid';
import { hashInviteCode, makeInviteCode } from '../../auth/registration/invite-codes.ts';
import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import type { Act } from '../as-admin.ts';
import { insertInvite } from './invite.queries.ts';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 7;
const MAX_DAYS = 366;

export interface InviteInput {
  uses: number;
  /** The default is in seven days. */
  expiresAt?: Date | undefined;
  /** Null: the operator. Such an invite works in every mode of registration. */
  createdBy: string | null;
}

export interface NewInvite {
  id: string;
  /** Only the caller knows it. The database has its hash. */
  code: string;
  uses: number;
  expiresAt: Date;
}

/** Stores an invite in this transaction. Throws bad_input for an invalid end. */
export async function storeInvite(
  tx: Context,
  { uses, expiresAt, createdBy }: InviteInput,
): Promise<Act<NewInvite>> {
  const end = expiresAt ?? new Date(wallClock() + DEFAULT_DAYS * DAY_MS);
  const left = end.getTime() - wallClock();
  if (left <= 0 || left > MAX_DAYS * DAY_MS) {
    const message = 'An invite must end within a year.';
    throw new AppError('bad_input', { message, fields: [{ path: 'expiresAt', message }] });
  }
  const id = newId();
  const code = makeInviteCode();
  await insertInvite(tx, {
    id,
    code_hash: hashInviteCode(code),
    created_by: createdBy,
    max_uses: uses,
    expires_at: end,
  });
  return {
    result: { id, code, uses, expiresAt: end },
    record: {
      action: 'invite.made',
      subject: { type: 'invite', id },
      after: { uses, expiresAt: end.toISOString() },
    },
  };
}
