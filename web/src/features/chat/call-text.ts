import * as words from '#words/chat';
import type { CallSummary } from '@roost/contract/chat';
import { durationParts } from '../../lib/format/duration.ts';

const unanswered = {
  missed: { audio: words.missedVoiceCall, video: words.missedVideoCall },
  declined: { audio: words.declinedVoiceCall, video: words.declinedVideoCall },
};

/** Returns the text of an ended call in the reader's language. The `content` of its message is English. */
export function callText({ media, outcome, seconds }: CallSummary): string {
  if (outcome !== 'answered') return unanswered[outcome][media];
  const duration = inUnits(seconds ?? 0);
  return media === 'video' ? words.videoCall({ duration }) : words.voiceCall({ duration });
}

function inUnits(total: number): string {
  const { hours, minutes, seconds } = durationParts(total);
  if (hours > 0) return words.hoursAndMinutes({ hours, minutes });
  return minutes > 0 ? words.minutesAndSeconds({ minutes, seconds }) : words.seconds({ seconds });
}
