import * as words from '#words/auth';
import type { ReportReason } from '@roost/contract/moderation';

/** The reasons of reports and decisions in plain words, in the order of the report dialog. */
export const reasonLabels: Readonly<Record<ReportReason, string>> = {
  spam: words.reasonSpam,
  harassment: words.reasonHarassment,
  hate: words.reasonHate,
  violence: words.reasonViolence,
  sexual: words.reasonSexual,
  self_harm: words.reasonSelfHarm,
  illegal: words.reasonIllegal,
  other: words.reasonOther,
};

/** The reasons with their labels. */
export const reasonOptions = Object.entries(reasonLabels).map(([value, label]) => ({
  value: value as ReportReason,
  label,
}));

/** The label of a reason that a refusal names. Undefined for an unknown one. */
export function labelOfReason(reason: string | null): string | undefined {
  return reasonOptions.find(({ value }) => value === reason)?.label;
}
