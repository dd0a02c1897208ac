import * as words from '#words/calls';
import { setTitleCall } from '../../../lib/page/page-title.ts';
import type { Call, Incoming } from '../call-machine.ts';
import { showNotification } from './notification.ts';
import { soundTone } from './ring-tone.ts';
import { incomingTone, outgoingTone } from './tones.ts';
import { nameOf } from '../../../ui/name-of.ts';

const TITLE_BLINK_MS = 1000;

let current: string | undefined;
let stopRinging = () => {};

/** Starts the tone, the notification and the title of a ringing call, and stops those of the previous state. */
export function ring(call: Call): void {
  const rings = call.status === 'incoming' ? call.callId : call.status;
  if (rings === current) return;
  stopRinging();
  current = rings;
  if (call.status === 'incoming')
    stopRinging = stopAll(playRingTone(), blinkTitle(call), showNotification(call));
  else stopRinging = call.status === 'calling' ? soundTone(outgoingTone) : () => {};
}

function stopAll(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

/** Plays the ring tone in only one of the user's tabs, if the browser has locks. */
function playRingTone(): () => void {
  const { locks, userActivation } = navigator as Partial<Navigator>;
  // A tab without a user gesture cannot play sound. If it held the lock, all tabs would be silent.
  if (!locks || !userActivation?.hasBeenActive) return soundTone(incomingTone);
  const over = new AbortController();
  locks
    .request('roost:ring', { signal: over.signal }, async () => {
      const stop = soundTone(incomingTone);
      await new Promise((done) => over.signal.addEventListener('abort', done));
      stop();
    })
    .catch(() => {});
  return () => over.abort();
}

/** Alternates between the caller's name and the page's own title. */
function blinkTitle({ from }: Incoming): () => void {
  const text = words.isCallingNow({ name: nameOf(from) });
  let isOn = true;
  setTitleCall(text);
  const timer = setInterval(() => {
    isOn = !isOn;
    setTitleCall(isOn ? text : undefined);
  }, TITLE_BLINK_MS);
  return () => {
    clearInterval(timer);
    setTitleCall(undefined);
  };
}
