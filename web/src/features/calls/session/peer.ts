import type { PeerEvents } from '@roost/contract/calls';
import { encodingFor, type VideoLevel } from './video-rung.ts';

type Offer = Parameters<PeerEvents['offer']>[0]['description'];
type Answer = Parameters<PeerEvents['answer']>[0]['description'];
export type Description = Offer | Answer;
export type Candidate = Parameters<PeerEvents['ice-candidate']>[0]['candidate'];

export interface PeerHooks {
  describe: (description: Description) => void;
  tell: (candidate: Candidate) => void;
  /** Descriptions have gone both ways. */
  described: () => void;
  changed: (state: RTCPeerConnectionState) => void;
  /** Nothing could be agreed on, this time. */
  failed: (error: unknown) => void;
}

/**
 * The connection to the other side. One sound and one picture each way are agreed on once; what fills them is then
 * replaced without a word. Both sides may offer anew at any time: where offers cross, the caller’s holds (the pattern
 * of “perfect negotiation”).
 */
export class Peer {
  /** What comes from the other side. */
  readonly remote = new MediaStream();
  readonly #pc: RTCPeerConnection;
  readonly #isCaller: boolean;
  readonly #hooks: PeerHooks;
  /** Sent under one name, so that lips and voice go together. */
  readonly #own = new MediaStream();
  #sound: MediaStreamTrack | null = null;
  #picture: MediaStreamTrack | null = null;
  #level: VideoLevel = 'full';
  #isOffering = false;
  #isIgnoring = false;
  /** What comes is taken in its order. */
  #last: Promise<void> = Promise.resolve();

  constructor(iceServers: RTCIceServer[], isCaller: boolean, hooks: PeerHooks) {
    this.#isCaller = isCaller;
    this.#hooks = hooks;
    const pc = new RTCPeerConnection({ iceServers, bundlePolicy: 'max-bundle' });
    this.#pc = pc;
    pc.addEventListener('icecandidate', ({ candidate }) =>
      hooks.tell(candidate ? (candidate.toJSON() as Candidate) : null),
    );
    pc.addEventListener('track', ({ track }) => this.remote.addTrack(track));
    pc.addEventListener('connectionstatechange', () => hooks.changed(pc.connectionState));
    // The first offer waits until both are there.
    pc.addEventListener('negotiationneeded', () => {
      if (pc.remoteDescription) void this.offer();
    });
    if (!isCaller) return;
    for (const kind of ['audio', 'video'] as const)
      pc.addTransceiver(kind, { direction: 'sendrecv', streams: [this.#own] });
  }

  setSound(track: MediaStreamTrack | null): void {
    this.#sound = track;
    this.#inTurn(() => this.#fill());
  }

  setPicture(track: MediaStreamTrack | null): void {
    this.#picture = track;
    this.#inTurn(() => this.#fill());
  }

  setLevel(level: VideoLevel): void {
    this.#level = level;
    this.#inTurn(() => this.#limit());
  }

  /** Offers; again where the answer to the last never came. */
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

  /** Looks for a new way to the other side; to be called again where that may not have been heard of. */
  restart(): void {
    const { signalingState } = this.#pc;
    if (signalingState === 'closed') return;
    // An offer that nobody heard holds up any other: it is said again, and the next made once it is answered.
    if (signalingState === 'have-local-offer') void this.offer();
    this.#pc.restartIce();
  }

  /** By these the next way is looked for. */
  setServers(iceServers: RTCIceServer[]): void {
    if (this.#pc.signalingState !== 'closed')
      this.#pc.setConfiguration({ ...this.#pc.getConfiguration(), iceServers });
  }

  /** Whether anything was agreed on yet. */
  get isDescribed(): boolean {
    return this.#pc.remoteDescription !== null;
  }

  hearDescription(description: Description): void {
    this.#inTurn(() => this.#take(description).catch(this.#failed));
  }

  hearCandidate(candidate: Candidate): void {
    this.#inTurn(async () => {
      try {
        // Null and the empty one both say that there are no more.
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

  async #take(description: Description): Promise<void> {
    const pc = this.#pc;
    const isOffer = description.type === 'offer';
    this.#isIgnoring =
      isOffer && this.#isCaller && (this.#isOffering || pc.signalingState !== 'stable');
    if (this.#isIgnoring) return;
    await pc.setRemoteDescription(description);
    if (isOffer) {
      for (const lane of [this.#lane('audio'), this.#lane('video')]) {
        if (!lane || lane.direction === 'sendrecv') continue;
        lane.sender.setStreams(this.#own);
        lane.direction = 'sendrecv';
      }
      await this.#fill();
      await pc.setLocalDescription();
      if (pc.localDescription) this.#hooks.describe(pc.localDescription.toJSON() as Description);
    }
    this.#hooks.described();
    await this.#limit();
  }

  #inTurn(work: () => Promise<void>): void {
    this.#last = this.#last.then(work).catch((error: unknown) => {
      // What comes after the end is nobody's mistake.
      if (this.#pc.signalingState !== 'closed') reportError(error);
    });
  }

  readonly #failed = (error: unknown): void => {
    if (this.#pc.signalingState !== 'closed') this.#hooks.failed(error);
  };

  /** Of each kind there is one, in whatever order the other side has them. */
  #lane(kind: 'audio' | 'video'): RTCRtpTransceiver | undefined {
    return this.#pc.getTransceivers().find(({ receiver }) => receiver.track.kind === kind);
  }

  async #fill(): Promise<void> {
    if (this.#pc.signalingState === 'closed') return;
    await this.#lane('audio')?.sender.replaceTrack(this.#sound);
    await this.#lane('video')?.sender.replaceTrack(this.#picture);
    await this.#limit();
  }

  async #limit(): Promise<void> {
    const sender = this.#lane('video')?.sender;
    const parameters = sender?.getParameters();
    const [encoding] = parameters?.encodings ?? [];
    if (!sender || !parameters || !encoding || this.#pc.signalingState === 'closed') return;
    Object.assign(encoding, encodingFor(this.#level, this.#picture?.contentHint === 'detail'));
    try {
      await sender.setParameters(parameters);
    } catch {
      // Changed meanwhile by a negotiation, after which it is tried again.
    }
  }
}
