import { AppError } from '@roost/contract/errors';
import type { PrivacySettings } from '@roost/contract/users';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { privacyChanged } from './privacy.events.ts';
import { findPrivacy, storePrivacy, type PrivacyChange } from './privacy.queries.ts';

export async function readPrivacy(ctx: MemberContext): Promise<PrivacySettings> {
  return existing(await findPrivacy(ctx, ctx.viewer.id));
}

/** Changes the given settings of the viewer, and returns all of them. Pending follow requests stay when approval ends. */
export async function changePrivacy(
  ctx: MemberContext,
  change: PrivacyChange,
): Promise<PrivacySettings> {
  return transaction(ctx, async (tx) => {
    await authorize(tx, 'changePrivacy');
    const { id: userId } = tx.viewer;
    const settings = existing(await storePrivacy(tx, userId, change));
    emit(tx, privacyChanged, { userId });
    return settings;
  });
}

function existing(settings: PrivacySettings | undefined): PrivacySettings {
  if (!settings) throw new AppError('unauthenticated');
  return settings;
}
