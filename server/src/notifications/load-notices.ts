import { securityEvent, type ExtendedNotification } from '@roost/contract/notifications';
import type { NamedUser } from '@roost/contract/users';
import type { MemberContext } from '../kernel/context.ts';
import { presentSite } from '../site/present-site.ts';
import { findNoticedDecisions, type NoticedDecision } from './notices.queries.ts';
import type { NotificationRow } from './notification-list.queries.ts';

type NoticeRow = Pick<NotificationRow, 'type' | 'post_id' | 'detail'>;
type Decision = Extract<ExtendedNotification, { type: 'moderation' }>['decision'];
type Security = Extract<ExtendedNotification, { type: 'security' }>['security'];

/** The parts of a notification that the site itself sends. */
interface Notice {
  message: string;
  sender: NamedUser;
  decision?: Decision;
  security?: Security;
}

const isNotice = ({ type }: NoticeRow) => type === 'moderation' || type === 'security';

/** Loads what notices of the site say. Sends a statement only if there is one about a decision. */
export async function loadNotices(
  ctx: MemberContext,
  rows: readonly NoticeRow[],
): Promise<(row: NoticeRow) => Notice | undefined> {
  if (!rows.some(isNotice)) return () => undefined;
  const ids = rows.flatMap((row) => (row.type === 'moderation' ? (row.post_id ?? []) : []));
  const { appealDays } = ctx.config;
  const found =
    ids.length > 0 ? await findNoticedDecisions(ctx, ctx.viewer.id, ids, appealDays) : [];
  const decisions = new Map(found.map((decision) => [decision.id, decision]));
  const sender = await siteCard(ctx);
  return (row) => {
    const decision = row.type === 'moderation' && decisions.get(row.post_id ?? '');
    if (decision)
      return { sender, message: sentenceOf(decision), decision: presentDecision(decision) };
    const what = row.type === 'security' ? securityEvent.safeParse(row.detail).data : undefined;
    return what && { sender, message: securitySentences[what], security: { what } };
  };
}

/** The card of the site, which sends what no member sends. Nobody can register its username. */
async function siteCard(ctx: MemberContext): Promise<NamedUser> {
  const state = await ctx.site.readOrLast();
  const { name, logo } = presentSite(ctx, state);
  return {
    _id: '00000000-0000-0000-0000-000000000000',
    username: 'official',
    fullName: name,
    avatar: logo,
  };
}

function sentenceOf({ is_undone }: NoticedDecision): string {
  return is_undone ? 'The moderators took back a decision.' : 'The moderators made a decision.';
}

function presentDecision(row: NoticedDecision): Decision {
  return {
    _id: row.id,
    action: row.action,
    reason: row.reason,
    rule: row.rule_id && row.rule_text ? { _id: row.rule_id, text: row.rule_text } : null,
    until: row.until?.toISOString() ?? null,
    message: row.message,
    canAppeal: row.can_appeal,
    isUndone: row.is_undone,
  };
}

const securitySentences: Record<Security['what'], string> = {
  passwordChanged: 'Your password was changed.',
  passwordReset: 'Your password was reset.',
  totpEnabled: 'Two-step sign-in was turned on.',
  totpDisabled: 'Two-step sign-in was turned off.',
  recoveryCodesReplaced: 'Your recovery codes were replaced.',
  passkeyAdded: 'A passkey was added.',
  passkeyRemoved: 'A passkey was removed.',
  factorsReset: 'The operator reset your second step.',
  emailChangeAsked: 'A new email address waits for its confirmation.',
  emailChanged: 'Your email address was changed.',
};
