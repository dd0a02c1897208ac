import * as words from '#words/compose';
import type { Media } from '@roost/contract/media';
import { ApiError } from '../../../lib/api/api.ts';
import { whenReachable } from '../../../lib/socket/reachable.ts';
import { describe } from './alt-texts/describe-files.ts';
import { isReturningFromStorage, mediaOf } from './attachment.ts';
import { filesIn, itemOf, settleReturn } from './attachments.ts';
import { deleteUploaded, takeRemoved } from './uploads.ts';

/** Fetches new addresses of uploads that a post showed before. The earlier ones end with the post. */
export async function renewUploads(media: readonly Media[]): Promise<void> {
  await Promise.all(media.map(renewUpload));
}

/** Continues a return that an earlier page began. Until the server answers, the old post may hold the files. */
export async function resumeReturns(draftKey: string): Promise<void> {
  const returning = filesIn(draftKey).filter(isReturningFromStorage);
  await Promise.all(
    returning.map(async ({ id, state }) => {
      for (let tries = 1; !(await isRenewed(id, mediaOf(state)!)); tries += 1)
        await whenReachable(tries);
    }),
  );
}

async function renewUpload(earlier: Media): Promise<void> {
  const { _id: id } = earlier;
  // Without an answer the file is there all the same, although its tile may show no picture.
  if (!(await isRenewed(id, earlier))) settleReturn(id, earlier);
}

/** Asks for a file. Resolves to whether the server has decided about it. */
async function isRenewed(id: string, earlier: Media): Promise<boolean> {
  const item = itemOf(id);
  try {
    if (item) settleReturn(id, await describe(earlier, item.alt));
  } catch (error) {
    // For example, the staff withheld the post, and keeps its files.
    if (!(error instanceof ApiError && error.status === 404)) return false;
    settleReturn(id, words.fileDidNotComeBack);
  }
  // A file that left its draft in another way stays for the server's sweep.
  if (takeRemoved(id)) deleteUploaded(id);
  return true;
}
