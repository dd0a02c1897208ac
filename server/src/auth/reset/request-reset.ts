import type { Context } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { networkKey } from '../../platform/http/limits/network-key.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { findAccount } from '../account.queries.ts';
import { ofStranger } from '../notices/origin-lines.ts';
import { decoyAccount } from '../passwords/hash-password.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { sendPasswordResetJob } from './reset.jobs.ts';

/**
 * Requests a reset link by mail. The answer does not depend on whether the address is known. Only the job finds that
 * out.
 */
export async function requestReset(ctx: Context, email: string, client: ClientInfo): Promise<void> {
  const device = ctx.devices.read(client.deviceCookie);
  const isKnown =
    device !== null && ctx.devices.knows(device, (await findAccount(ctx, email)) ?? decoyAccount);
  const address = email.toLowerCase();
  // A known device has its own budget, so strangers' requests do not count against it.
  await ctx.limiter.take('resetMails', isKnown ? `${device.id} ${address}` : address);
  await addJob(ctx, sendPasswordResetJob, {
    email,
    network: networkKey(client.address, 'network'),
    isKnown,
    askedAt: wallClock(),
    client: ofStranger(client),
  });
}
