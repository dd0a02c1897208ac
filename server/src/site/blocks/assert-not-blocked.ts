import { AppError } from '@roost/contract/errors';
import type { Context } from '../../kernel/context.ts';

/** Throws address_blocked if the operator blocks this network address. */
export async function assertAddressAllowed(ctx: Context, address: string): Promise<void> {
  if ((await ctx.site.readBlocks()).blocksAddress(address)) throw new AppError('address_blocked');
}

/** Throws mail_domain_blocked if the operator blocks the domain of this email address. */
export async function assertMailAllowed(ctx: Context, email: string): Promise<void> {
  if (!(await ctx.site.readBlocks()).blocksMail(email)) return;
  const { message } = new AppError('mail_domain_blocked');
  throw new AppError('mail_domain_blocked', { fields: [{ path: 'email', message }] });
}
