import { listSessionsOf } from '../../../auth/sessions/session.queries.ts';
import type { MemberContext } from '../../../kernel/context.ts';
import { getOwnUser } from '../../../users/profile/present-own-user.ts';
import { profileUrl, type ExportItem } from './export-item.ts';
import { loadExportedMedia } from './exported-media.ts';
import {
  hasTotp,
  listActivityOf,
  listPasskeyNames,
  listPaymentsOf,
  readChoices,
  readPictures,
  readRegistration,
} from './read-account.queries.ts';

/** Reads the profile, with what only its owner may see. */
export async function* readAccount(ctx: MemberContext): AsyncGenerator<ExportItem> {
  const own = await getOwnUser(ctx);
  const choices = await readChoices(ctx, ctx.viewer.id);
  const registration = await readRegistration(ctx, ctx.viewer.id);
  const pictures = await readPictures(ctx, ctx.viewer.id);
  const mediaOf = await loadExportedMedia(ctx, pictures);
  yield {
    heading: own.fullName,
    at: own.createdAt,
    text: own.bio,
    url: profileUrl(ctx, own.username),
    media: mediaOf(pictures),
    details: {
      username: own.username,
      fullName: own.fullName,
      email: own.email,
      followers: own.followersCount,
      following: own.followingCount,
      posts: own.postsCount,
      premium: own.premium.isActive,
      links: choices?.links ?? [],
      language: choices?.language,
      privacy: choices?.privacy,
      mutedWords: choices?.muted_words ?? [],
      passkeys: await listPasskeyNames(ctx, ctx.viewer.id),
      hasAuthenticatorApp: await hasTotp(ctx, ctx.viewer.id),
      acceptedRules: registration?.rules_version,
      wasInvited: registration?.is_invited,
      messagePreference: own.messagePreference,
      notificationPreferences: own.notificationPreferences,
    },
  };
}

/** Reads where the person is signed in. */
export async function* readSessions(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const session of await listSessionsOf(ctx, ctx.viewer.id))
    yield {
      at: session.created_at.toISOString(),
      text: session.device,
      details: { address: session.address, lastUsedAt: session.last_used_at.toISOString() },
    };
}

/** Reads the payments for Premium, newest first. */
export async function* readPayments(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const payment of await listPaymentsOf(ctx, ctx.viewer.id))
    yield {
      at: payment.paid_at.toISOString(),
      details: {
        number: payment.provider_id,
        amount: payment.amount / 100,
        currency: payment.currency,
        from: payment.period_start.toISOString(),
        until: payment.period_end.toISOString(),
      },
    };
}

/** Reads the recent sign-ins, failures and changes of the account. */
export async function* readActivity(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const { what, device, address, at } of await listActivityOf(ctx, ctx.viewer.id))
    yield { at: at.toISOString(), text: device, details: { what, address } };
}
