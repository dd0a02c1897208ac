import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { transaction } from '../../platform/database/transaction.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { localeFor } from '../../platform/locale.ts';
import { findAccount, findAccountById } from '../account.queries.ts';
import { ofStranger } from '../notices/origin-lines.ts';
import { claimTakenAddressMail } from './address.queries.ts';
import { sendTakenAddressMailJob, type TakenAddressTry } from './addresses.jobs.ts';
import { takenAddressMail } from './address-mails.ts';

/** Mails the owner of a taken address that somebody tried to use it, at most once a day. */
export async function tellOwnerOfTakenAddress(
  ctx: Context,
  email: string,
  client: ClientInfo,
): Promise<void> {
  const owner = await findAccount(ctx, email);
  if (!owner) return;
  await transaction(ctx, async (tx) => {
    if (await claimTakenAddressMail(tx, owner.id))
      await addJob(tx, sendTakenAddressMailJob, {
        userId: owner.id,
        client: ofStranger(client),
        at: wallClock(),
      });
  });
}

/** Sends the mail (job). */
export async function sendTakenAddressMail(
  ctx: Context,
  { userId, client, at }: TakenAddressTry,
): Promise<void> {
  const owner = await findAccountById(ctx, userId);
  if (!owner) return;
  await ctx.mailer.send(
    takenAddressMail({
      fullName: owner.full_name,
      email: owner.email,
      link: `${ctx.origin}/login`,
      origin: { at: new Date(at), ...client },
      site: await ctx.site.readName(),
      locale: localeFor(owner.language),
    }),
  );
}
