import type { ReportReason } from '@roost/contract/moderation';
import { DRAFT_PREFIX, onLogout } from '../../../lib/logout.ts';
import { hasFields, storedJson } from '../../../lib/storage.ts';
import { keyedStore, useKeyedStore } from '../../../lib/store.ts';

/** The draft of a decision about several cases. */
export const BULK = 'bulk';

/** The texts and choices of a moderator about a case. It survives a reload and an expired session, until the case is decided. */
export interface VerdictDraft {
  /** Empty: the reason that most reporters gave. */
  reason: ReportReason | '';
  ruleId: string;
  /** How long a limit or a suspension lasts. Empty: without an end. */
  days: string;
  /** For the staff only. */
  note: string;
  /** For the author. */
  message: string;
}

const EMPTY: VerdictDraft = { reason: '', ruleId: '', days: '7', note: '', message: '' };
const types = {
  reason: 'string',
  ruleId: 'string',
  days: 'string',
  note: 'string',
  message: 'string',
} as const;

const storageOf = (id: string) =>
  storedJson('sessionStorage', `${DRAFT_PREFIX}verdict:${id}`, (value) =>
    hasFields<VerdictDraft>(value, types) ? value : undefined,
  );
const drafts = keyedStore((id) => storageOf(id).read() ?? EMPTY);

/** The draft about a case, or `BULK`. */
export const useVerdictDraft = (id: string): VerdictDraft => useKeyedStore(drafts, id);

export function changeVerdictDraft(id: string, change: Partial<VerdictDraft>): void {
  setDraft(id, { ...drafts.get(id), ...change });
}

export function setDraft(id: string, draft: VerdictDraft): void {
  drafts.set(id, draft);
  storageOf(id).write(draft);
}

export function clearVerdictDraft(id: string): void {
  drafts.delete(id);
  storageOf(id).write(undefined);
}

onLogout((reason) => {
  if (reason === 'signedOut') for (const [id] of drafts.entries()) storageOf(id).write(undefined);
  drafts.clear();
});
