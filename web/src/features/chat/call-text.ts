import * as words from '#words/chat';
import type { CallSummary } from '@roost/contract/chat';

const unanswered = {
  missed: { audio: words.missedVoiceCall, video: words.missedVideoCall },
  declined: { audio: words.declinedVoiceCall, video: words.declinedVideoCall },
};

/** Returns the text of an ended call in the reader's language. The `content` of its message is English. */
export function callText({ media, outcome, seconds }: CallSummary): string {
  if (outcome !== 'answered') return unanswered[outcome][media];
  const duration = durationText(seconds ?? 0);
  return media === 'video' ? words.videoCall({ duration }) : words.voiceCall({ duration });
}

function durationText(total: number): string {
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  if (hours > 0) return words.hoursAndMinutes({ hours, minutes });
  const seconds = total % 60;
  return minutes > 0 ? words.minutesAndSeconds({ minutes, seconds }) : words.seconds({ seconds });
}
