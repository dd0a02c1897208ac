import type { Draft as KeptDraft, DraftInput } from '@roost/contract/drafts';
import { trimText } from '@roost/contract/text/text';
import { ApiError, isRetryable } from '../../../../lib/api/api-error.ts';
import { onBeforeLogout, personalMap, sessionNumber } from '../../../../lib/logout.ts';
import { whenReachable } from '../../../../lib/socket/reachable.ts';
import { createStore, useStore } from '../../../../lib/store.ts';
import { viewerIdNow } from '../../../auth/session.ts';
import { isUnfit } from '../../attachments/attachment.ts';
import { attachmentsOf, subscribeToAttachments } from '../../attachments/attachments.ts';
import { draftOf, openDraftKeys, subscribeToDrafts } from '../../drafts.ts';
import { dropLink, linkOf, setLink, type DraftLink } from '../draft-links.ts';
import { targetOf } from '../draft-key.ts';
import { removedIds, removeDraft, removeMarked, removeWhileLeaving } from './draft-removals.ts';
import { create, replace } from './draft-requests.ts';
import { creatingKeys, unansweredCreate } from './unanswered-creates.ts';
import { showKept } from '../kept-drafts.query.ts';
import { flushOtherTabs, onFlushRequest } from './flush-tabs.ts';

/*
 * Saves the drafts of this tab on the server. A box saves after a pause in the writing. Session storage has every letter
 * before that (`drafts.ts`). A draft that was changed elsewhere meanwhile stays as it is, and this text becomes a new one.
 */

/** A pause in the writing, and the longest time without a save, in ms. */
const PAUSE_MS = 2_000;
const MAX_WAIT_MS = 10_000;

interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  since: number;
}
const waiting = personalMap<string, Waiting>();
/** The last save of each box. The next save waits for it. */
const running = personalMap<string, Promise<void>>();

subscribeToDrafts(noticeChanges);
subscribeToAttachments(noticeChanges);

function noticeChanges(): void {
  for (const draftKey of openDraftKeys()) if (isUnsaved(draftKey)) saveSoon(draftKey);
}

/** The draft that the server should have for a box. Undefined for an empty box. */
function inputOf(draftKey: string): DraftInput | undefined {
  const target = targetOf(draftKey, viewerIdNow() ?? '');
  const { text, visibility } = draftOf(draftKey);
  const mediaIds = attachmentsOf(draftKey).items.flatMap(({ state }) =>
    state.step === 'ready' ? [state.media._id] : [],
  );
  const content = trimText(text);
  if (!target || (content === '' && mediaIds.length === 0)) return undefined;
  return { content, mediaIds, visibility, ...target };
}

const contentOf = ({ content, mediaIds, visibility }: DraftInput | KeptDraft): string =>
  JSON.stringify([content, visibility, mediaIds]);

function isUnsaved(draftKey: string): boolean {
  if (!targetOf(draftKey, viewerIdNow() ?? '')) return false;
  if (unansweredCreate(draftKey)) return true;
  const input = inputOf(draftKey);
  return (input && contentOf(input)) !== linkOf(draftKey)?.content;
}

function saveSoon(draftKey: string): void {
  const now = performance.now();
  const { timer, since = now } = waiting.get(draftKey) ?? {};
  clearTimeout(timer);
  // The draft of a sent text must go at once, because the page may close soon.
  const pause = inputOf(draftKey) ? PAUSE_MS : 0;
  const inMs = Math.max(0, Math.min(pause, since + MAX_WAIT_MS - now));
  waiting.set(draftKey, { since, timer: setTimeout(() => void save(draftKey), inMs) });
}

/** Saves a box now. Resolves when the server has it, or when it could not be saved. */
async function save(draftKey: string): Promise<void> {
  clearTimeout(waiting.get(draftKey)?.timer);
  waiting.delete(draftKey);
  const last = running.get(draftKey);
  const next = (async () => {
    await last;
    const session = sessionNumber();
    for (let tries = 1; session === sessionNumber() && isUnsaved(draftKey); tries += 1) {
      try {
        const isRepeated = unansweredCreate(draftKey) !== undefined;
        await send(draftKey);
        // A repeated call may have saved an older text than that of the box.
        if (!isRepeated) return;
        tries = 0;
      } catch (error) {
        // After a refusal, for example at the limit, only the next change tries again.
        if (!isRetryable(error)) return;
        await whenReachable(tries);
      }
    }
  })();
  running.set(draftKey, next);
  return next;
}

async function send(draftKey: string): Promise<void> {
  const session = sessionNumber();
  const input = inputOf(draftKey);
  const link = linkOf(draftKey);
  const body = unansweredCreate(draftKey)?.body ?? input;
  if (!body) {
    if (link) await remove(draftKey, link.draftId);
    return;
  }
  const isNew = !link || unansweredCreate(draftKey);
  const { kept, sent } = await (isNew
    ? create(draftKey, body)
    : replaceOrCreate(draftKey, body, link));
  // The person may have deleted it meanwhile, or the box may show another one.
  const isSameDraft = linkOf(draftKey)?.draftId === link?.draftId;
  if (session === sessionNumber() && isSameDraft) linkTo(draftKey, kept, sent);
}

async function replaceOrCreate(draftKey: string, input: DraftInput, link: DraftLink) {
  const session = sessionNumber();
  try {
    return { kept: await replace(input, link), sent: input };
  } catch (error) {
    // After a logout, the text must not become a draft of the next person.
    const isConflict = error instanceof ApiError && [404, 409].includes(error.status);
    if (!isConflict || session !== sessionNumber()) throw error;
    // Another device changed or deleted it. Both texts stay.
    return create(draftKey, input);
  }
}

/** The next save of the box does not wait for an answer that is late. */
async function remove(draftKey: string, draftId: string): Promise<void> {
  const answered = removeDraft(draftId);
  dropLink(draftKey);
  showKept(draftId);
  await Promise.race([answered, seconds(3)]);
}

/** Remembers that the server has this content of a box. */
export function linkTo(draftKey: string, kept: KeptDraft, sent: DraftInput | KeptDraft): void {
  const { _id: draftId, updatedAt } = kept;
  setLink({ draftKey, draftId, updatedAt, content: contentOf(sent) });
  saves.set(saves.get() + 1);
  showKept(draftId, kept);
}

/** Saves a box, and resolves when the server has it or cannot be reached. */
export async function saveNow(draftKey: string): Promise<void> {
  if (isUnsaved(draftKey)) await Promise.race([save(draftKey), seconds(3)]);
}

/** The number of changes on the server, for those who show whether a box is saved. */
const saves = createStore(0);
export const useSaves = (): number => useStore(saves);

/** Whether the server has the content of a box. */
export const isSaved = (draftKey: string): boolean => !isUnsaved(draftKey);

/** Whether a file of a box is not uploaded, which a draft cannot contain yet. */
export const hasUnreadyFile = (draftKey: string): boolean =>
  attachmentsOf(draftKey).items.some(({ state }) => state.step !== 'ready');

/** Whether the server does not have yet what a box contains, or a file of it, which may still be uploaded. */
const isIncomplete = (draftKey: string): boolean =>
  isUnsaved(draftKey) ||
  (targetOf(draftKey, viewerIdNow() ?? '') !== undefined &&
    attachmentsOf(draftKey).items.some((file) => file.state.step !== 'ready' && !isUnfit(file)));

/** Counts the boxes of this tab with content that a logout would lose, and the deleted drafts that would come back. */
export const countUnsaved = (): number =>
  openDraftKeys().filter(isIncomplete).length + removedIds().length;

/** Saves all boxes. Resolves when the server has them, or after three seconds. */
export async function saveAll(): Promise<void> {
  const removed = Promise.race([removeMarked(), seconds(3)]);
  await Promise.all([...openDraftKeys().map(saveNow), removed]);
}

/** Repeats what the last page or session of this person left unanswered. */
export function repeatUnanswered(): void {
  void removeMarked();
  for (const draftKey of creatingKeys()) void save(draftKey);
}

const seconds = async (count: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, count * 1_000));

// A logout erases the drafts of all tabs.
onFlushRequest(saveAll);
onBeforeLogout(async () => {
  await Promise.all([saveAll(), flushOtherTabs()]);
});
if (typeof window !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return;
    removeWhileLeaving();
    void saveAll();
  });
