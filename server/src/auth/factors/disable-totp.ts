import type { MemberContext } from '../../kernel/context.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { recordChange } from '../notices/notify-owner.ts';
import { authorize } from '../policy/authorize.ts';
import { removeTotp } from './remove-totp.ts';

/** A sign-in of the viewer needs no code any more. Succeeds without an app too. */
export async function disableTotp(ctx: MemberContext, client: ClientInfo): Promise<void> {
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'changeSecondFactor');
    const { id } = tx.viewer;
    if (await removeTotp(tx, id)) await recordChange(tx, id, 'totpDisabled', client);
  });
}
