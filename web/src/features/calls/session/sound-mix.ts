export type SoundSource = 'microphone' | 'shared';

/** The range of the volume sliders: from silent to twice as loud. */
export const gainRange = { min: 0, max: 2, step: 0.05 } as const;

export function clampGain(value: number): number {
  return Number.isFinite(value) ? Math.min(gainRange.max, Math.max(gainRange.min, value)) : 1;
}

/** A gain changes gradually over this time, because a sudden change makes a click. */
const GAIN_CHANGE_SECONDS = 0.02;

interface Inlet {
  gain: GainNode;
  source?: MediaStreamAudioSourceNode;
  track?: MediaStreamTrack;
}

/**
 * Mixes the microphone and the sound of a shared screen into one track, each with its own gain. The track stays the same
 * when sources change, so the connection needs no negotiation.
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
    // A phone call or the autoplay policy can suspend the context. It must resume afterwards.
    context.addEventListener('statechange', this.#resume);
    this.#resume();
  }

  /** Replaces a source. The caller remains responsible for stopping the track. */
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
    this.#inlets[name].gain.gain.setTargetAtTime(
      clampGain(value),
      currentTime,
      GAIN_CHANGE_SECONDS,
    );
  }

  close(): void {
    this.#context.removeEventListener('statechange', this.#resume);
    this.plug('microphone', undefined);
    this.plug('shared', undefined);
    this.track.stop();
    void this.#context.close();
  }

  /** Resumes after a user gesture, which some browsers require. */
  readonly wake = (): void => this.#resume();

  readonly #resume = (): void => {
    if (this.#context.state !== 'running' && this.#context.state !== 'closed')
      void this.#context.resume().catch(() => {});
  };
}
