import { wordsIn } from '#words/personal-data';
import { parseUserAgent } from '@roost/contract/text/user-agent';
import { findEmailLink } from '../../../../auth/addresses/email-link.queries.ts';
import { countRecoveryCodes, hasTotp } from '../../../../auth/factors/factor.queries.ts';
import { listPasskeys } from '../../../../auth/passkeys/passkey.queries.ts';
import { listSessionsOf } from '../../../../auth/sessions/session.queries.ts';
import type { MemberContext } from '../../../../kernel/context.ts';
import { subscriptionStatus } from '../../../../billing/subscriptions/subscription-status.ts';
import type { Locale } from '../../../../platform/locale.ts';
import { listPushSubscriptionsOf } from '../../../../push/subscriptions/push-subscription.queries.ts';
import { readMarkers } from '../../../../users/markers/markers.ts';
import { getOwnUser } from '../../../../users/profile/present-own-user.ts';
import { postUrl, profileUrl, type ExportItem } from '../export-item.ts';
import { loadExportedMedia } from '../media/exported-media.ts';
import {
  listActivityOf,
  listFormerAddresses,
  listInvitesOf,
  listPaymentsOf,
  listSubscriptionsOf,
  readAccountDates,
  readChoices,
  readPictures,
  readRegistration,
} from './read-account.queries.ts';

const INVITES_PER_READ = 500;

/** Reads the profile, with what only its owner may see. */
export async function* readAccount(ctx: MemberContext): AsyncGenerator<ExportItem> {
  const own = await getOwnUser(ctx);
  const choices = await readChoices(ctx, ctx.viewer.id);
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
      ...(await readAddresses(ctx, own.email)),
      followers: own.followersCount,
      following: own.followingCount,
      posts: own.postsCount,
      role: own.role,
      premium: own.premium.isActive,
      premiumUntil: choices?.premium_until?.toISOString(),
      links: choices?.links ?? [],
      verifiedLinks: choices?.verified_links ?? [],
      language: choices?.language,
      privacy: choices?.privacy,
      mutedWords: choices?.muted_words ?? [],
      ...(choices?.pinned_post_id && { pinnedPost: postUrl(ctx, choices.pinned_post_id) }),
      ...(await readPositions(ctx)),
      messagePreference: own.messagePreference,
      notificationPreferences: own.notificationPreferences,
      ...(await readFactors(ctx)),
      ...(await readBeginning(ctx)),
    },
  };
}

/** Reads how far the person has read. */
async function readPositions(ctx: MemberContext) {
  const { following, notifications } = await readMarkers(ctx);
  return {
    ...(following && {
      readFollowingTo: postUrl(ctx, following.postId),
      readFollowingAt: following.at,
    }),
    ...(notifications && { readNotificationsAt: notifications.at }),
  };
}

/** Reads the address, one that waits for its confirmation, and former ones that are held. */
async function readAddresses(ctx: MemberContext, email: string) {
  const { id } = ctx.viewer;
  const [dates, pending, former] = await Promise.all([
    readAccountDates(ctx, id),
    findEmailLink(ctx, id),
    listFormerAddresses(ctx, id),
  ]);
  return {
    email,
    emailVerifiedAt: dates?.email_verified_at?.toISOString(),
    pendingEmail: pending?.email,
    formerEmails: former.map((each) => ({
      email: each.email,
      heldUntil: each.held_until.toISOString(),
    })),
    usernameChangedAt: dates?.username_changed_at?.toISOString(),
  };
}

/** Reads what protects the account, without any secret. */
async function readFactors(ctx: MemberContext) {
  const { id } = ctx.viewer;
  const passkeys = await listPasskeys(ctx, id);
  return {
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      addedAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString(),
    })),
    hasAuthenticatorApp: await hasTotp(ctx, id),
    recoveryCodesLeft: await countRecoveryCodes(ctx, id),
  };
}

/** Reads how the person joined. */
async function readBeginning(ctx: MemberContext) {
  const registration = await readRegistration(ctx, ctx.viewer.id);
  return {
    acceptedRules: registration?.rules_version,
    wasInvited: registration?.is_invited,
    registeredFrom: registration?.network,
  };
}

/** Reads where the person is signed in. */
export async function* readSessions(
  ctx: MemberContext,
  locale: Locale,
): AsyncGenerator<ExportItem> {
  const { id } = ctx.viewer;
  const pushes = await listPushSubscriptionsOf(ctx, id);
  for (const session of await listSessionsOf(ctx, id)) {
    const push = pushes.find(({ session_id }) => session_id === session.id);
    yield {
      at: session.created_at.toISOString(),
      text: session.device,
      details: {
        ...deviceOf(session.device, locale),
        address: session.address,
        lastUsedAt: session.last_used_at.toISOString(),
        ...(push && {
          pushService: new URL(push.endpoint).host,
          pushKinds: push.kinds,
          pushPreview: push.has_preview,
          pushSince: push.created_at.toISOString(),
        }),
      },
    };
  }
}

/** Reads the subscriptions for Premium, newest first. */
export async function* readSubscriptions(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (const subscription of await listSubscriptionsOf(ctx, ctx.viewer.id))
    yield {
      at: subscription.created_at.toISOString(),
      details: {
        plan: subscription.plan,
        status: subscriptionStatus(subscription),
        number: subscription.provider_id,
        amount: subscription.amount / 100,
        currency: 'INR',
        from: subscription.started_at?.toISOString(),
        paidUntil: subscription.paid_until?.toISOString(),
        cancelledAt: subscription.cancelled_at?.toISOString(),
      },
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

/** Says a user agent in words, if it names a browser and a system. */
function deviceOf(userAgent: string, locale: Locale): { device?: string } {
  const words = wordsIn(locale);
  const { browser, system } = parseUserAgent(userAgent);
  return browser && system ? { device: words.browserOnSystem({ browser, system }) } : {};
}

/** Reads the recent sign-ins, failures and changes of the account. */
export async function* readActivity(
  ctx: MemberContext,
  locale: Locale,
): AsyncGenerator<ExportItem> {
  for (const { what, device, address, at } of await listActivityOf(ctx, ctx.viewer.id))
    yield {
      at: at.toISOString(),
      text: device,
      details: { what, ...deviceOf(device, locale), address },
    };
}

/** Reads the invites that the person made: when, for how many, and how often they were used. */
export async function* readInvites(ctx: MemberContext): AsyncGenerator<ExportItem> {
  for (let before: string | null = null; ;) {
    const found = await listInvitesOf(ctx, ctx.viewer.id, before, INVITES_PER_READ);
    for (const { max_uses, used, created_at, expires_at } of found)
      yield {
        at: created_at.toISOString(),
        details: { maxUses: max_uses, used, expiresAt: expires_at.toISOString() },
      };
    if (found.length < INVITES_PER_READ) return;
    before = found.at(-1)?.id ?? null;
  }
}
