import type { Context } from '../../kernel/context.ts';
import { localeFor } from '../../platform/locale.ts';
import { findClosing } from '../closing/closing.queries.ts';
import { makeMailedToken } from '../mailed-tokens.ts';
import { noticeMail } from './notice-mail.ts';
import { findNotice, setNoticeToken } from './notice.queries.ts';

/** Creates the token, stores its hash and mails the notice (job). A retry makes a new token. */
export async function sendNotice(
  ctx: Context,
  { userId, noticeId }: { userId: string; noticeId: string },
): Promise<void> {
  const notice = await findNotice(ctx, userId, noticeId);
  if (!notice) return;
  const closing = notice.what === 'accountClosed' ? await findClosing(ctx, userId) : undefined;
  const { token, hash } = makeMailedToken(userId);
  await setNoticeToken(ctx, userId, noticeId, hash);
  await ctx.mailer.send(
    noticeMail({
      fullName: notice.full_name,
      email: notice.email,
      what: notice.what,
      deletesAt: closing?.deletes_at,
      device: notice.device,
      address: notice.address,
      at: notice.at,
      link: `${ctx.origin}/undo/${token}`,
      hours: ctx.config.undoHours,
      site: await ctx.site.readName(),
      locale: localeFor(notice.language),
    }),
  );
}
