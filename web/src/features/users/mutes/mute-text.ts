import * as words from '#words/users';
import type { Mute } from '@roost/contract/users';
import { briefTime } from '../../../lib/format/relative-time.ts';

/** What is muted, and until when. */
export function muteText({ until, reposts }: Mute): string {
  if (until === null) return reposts ? words.repostsMuted : words.mutedForGood;
  const date = briefTime(until);
  return reposts ? words.repostsMutedUntil({ date }) : words.mutedUntil({ date });
}
