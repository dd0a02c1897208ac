// Long because devices, tracks and their permissions change together.
import type { CallMedia } from '@roost/contract/calls';
import { storeChoice } from '../devices/chosen-devices.ts';
import { explainDevice } from '../devices/device-problem.ts';
import { openBoth, openCamera, openMicrophone, type Which } from '../devices/open-devices.ts';
import { createStore, patchStore, type Store } from '../../../lib/store.ts';
import { clampGain, SoundMix, type SoundSource } from './sound-mix.ts';

export interface OwnState {
  isMuted: boolean;
  isCameraOff: boolean;
  isSharing: boolean;
  /** The shared screen includes sound. */
  hasSharedSound: boolean;
  gains: Record<SoundSource, number>;
  /** The video sent to the other side: the shared screen, or else the camera. */
  picture: MediaStreamTrack | undefined;
  /** The video of the local preview. It never shows the shared screen. */
  camera: MediaStreamTrack | undefined;
  /** The local preview is mirrored. */
  isMirrored: boolean;
  /** The camera reports its facing mode, so the user can flip to the other camera. */
  hasFacing: boolean;
  microphoneId: string | undefined;
  cameraId: string | undefined;
  /** Why the other side cannot hear or see this side. */
  problem: string | undefined;
}

/** The microphone, camera and shared screen of this side, and the mix of their sounds. */
export class OwnMedia {
  readonly mix = new SoundMix();
  readonly state: Store<OwnState>;
  #microphone: MediaStreamTrack | undefined;
  #camera: MediaStreamTrack | undefined;
  #screen: MediaStream | undefined;
  /** The running change of devices. */
  #change: Promise<void> | undefined;
  /** A request for the microphone is pending. */
  #isMicrophoneAwaited = false;
  #isChoosingScreen = false;
  #problems: { microphone?: string; camera?: string } = {};
  #isClosed = false;

  constructor(media: CallMedia, isMuted = false) {
    this.state = createStore<OwnState>({
      isMuted,
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

  /** Mutes or unmutes. A microphone that is still opening takes the last state. Without a microphone, requests one. */
  toggleMute(): void {
    if (this.#microphone || this.#isMicrophoneAwaited) this.#mute(!this.state.get().isMuted);
    else void this.#alone(() => this.#openAnew());
  }

  /** Opens or closes the camera. Closing it also turns its light off. */
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

  /** Chooses a camera. If the camera is off, it stays off and uses the choice later. */
  async useCamera(which: Which): Promise<void> {
    if ('deviceId' in which) storeChoice({ camera: which.deviceId });
    if (this.state.get().isCameraOff) {
      if ('deviceId' in which) patchStore(this.state, { cameraId: which.deviceId });
      return;
    }
    await this.#alone(() => this.#openCamera(which));
  }

  /** Switches between the front and the back camera. */
  async flip(): Promise<void> {
    await this.useCamera({ facing: this.state.get().isMirrored ? 'environment' : 'user' });
  }

  /** Lets the user choose a screen and shares it. `claim` asks for permission to share and throws if it is refused. */
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
    // The browser also has its own button that stops sharing.
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
    patchStore(this.state, { gains: { ...this.state.get().gains, [name]: clampGain(value) } });
  }

  /** Requests the failed devices again. */
  async retry(): Promise<void> {
    await this.#alone(() => (this.#microphone ? this.#openCamera() : this.#openAnew()));
  }

  dismissProblem(): void {
    this.#problems = {};
    patchStore(this.state, { problem: undefined });
  }

  /** Closes all devices. */
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

  /** Requests the microphone again. The side was muted only because there was none. */
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
    patchStore(this.state, { isMuted });
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

  /** Replaces an unplugged microphone with another one, after the running change. */
  async #replaceMicrophone(): Promise<void> {
    while (this.#change) await this.#change.catch(() => {});
    if (!this.#microphone) await this.#alone(() => this.#openMicrophone());
  }

  async #openCamera(which?: Which): Promise<void> {
    // A phone opens only one camera at a time.
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
      patchStore(this.state, {
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
    if (device === 'microphone')
      patchStore(this.state, { isMuted: true, problem: this.#problem() });
    else this.#show({ isCameraOff: true, problem: this.#problem() });
  }

  /** The problems as text. The microphone comes first, because it matters more. */
  #problem(): string | undefined {
    const { microphone, camera } = this.#problems;
    return [microphone, camera].filter((words) => words !== undefined).join('\n') || undefined;
  }

  #show(change: Partial<OwnState>): void {
    const picture = this.#screen?.getVideoTracks()[0] ?? this.#camera;
    patchStore(this.state, { ...change, picture, camera: this.#camera });
  }

  /** Runs one change of devices at a time. Ignores a second one while the first runs. */
  async #alone(work: () => Promise<void>): Promise<void> {
    if (this.#change || this.#isClosed) return;
    this.#change = work().finally(() => (this.#change = undefined));
    await this.#change;
  }
}

/** Whether pages can open devices. Browsers allow this only on secure pages. */
export const isPossible = (): boolean =>
  isSecureContext && (navigator.mediaDevices as MediaDevices | undefined) !== undefined;

function stopAll(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
