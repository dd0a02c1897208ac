import type { MutedWord } from '@roost/contract/text/muted-words';
import { authorize } from '../../auth/policy/authorize.ts';
import type { MemberContext } from '../../kernel/context.ts';
import { wallClock } from '../../lib/wall-clock.ts';
import { emit, transaction } from '../../platform/database/transaction.ts';
import { mutesChanged } from '../relations.events.ts';
import { findMutedWords, storeMutedWords } from './muted-words.queries.ts';

/** Lists the words that the viewer mutes, without those that are over. */
export async function listMutedWords(ctx: MemberContext): Promise<MutedWord[]> {
  return running(await findMutedWords(ctx, ctx.viewer.id));
}

/** Replaces the words that the viewer mutes, and returns those that are not over. */
export async function muteWords(ctx: MemberContext, words: MutedWord[]): Promise<MutedWord[]> {
  const kept = running(words);
  await transaction(ctx, async (tx) => {
    await authorize(tx, 'mute');
    await storeMutedWords(tx, tx.viewer.id, kept);
    emit(tx, mutesChanged, { userId: tx.viewer.id });
  });
  return kept;
}

function running(words: MutedWord[]): MutedWord[] {
  const now = wallClock();
  return words.filter(({ until }) => until === null || Date.parse(until) > now);
}
