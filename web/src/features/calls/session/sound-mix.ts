export type SoundSource = 'microphone' | 'shared';

/** Of the sliders (spec §9): silent to twice as loud. */
export const gainRange = { min: 0, max: 2, step: 0.05 } as const;

export function clampGain(value: number): number {
  return Number.isFinite(value) ? Math.min(gainRange.max, Math.max(gainRange.min, value)) : 1;
}

/** Seconds over which a gain moves, so that it doesn’t click. */
const GLIDE = 0.02;

interface Inlet {
  gain: GainNode;
  source?: MediaStreamAudioSourceNode;
  track?: MediaStreamTrack;
}

/**
 * What this side sounds like to the other: microphone and the sound of a shared screen, each by its slider, in one
 * track that stays the same whatever comes and goes.
 */
export class SoundMix {
  readonly track: MediaStreamTrack;
  readonly #context: AudioContext;
  readonly #inlets: Record<SoundSource, Inlet>;

  constructor(context: AudioContext = new AudioContext({ latencyHint: 'interactive' })) {
    this.#context = context;
    const outlet = context.createMediaStreamDestination();
    const [track] = outlet.stream.getAudioTracks();
    if (!track) throw new Error('a destination has a track');
    this.track = track;
    const inlet = (): Inlet => {
      const gain = context.createGain();
      gain.connect(outlet);
      return { gain };
    };
    this.#inlets = { microphone: inlet(), shared: inlet() };
    // A phone call or a rule on autoplay can stop it; it must not stay silent for that.
    context.addEventListener('statechange', this.#resume);
    this.#resume();
  }

  /** Replaces what comes in there; the track stays its owner’s to stop. */
  plug(name: SoundSource, track: MediaStreamTrack | undefined): void {
    const inlet = this.#inlets[name];
    if (inlet.track === track) return;
    inlet.source?.disconnect();
    delete inlet.source;
    delete inlet.track;
    if (!track) return;
    inlet.track = track;
    inlet.source = this.#context.createMediaStreamSource(new MediaStream([track]));
    inlet.source.connect(inlet.gain);
  }

  setGain(name: SoundSource, value: number): void {
    const { currentTime } = this.#context;
    this.#inlets[name].gain.gain.setTargetAtTime(clampGain(value), currentTime, GLIDE);
  }

  close(): void {
    this.#context.removeEventListener('statechange', this.#resume);
    this.plug('microphone', undefined);
    this.plug('shared', undefined);
    this.track.stop();
    void this.#context.close();
  }

  /** After a press, where the browser waits for one. */
  readonly wake = (): void => this.#resume();

  readonly #resume = (): void => {
    if (this.#context.state !== 'running' && this.#context.state !== 'closed')
      void this.#context.resume().catch(() => {});
  };
}
