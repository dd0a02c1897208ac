import type { CallMedia } from '@roost/contract/calls';
import { storeChoice } from '../devices/device-choice.ts';
import { explainDevice } from '../devices/device-problem.ts';
import { openBoth, openCamera, openMicrophone, type Which } from '../devices/open-devices.ts';
import { Observed } from './observed.ts';
import { clampGain, SoundMix, type SoundSource } from './sound-mix.ts';

export interface OwnState {
  isMuted: boolean;
  isCameraOff: boolean;
  isSharing: boolean;
  /** The shared screen brings its sound. */
  hasSharedSound: boolean;
  gains: Record<SoundSource, number>;
  /** What the other one is to see, a screen before the camera. */
  picture: MediaStreamTrack | undefined;
  /** For oneself to see: nobody looks at their own screen in a corner of it. */
  camera: MediaStreamTrack | undefined;
  /** Drawn as a mirror shows it. */
  isMirrored: boolean;
  /** The camera says which way it looks, and so can be flipped. */
  hasFacing: boolean;
  microphoneId: string | undefined;
  cameraId: string | undefined;
  /** Why the other one can't hear or see this side. */
  problem: string | undefined;
}

/** Microphone, camera and shared screen of this side of a call, and the one sound made of them. */
export class OwnMedia {
  readonly mix = new SoundMix();
  readonly state: Observed<OwnState>;
  #microphone: MediaStreamTrack | undefined;
  #camera: MediaStreamTrack | undefined;
  #screen: MediaStream | undefined;
  /** The change of devices that is under way. */
  #change: Promise<void> | undefined;
  /** Nobody has said yet whether there is a microphone. */
  #isMicrophoneAwaited = false;
  #isChoosingScreen = false;
  #problems: { microphone?: string; camera?: string } = {};
  #isClosed = false;

  constructor(media: CallMedia) {
    this.state = new Observed<OwnState>({
      isMuted: false,
      isCameraOff: media === 'audio',
      isSharing: false,
      hasSharedSound: false,
      gains: { microphone: 1, shared: 1 },
      picture: undefined,
      camera: undefined,
      isMirrored: true,
      hasFacing: false,
      microphoneId: undefined,
      cameraId: undefined,
      problem: undefined,
    });
    void this.#begin(media);
  }

  /** What is still being opened will be as it was left. */
  toggleMute(): void {
    if (this.#microphone || this.#isMicrophoneAwaited) this.#mute(!this.state.get().isMuted);
    else void this.#alone(() => this.#openAnew());
  }

  /** Off, its light is off, too. */
  async toggleCamera(): Promise<void> {
    await this.#alone(async () => {
      if (this.#camera) this.#closeCamera();
      else await this.#openCamera();
    });
  }

  async useMicrophone(deviceId: string): Promise<void> {
    storeChoice({ microphone: deviceId });
    await this.#alone(() => this.#openMicrophone({ deviceId }));
  }

  /** One that is off stays so: it is chosen for when it is turned on. */
  async useCamera(which: Which): Promise<void> {
    if ('deviceId' in which) storeChoice({ camera: which.deviceId });
    if (this.state.get().isCameraOff) {
      if ('deviceId' in which) this.state.set({ cameraId: which.deviceId });
      return;
    }
    await this.#alone(() => this.#openCamera(which));
  }

  /** From the camera at the front to that at the back, or the other way. */
  async flip(): Promise<void> {
    await this.useCamera({ facing: this.state.get().isMirrored ? 'environment' : 'user' });
  }

  /** `claim` asks whether the screen that was chosen may be shown, and throws if not. One choice at a time. */
  async share(claim: () => Promise<void>, onEnded: () => void): Promise<void> {
    if (this.#isChoosingScreen || this.#screen) return;
    this.#isChoosingScreen = true;
    try {
      await this.#chooseScreen(claim, onEnded);
    } finally {
      this.#isChoosingScreen = false;
    }
  }

  async #chooseScreen(claim: () => Promise<void>, onEnded: () => void): Promise<void> {
    const screen = await navigator.mediaDevices.getDisplayMedia({
      video: { frameRate: { ideal: 15, max: 30 } },
      audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
    });
    try {
      await claim();
    } catch (error) {
      stopAll(screen);
      throw error;
    }
    const [picture] = screen.getVideoTracks();
    if (this.#isClosed || !picture || picture.readyState === 'ended') {
      stopAll(screen);
      return onEnded();
    }
    picture.contentHint = 'detail';
    // The browser has a button of its own for that.
    picture.addEventListener('ended', onEnded);
    const [sound] = screen.getAudioTracks();
    this.#screen = screen;
    this.mix.plug('shared', sound);
    this.#show({ isSharing: true, hasSharedSound: sound !== undefined });
  }

  stopSharing(): void {
    if (!this.#screen) return;
    stopAll(this.#screen);
    this.#screen = undefined;
    this.mix.plug('shared', undefined);
    this.#show({ isSharing: false, hasSharedSound: false });
  }

  setGain(name: SoundSource, value: number): void {
    this.mix.setGain(name, value);
    this.state.set({ gains: { ...this.state.get().gains, [name]: clampGain(value) } });
  }

  /** Asks for the devices anew, after they could not be had. */
  async retry(): Promise<void> {
    await this.#alone(() => (this.#microphone ? this.#openCamera() : this.#openAnew()));
  }

  dismissProblem(): void {
    this.#problems = {};
    this.state.set({ problem: undefined });
  }

  /** Every light goes out. */
  close(): void {
    this.#isClosed = true;
    this.#microphone?.stop();
    this.#camera?.stop();
    if (this.#screen) stopAll(this.#screen);
    this.mix.close();
  }

  async #begin(media: CallMedia): Promise<void> {
    await this.#alone(async () => {
      if (media === 'audio') return this.#openMicrophone();
      if (!isPossible()) return this.#failed('microphone', undefined);
      return this.#awaitMicrophone(async () => {
        const failures = await openBoth({
          camera: (track) => this.#takeCamera(track),
          microphone: (track) => this.#takeMicrophone(track),
        });
        if ('microphone' in failures) this.#failed('microphone', failures.microphone);
        if ('camera' in failures) this.#failed('camera', failures.camera);
      });
    });
  }

  /** It was muted only because there was none. */
  async #openAnew(): Promise<void> {
    this.#mute(false);
    await this.#openMicrophone();
  }

  async #awaitMicrophone(work: () => Promise<void>): Promise<void> {
    this.#isMicrophoneAwaited = true;
    try {
      await work();
    } finally {
      this.#isMicrophoneAwaited = false;
    }
  }

  #mute(isMuted: boolean): void {
    if (this.#microphone) this.#microphone.enabled = !isMuted;
    this.state.set({ isMuted });
  }

  async #openMicrophone(which?: Which): Promise<void> {
    await this.#awaitMicrophone(async () => {
      try {
        this.#takeMicrophone(await openMicrophone(which));
      } catch (error) {
        this.#failed('microphone', error);
      }
    });
  }

  /** Pulled out: whichever is left takes its place, once what is being changed is. */
  async #replaceMicrophone(): Promise<void> {
    while (this.#change) await this.#change.catch(() => {});
    if (!this.#microphone) await this.#alone(() => this.#openMicrophone());
  }

  async #openCamera(which?: Which): Promise<void> {
    // A phone lends one camera at a time.
    this.#camera?.stop();
    try {
      this.#takeCamera(await openCamera(which));
    } catch (error) {
      this.#closeCamera();
      this.#failed('camera', error);
    }
  }

  #takeMicrophone(track: MediaStreamTrack): void {
    if (this.#isClosed) return track.stop();
    this.#microphone?.stop();
    this.#microphone = track;
    track.enabled = !this.state.get().isMuted;
    track.addEventListener('ended', () => {
      if (this.#microphone !== track) return;
      this.#microphone = undefined;
      void this.#replaceMicrophone();
    });
    try {
      this.mix.plug('microphone', track);
      delete this.#problems.microphone;
      this.state.set({
        microphoneId: track.getSettings().deviceId,
        problem: this.#problem(),
      });
    } catch (error) {
      this.#microphone = undefined;
      track.stop();
      this.#failed('microphone', error);
    }
    return undefined;
  }

  #takeCamera(track: MediaStreamTrack): void {
    if (this.#isClosed) return track.stop();
    this.#camera = track;
    track.addEventListener('ended', () => {
      if (this.#camera === track) this.#closeCamera();
    });
    delete this.#problems.camera;
    const { deviceId, facingMode } = track.getSettings();
    this.#show({
      isCameraOff: false,
      cameraId: deviceId,
      isMirrored: facingMode !== 'environment',
      hasFacing: facingMode !== undefined,
      problem: this.#problem(),
    });
    return undefined;
  }

  #closeCamera(): void {
    this.#camera?.stop();
    this.#camera = undefined;
    this.#show({ isCameraOff: true });
  }

  #failed(device: 'microphone' | 'camera', error: unknown): void {
    if (this.#isClosed) return;
    this.#problems[device] = explainDevice(device, error, isPossible());
    if (device === 'microphone') this.state.set({ isMuted: true, problem: this.#problem() });
    else this.#show({ isCameraOff: true, problem: this.#problem() });
  }

  /** Without a voice there is no call: its words come before those of the camera. */
  #problem(): string | undefined {
    const { microphone, camera } = this.#problems;
    return [microphone, camera].filter((words) => words !== undefined).join('\n') || undefined;
  }

  #show(change: Partial<OwnState>): void {
    const picture = this.#screen?.getVideoTracks()[0] ?? this.#camera;
    this.state.set({ ...change, picture, camera: this.#camera });
  }

  /** One change of devices at a time; a second press on the way does nothing. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#change || this.#isClosed) return;
    this.#change = work().finally(() => (this.#change = undefined));
    await this.#change;
  }
}

/** Only secure pages are lent devices. */
export const isPossible = (): boolean =>
  isSecureContext && (navigator.mediaDevices as MediaDevices | undefined) !== undefined;

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
