import type { Subject } from '@roost/contract/moderation';
import type { UserCard } from '@roost/contract/users';
import { personalStore } from '../../../lib/store.ts';

/** The subject that the viewer wants to report. */
export interface ReportRequest {
  subject: Subject;
  /** A call is reported as its message. */
  isCall?: boolean;
  /** The person whom the report is about. */
  person: Pick<UserCard, '_id' | 'username'>;
}

/**
 * The open request. The dialog is outside of all lists, because a block removes the row of the reported post while the dialog still
 * thanks for the report.
 */
export const reportRequest = personalStore<ReportRequest | undefined>(undefined);

/** Opens the report dialog. */
export function askToReport(request: ReportRequest): void {
  reportRequest.set(request);
}
