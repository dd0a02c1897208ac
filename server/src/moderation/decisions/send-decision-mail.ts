import type { Context } from '../../kernel/context.ts';
import { localeFor } from '../../platform/locale.ts';
import { oneLine } from '../../platform/mail/plain-text.ts';
import { appealEnd, isAppealable } from '../appeals/can-appeal.ts';
import { decisionMail, type DecisionMail } from './decision-mail.ts';
import type { DecisionMailRequest } from '../moderation.jobs.ts';
import { findNewestEvidence } from '../evidence/evidence.queries.ts';
import { textIn } from '../evidence/evidence.ts';
import { findDecision, findStandingMeasures, type DecisionRow } from './decision.queries.ts';
import { findRecipient } from './recipient.queries.ts';

const MAX_BEGINNING = 100;

/** Mails a decision to the person whom it concerns (job). */
export async function sendDecisionMail(
  ctx: Context,
  { decisionId, message = '', isUpheld = false, endsEarlier = false }: DecisionMailRequest,
): Promise<void> {
  const found = await findDecision(ctx, decisionId);
  const recipient = found && (await findRecipient(ctx, found.person_id));
  if (!found || !recipient) return;
  const state = stateOf(found, isUpheld);
  const ownMessage = state === 'new' || found.action === 'dismiss' ? found.message : '';
  await ctx.mailer.send(
    decisionMail({
      fullName: recipient.full_name,
      email: recipient.email,
      action: found.action,
      subjectType: found.subject_type,
      reason: found.reason,
      rule: found.rule_text,
      until: found.until,
      message: message || ownMessage,
      beginning: state === 'new' ? await findBeginning(ctx, found) : '',
      state,
      isStillOut: state === 'undone' && (await isOut(ctx, found.person_id)),
      endsEarlier,
      appealUntil: isAppealable(ctx, found) ? appealEnd(ctx, found) : null,
      appealLink: `${ctx.config.publicUrl ?? `http://localhost:${ctx.config.port}`}/appeal?decision=${found.id}`,
      site: await ctx.site.readName(),
      locale: localeFor(recipient.language),
    }),
  );
}

/** The first words of the post or message, so that its author knows which one it is. '' for a profile, or without a text. */
async function findBeginning(ctx: Context, decision: DecisionRow): Promise<string> {
  if (decision.subject_type === 'user') return '';
  const evidence = await findNewestEvidence(ctx, decision.case_id);
  const text = evidence ? oneLine(textIn(evidence.content)) : '';
  return text.length <= MAX_BEGINNING ? text : `${text.slice(0, MAX_BEGINNING).trimEnd()}…`;
}

/** Whether another decision keeps the person out. */
async function isOut(ctx: Context, personId: string): Promise<boolean> {
  const measures = await findStandingMeasures(ctx, personId);
  return measures.some(({ action }) => action !== 'limit');
}

/** A dismissal causes a mail only if it ends the effect of a decision before. */
function stateOf({ action, undone_at }: DecisionRow, isUpheld: boolean): DecisionMail['state'] {
  if (undone_at || action === 'dismiss') return 'undone';
  return isUpheld ? 'upheld' : 'new';
}
