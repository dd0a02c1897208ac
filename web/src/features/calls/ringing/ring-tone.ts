import type { Note, Tone } from './tones.ts';

const ATTACK_SECONDS = 0.02;
const SILENT_GAIN = 0.0001;

/** Plays a tone until the returned function is called. Some browsers start it only after the first press. */
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
  // Start at once if the browser allows it. Otherwise start when a press resumes the context.
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
  swell.gain.setValueAtTime(SILENT_GAIN, from);
  swell.gain.exponentialRampToValueAtTime(1, from + ATTACK_SECONDS);
  swell.gain.exponentialRampToValueAtTime(SILENT_GAIN, from + seconds);
  voice.connect(swell).connect(out);
  voice.start(from);
  voice.stop(from + seconds);
}
