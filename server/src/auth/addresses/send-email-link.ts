import type { Context } from '../../kernel/context.ts';
import { localeFor } from '../../platform/locale.ts';
import { makeMailedToken } from '../mailed-tokens.ts';
import { emailLinkMail } from './address-mails.ts';
import { findEmailLink, setEmailLinkToken } from './email-link.queries.ts';

/** Creates the token, stores its hash and mails the link to the address that waits for it (job). */
export async function sendEmailLink(ctx: Context, { userId }: { userId: string }): Promise<void> {
  const waiting = await findEmailLink(ctx, userId);
  if (!waiting) return;
  const { email, full_name: fullName } = waiting;
  const { token, hash } = makeMailedToken(userId);
  if (!(await setEmailLinkToken(ctx, userId, email, hash))) return;
  await ctx.mailer.send(
    emailLinkMail({
      fullName,
      email,
      link: `${ctx.origin}/verify-email/${token}`,
      hours: ctx.config.emailLinkHours,
      site: await ctx.site.readName(),
      locale: localeFor(waiting.language),
    }),
  );
}
