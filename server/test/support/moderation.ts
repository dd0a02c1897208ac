import type { CallInput } from '@roost/contract/client';
import * as moderation from '@roost/contract/moderation';
import type { Member } from './cast.ts';

/** Reports something. Returns the id of the report. */
export async function report(
  member: Member,
  type: moderation.SubjectType,
  id: string,
  more: { reason?: moderation.ReportReason; comment?: string } = {},
): Promise<string> {
  const body = { subject: { type, _id: id }, reason: 'spam', ...more } as const;
  return (await member.call(moderation.createReport, { body })).data._id;
}

/** Finds the case of a subject in the queue. */
export async function caseOf(moderator: Member, id: string): Promise<moderation.ModerationCase> {
  const { data } = await moderator.call(moderation.listCases, { query: { limit: 50 } });
  const found = data.cases.find(({ subject }) => subject._id === id);
  if (!found) throw new Error(`There is no case about ${id}.`);
  return found;
}

export async function show(moderator: Member, caseId: string): Promise<moderation.ShownCase> {
  return (await moderator.call(moderation.showCase, { params: { caseId } })).data;
}

/** Decides a case. */
export async function decide(
  moderator: Member,
  caseId: string,
  verdict: CallInput<typeof moderation.decideCase>['body'],
): Promise<moderation.Decision> {
  return (await moderator.call(moderation.decideCase, { params: { caseId }, body: verdict })).data;
}
