import type { Generated } from 'kysely';
import type { CallEnding, CallMedia } from '@roost/contract/calls';
import type { CreatedAt } from './created-at.ts';

export interface CallTables {
  calls: Calls;
  call_members: CallMembers;
  call_nodes: CallNodes;
}

interface Calls {
  id: string;
  caller_id: string;
  callee_id: string;
  media: CallMedia;
  status: Generated<'ringing' | 'active' | 'ended'>;
  reason: Generated<CallEnding | null>;
  caller_tab: string;
  caller_session: string;
  caller_node: string;
  callee_tab: Generated<string | null>;
  callee_session: Generated<string | null>;
  callee_node: Generated<string | null>;
  sharer_id: Generated<string | null>;
  created_at: CreatedAt;
  answered_at: Generated<Date | null>;
  ended_at: Generated<Date | null>;
}

interface CallMembers {
  call_id: string;
  user_id: string;
  ended_at: Generated<Date | null>;
}

interface CallNodes {
  id: string;
  seen_at: Generated<Date>;
}
