import type { Context } from '../../kernel/context.ts';
import { localeFor } from '../../platform/locale.ts';
import { registrationMail } from './registration-mail.ts';
import type { RegistrationDecision } from './registration.jobs.ts';

/** Tells a person what an admin decided about the registration (job). */
export async function sendRegistrationMail(
  ctx: Context,
  decision: RegistrationDecision,
): Promise<void> {
  await ctx.mailer.send(
    registrationMail(decision, {
      site: await ctx.site.readName(),
      // Signed-out people sign in first.
      link: `${ctx.origin}/welcome`,
      locale: localeFor(decision.language),
    }),
  );
}
