import type { Note, Tone } from './tones.ts';

const ATTACK = 0.02;
const SILENT = 0.0001;

/** Sounds until the returned function is called; from the first press on, where the browser waits for one. */
export function soundTone(tone: Tone): () => void {
  if (typeof AudioContext === 'undefined') return () => {};
  const context = new AudioContext();
  const out = context.createGain();
  out.gain.value = tone.loudness;
  out.connect(context.destination);
  const round = () => {
    if (context.state === 'running') for (const note of tone.notes) sound(context, out, note);
  };
  const wake = () => void context.resume().catch(() => {});
  // At once where it may sound; else with whatever wakes it, however many presses that takes.
  context.addEventListener('statechange', round);
  round();
  wake();
  const timer = setInterval(round, tone.round * 1000);
  for (const name of ['pointerdown', 'keydown']) addEventListener(name, wake, { once: true });
  return () => {
    clearInterval(timer);
    context.removeEventListener('statechange', round);
    for (const name of ['pointerdown', 'keydown']) removeEventListener(name, wake);
    void context.close();
  };
}

function sound(context: AudioContext, out: AudioNode, { at, seconds, hertz }: Note): void {
  const from = context.currentTime + 0.05 + at;
  const voice = context.createOscillator();
  const swell = context.createGain();
  voice.type = 'sine';
  voice.frequency.value = hertz;
  swell.gain.setValueAtTime(SILENT, from);
  swell.gain.exponentialRampToValueAtTime(1, from + ATTACK);
  swell.gain.exponentialRampToValueAtTime(SILENT, from + seconds);
  voice.connect(swell).connect(out);
  voice.start(from);
  voice.stop(from + seconds);
}
