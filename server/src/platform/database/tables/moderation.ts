import type { ColumnType, Generated } from 'kysely';
import type {
  CaseStatus,
  Decision,
  ModerationAction,
  ReportReason,
  SubjectType,
} from '@roost/contract/moderation';
import type { StoredFile } from '../../storage/storage.ts';
import type { CreatedAt } from './created-at.ts';

export interface ModerationTables {
  moderation_cases: ModerationCases;
  report_evidence: ReportEvidence;
  held_media: HeldMedia;
  reports: Reports;
  moderation_decisions: ModerationDecisions;
  appeals: Appeals;
  moderation_notes: ModerationNotes;
  moderation_holds: ModerationHolds;
  limited_users: LimitedUsers;
  audit_entries: AuditEntries;
}

interface ModerationCases {
  id: string;
  subject_type: SubjectType;
  subject_id: string;
  person_id: string;
  conversation_id: string | null;
  status: Generated<CaseStatus>;
  assignee_id: Generated<string | null>;
  report_count: Generated<number>;
  round: Generated<number>;
  first_at: Generated<Date>;
  last_at: Generated<Date>;
  closed_at: Generated<Date | null>;
  fingerprint: Generated<Buffer | null>;
  link_count: Generated<number>;
}

interface ReportEvidence {
  id: string;
  case_id: string;
  /** The SHA-256 of the content. */
  fingerprint: Buffer;
  /** Written as JSON text. */
  content: ColumnType<unknown, string, never>;
  created_at: CreatedAt;
}

interface HeldMedia {
  media_id: string;
  evidence_id: string;
  kind: 'image' | 'video';
  status: 'ready' | 'processing';
  width: number;
  height: number;
  alt: string;
  placeholder: string;
  /** Written as JSON text. */
  files: ColumnType<StoredFile[], string, never>;
}

interface Reports {
  id: string;
  case_id: string;
  /** Null: the site itself. */
  reporter_id: string | null;
  round: number;
  evidence_id: string | null;
  reason: ReportReason;
  comment: string;
  rule_id: string | null;
  created_at: CreatedAt;
}

interface ModerationDecisions {
  id: string;
  case_id: string;
  person_id: string;
  moderator_id: string | null;
  action: ModerationAction;
  reason: ReportReason;
  rule_id: string | null;
  rule_text: string | null;
  until: Date | null;
  note: string;
  message: string;
  created_at: CreatedAt;
  undone_at: Generated<Date | null>;
  undone_by: Generated<Decision['undoneBy']>;
  purged_at: Generated<Date | null>;
}

interface Appeals {
  id: string;
  decision_id: string;
  person_id: string;
  text: string;
  created_at: CreatedAt;
  decided_at: Generated<Date | null>;
  upheld: Generated<boolean | null>;
  moderator_id: Generated<string | null>;
  note: Generated<string>;
  message: Generated<string>;
}

interface ModerationNotes {
  id: string;
  person_id: string;
  author_id: string;
  text: string;
  created_at: CreatedAt;
}

interface ModerationHolds {
  case_id: string;
  person_id: string;
  until: Date;
  created_at: CreatedAt;
}

interface LimitedUsers {
  user_id: string;
  until: Date;
}

interface AuditEntries {
  id: string;
  at: CreatedAt;
  by_whom: 'staff' | 'operator' | 'system';
  actor_id: string | null;
  action: string;
  subject_type: string | null;
  subject_id: string | null;
  person_id: string | null;
  /** Written as JSON text. */
  before: ColumnType<Record<string, unknown> | null, string | null, never>;
  after: ColumnType<Record<string, unknown> | null, string | null, never>;
}
