import * as words from '#words/users';
import type { Mute } from '@roost/contract/users';
import { briefTime } from '../../../lib/format/relative-time.ts';

/** The text of a mute: its extent and its end. */
export function muteText({ until, reposts }: Mute): string {
  if (until === null) return reposts ? words.repostsMuted : words.mutedForGood;
  const date = briefTime(until);
  return reposts ? words.repostsMutedUntil({ date }) : words.mutedUntil({ date });
}
