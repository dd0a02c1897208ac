import type { PeerEvents } from '@roost/contract/calls';
import type { IceConfig } from './ice-config.ts';
import { encodingFor, type VideoLevel } from './video-level.ts';

type Offer = Parameters<PeerEvents['offer']>[0]['description'];
type Answer = Parameters<PeerEvents['answer']>[0]['description'];
export type Description = Offer | Answer;
export type Candidate = Parameters<PeerEvents['ice-candidate']>[0]['candidate'];

export interface PeerHooks {
  describe: (description: Description) => void;
  sendCandidate: (candidate: Candidate) => void;
  /** Called when both sides have exchanged descriptions. */
  described: () => void;
  changed: (state: RTCPeerConnectionState) => void;
  /** Called when a negotiation failed. */
  failed: (error: unknown) => void;
}

/**
 * The connection to the other side. The sides negotiate one audio and one video transceiver once. Later, tracks are
 * replaced without a negotiation. Both sides may send a new offer at any time. If offers cross, the caller's offer wins
 * (the "perfect negotiation" pattern).
 */
export class Peer {
  /** The received tracks. */
  readonly remote = new MediaStream();
  readonly #pc: RTCPeerConnection;
  readonly #isCaller: boolean;
  readonly #hooks: PeerHooks;
  /** Both sent tracks use this stream, so that the receiver synchronises sound and picture. */
  readonly #own = new MediaStream();
  #sound: MediaStreamTrack | null = null;
  #picture: MediaStreamTrack | null = null;
  #level: VideoLevel = 'full';
  #isOffering = false;
  #isIgnoring = false;
  /** The end of the queue of operations, which run in order. */
  #queue: Promise<void> = Promise.resolve();

  constructor(config: IceConfig, isCaller: boolean, hooks: PeerHooks) {
    this.#isCaller = isCaller;
    this.#hooks = hooks;
    const pc = new RTCPeerConnection({ ...config, bundlePolicy: 'max-bundle' });
    this.#pc = pc;
    pc.addEventListener('icecandidate', ({ candidate }) =>
      hooks.sendCandidate(candidate ? (candidate.toJSON() as Candidate) : null),
    );
    pc.addEventListener('track', ({ track }) => this.remote.addTrack(track));
    pc.addEventListener('connectionstatechange', () => hooks.changed(pc.connectionState));
    // The first offer waits until both sides are in the room.
    pc.addEventListener('negotiationneeded', () => {
      if (pc.remoteDescription) void this.offer();
    });
    if (!isCaller) return;
    for (const kind of ['audio', 'video'] as const)
      pc.addTransceiver(kind, { direction: 'sendrecv', streams: [this.#own] });
  }

  setSound(track: MediaStreamTrack | null): void {
    this.#sound = track;
    this.#enqueue(() => this.#replaceTracks());
  }

  setPicture(track: MediaStreamTrack | null): void {
    this.#picture = track;
    this.#enqueue(() => this.#replaceTracks());
  }

  setLevel(level: VideoLevel): void {
    this.#level = level;
    this.#enqueue(() => this.#applyLimits());
  }

  /** Sends an offer, or repeats the last one if it was never answered. */
  async offer(): Promise<void> {
    const pc = this.#pc;
    if (pc.signalingState === 'have-local-offer' && pc.localDescription)
      return this.#hooks.describe(pc.localDescription.toJSON() as Description);
    this.#isOffering = true;
    try {
      await pc.setLocalDescription();
      if (pc.localDescription) this.#hooks.describe(pc.localDescription.toJSON() as Description);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isOffering = false;
    }
  }

  /** Restarts ICE. Call it again if the other side may have missed the offer. */
  restart(): void {
    const { signalingState } = this.#pc;
    if (signalingState === 'closed') return;
    // An unanswered offer blocks the next one. Repeat it; the browser makes the next offer after its answer.
    if (signalingState === 'have-local-offer') void this.offer();
    this.#pc.restartIce();
  }

  /** Sets the servers for the next ICE restart. */
  setIceConfig(config: IceConfig): void {
    if (this.#pc.signalingState !== 'closed')
      this.#pc.setConfiguration({ ...this.#pc.getConfiguration(), ...config });
  }

  /** Whether the other side has sent a description. */
  get isDescribed(): boolean {
    return this.#pc.remoteDescription !== null;
  }

  receiveDescription(description: Description): void {
    this.#enqueue(() => this.#apply(description).catch(this.#failed));
  }

  receiveCandidate(candidate: Candidate): void {
    this.#enqueue(async () => {
      try {
        // Null and an empty candidate both mark the end of candidates.
        await this.#pc.addIceCandidate((candidate ?? undefined) as RTCIceCandidateInit | undefined);
      } catch (error) {
        if (!this.#isIgnoring) throw error;
      }
    });
  }

  async stats(): Promise<RTCStatsReport> {
    return this.#pc.getStats();
  }

  close(): void {
    this.#pc.close();
    for (const track of this.remote.getTracks()) track.stop();
  }

  async #apply(description: Description): Promise<void> {
    const pc = this.#pc;
    const isOffer = description.type === 'offer';
    this.#isIgnoring =
      isOffer && this.#isCaller && (this.#isOffering || pc.signalingState !== 'stable');
    if (this.#isIgnoring) return;
    await pc.setRemoteDescription(description);
    if (isOffer) {
      for (const transceiver of [this.#transceiver('audio'), this.#transceiver('video')]) {
        if (!transceiver || transceiver.direction === 'sendrecv') continue;
        transceiver.sender.setStreams(this.#own);
        transceiver.direction = 'sendrecv';
      }
      await this.#replaceTracks();
      await pc.setLocalDescription();
      if (pc.localDescription) this.#hooks.describe(pc.localDescription.toJSON() as Description);
    }
    this.#hooks.described();
    await this.#applyLimits();
  }

  #enqueue(work: () => Promise<void>): void {
    this.#queue = this.#queue.then(work).catch((error: unknown) => {
      // Errors after the end of the call are expected.
      if (this.#pc.signalingState !== 'closed') reportError(error);
    });
  }

  readonly #failed = (error: unknown): void => {
    if (this.#pc.signalingState !== 'closed') this.#hooks.failed(error);
  };

  /** Finds the transceiver of a kind. There is one of each, but the other side decides their order. */
  #transceiver(kind: 'audio' | 'video'): RTCRtpTransceiver | undefined {
    return this.#pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);
  }

  async #replaceTracks(): Promise<void> {
    if (this.#pc.signalingState === 'closed') return;
    await this.#transceiver('audio')?.sender.replaceTrack(this.#sound);
    await this.#transceiver('video')?.sender.replaceTrack(this.#picture);
    await this.#applyLimits();
  }

  async #applyLimits(): Promise<void> {
    const sender = this.#transceiver('video')?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding || this.#pc.signalingState === 'closed') return;
    Object.assign(encoding, encodingFor(this.#level, this.#picture?.contentHint === 'detail'));
    try {
      await sender.setParameters(parameters);
    } catch {
      // A negotiation changed the parameters meanwhile. `#applyLimits` runs again after it.
    }
  }
}
