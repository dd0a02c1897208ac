import { setTitleCall } from '../../../lib/page-title.ts';
import type { Call, Incoming } from '../call-machine.ts';
import { showNotification } from './notification.ts';
import { soundTone } from './ring-tone.ts';
import { incomingTone, outgoingTone } from './tones.ts';

const BLINK_MS = 1000;

let rung: string | undefined;
let silence = () => {};

/** Sounds and shows what the state of the calls asks for, and nothing of it any longer than that. */
export function ring(call: Call): void {
  const rings = call.status === 'incoming' ? call.signal : call.status;
  if (rings === rung) return;
  silence();
  rung = rings;
  if (call.status === 'incoming')
    silence = together(ringAloud(), blink(call), showNotification(call));
  else silence = call.status === 'calling' ? soundTone(outgoingTone) : () => {};
}

function together(...stops: (() => void)[]): () => void {
  return () => {
    for (const stop of stops) stop();
  };
}

/** One of a person's tabs is enough, where the browser can tell them apart. */
function ringAloud(): () => void {
  const { locks, userActivation } = navigator as Partial<Navigator>;
  // A tab nobody has pressed anything in must stay silent, and would keep the others so.
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

/** By turns with the page's own title. */
function blink({ from }: Incoming): () => void {
  const words = `${from.fullName || from.username} is calling…`;
  let isOn = true;
  setTitleCall(words);
  const timer = setInterval(() => {
    isOn = !isOn;
    setTitleCall(isOn ? words : undefined);
  }, BLINK_MS);
  return () => {
    clearInterval(timer);
    setTitleCall(undefined);
  };
}
