import type { CallMedia } from '@roost/contract/calls';
import { ApiError } from '../../../lib/api.ts';
import { callTiming } from '../../../lib/constants.ts';
import { ask, proveLine } from '../../../lib/socket.ts';
import { toast } from '../../../ui/toasts.ts';
import type { ActiveCall } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { explainDevice } from '../devices/device-problem.ts';
import type { Which } from '../devices/open-devices.ts';
import { endingWords } from '../endings.ts';
import { nextInCall, type InCallEvent, type InCallStatus } from '../in-call.ts';
import { FRESH_MS, iceServers, knownIceServers } from './ice-servers.ts';
import { noCounters, rateLine, readLine, type LineQuality } from './line.ts';
import { Observed } from './observed.ts';
import { isPossible, OwnMedia, type OwnState } from './own-media.ts';
import { Peer, type Description } from './peer.ts';
import { Room, roomIdOf, type RoomHandlers } from './room.ts';
import { nextRung, topRung } from './video-rung.ts';
import { keepAwake } from './wake-lock.ts';

export interface SessionState {
  status: InCallStatus;
  isPeerMuted: boolean;
  isPeerCameraOff: boolean;
  isPeerSharing: boolean;
  /** Since when both have been connected; in ms of the epoch. */
  connectedAt: number | undefined;
  quality: LineQuality | undefined;
  /** The line is too poor for this side’s picture. */
  isPicturePaused: boolean;
  /** Words that stand for 3 s (spec §4). */
  notice: string | undefined;
  remote: MediaStream | undefined;
}

const ONE_SHARER = 'Only one user can share the screen at a time.';
const SHARING_KEEPS_CAMERA = 'Stop screen sharing before switching camera.';

/** One call of this tab, from its first ring to its end: own devices, the room, the connection. */
export class CallSession {
  readonly own: OwnMedia;
  readonly state = new Observed<SessionState>({
    status: 'initializing',
    isPeerMuted: false,
    isPeerCameraOff: false,
    isPeerSharing: false,
    connectedAt: undefined,
    quality: undefined,
    isPicturePaused: false,
    notice: undefined,
    remote: undefined,
  });
  readonly #viewerId: string;
  #call: ActiveCall | undefined;
  #peer: Peer | undefined;
  #room: Room | undefined;
  #hasEntered = false;
  /** Both have been in the room. */
  #hasMet = false;
  #isOver = false;
  #rung = topRung;
  #counters = noCounters;
  #measuring: ReturnType<typeof setInterval> | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;
  #letSleep = () => {};
  #own: OwnState;

  constructor(viewerId: string, media: CallMedia, isCalling: boolean) {
    this.#viewerId = viewerId;
    this.own = new OwnMedia(media);
    this.#own = this.own.state.get();
    this.own.state.subscribe(this.#ownChanged);
    if (isCalling) void this.#offerAhead();
  }

  /** Called with each change of the active call. */
  follow(call: ActiveCall): void {
    const isFirst = this.#call === undefined;
    this.#call = call;
    if (isFirst) void this.#prepare(call);
    else this.#enter();
  }

  /** Starts or ends showing this side’s screen. */
  async toggleSharing(): Promise<void> {
    if (this.own.state.get().isSharing) return this.stopSharing();
    if (this.state.get().isPeerSharing) return this.#note(ONE_SHARER);
    try {
      await this.own.share(async () => this.#room?.claimScreen(), this.stopSharing);
    } catch (error) {
      if (error instanceof ApiError) this.#note(error.message);
      // Whoever closes the picker has changed their mind.
      else if (!(error instanceof DOMException && error.name === 'NotAllowedError'))
        this.#note(explainDevice('screen', error, isPossible()));
    }
    return undefined;
  }

  readonly stopSharing = (): void => {
    this.own.stopSharing();
    this.#room?.giveScreenBack();
  };

  async switchCamera(which: Which | 'flip'): Promise<void> {
    if (this.own.state.get().isSharing) return this.#note(SHARING_KEEPS_CAMERA);
    return which === 'flip' ? this.own.flip() : this.own.useCamera(which);
  }

  /** Nothing is left open afterwards, whatever happened before. */
  end(): void {
    this.#step('ended');
    this.#release();
    clearTimeout(this.#noticeTimer);
  }

  async #prepare(call: ActiveCall): Promise<void> {
    try {
      const servers = knownIceServers() ?? (await iceServers());
      if (this.#isOver) return;
      this.#connect(call, servers);
    } catch {
      this.#fail();
    }
  }

  #connect({ isCaller, otherUser }: ActiveCall, servers: RTCIceServer[]): void {
    this.#room = new Room(roomIdOf(this.#viewerId, otherUser._id), this.#handlers, () =>
      this.#finish(endingWords.lost),
    );
    // Two calls that crossed: of one, the caller has become the one called.
    if (!isCaller) this.#peer?.close();
    if (!isCaller || !this.#peer) this.#peer = this.#makePeer(servers, isCaller);
    addEventListener('offline', this.#offline);
    addEventListener('pointerdown', this.own.mix.wake);
    this.#letSleep = keepAwake();
    this.#step('prepared');
    this.#enter();
  }

  /** The offer is made while it rings, and goes out once it is answered. */
  async #offerAhead(): Promise<void> {
    try {
      const servers = await iceServers();
      if (this.#isOver || this.#call) return;
      this.#peer = this.#makePeer(servers, true);
      await this.#peer.offer();
    } catch {
      // It is tried again with the answer, and fails then.
    }
  }

  #makePeer(servers: RTCIceServer[], isCaller: boolean): Peer {
    const peer = new Peer(servers, isCaller, {
      describe: (description) => void this.#describe(description),
      tell: (candidate) => this.#hasMet && this.#room?.tellCandidate(candidate),
      described: () => this.#step('described'),
      changed: (state) => this.#connectionChanged(state),
      failed: this.#disagreed,
    });
    peer.setSound(this.own.mix.track);
    peer.setPicture(this.own.state.get().picture ?? null);
    this.state.set({ remote: peer.remote });
    return peer;
  }

  /** Before both are in the room nobody would hear; the description then has all of it. */
  async #describe(description: Description): Promise<void> {
    if (!this.#hasMet) return;
    try {
      await this.#room?.describe(description);
    } catch (error) {
      // What the line lost is said again when it is back.
      if (!(error instanceof ApiError && error.status === 0)) this.#disagreed(error);
    }
  }

  /** Before anything could be agreed on there is nothing to fall back on. */
  readonly #disagreed = (error: unknown): void => {
    if (this.state.get().connectedAt === undefined) this.#fail();
    else reportError(error);
  };

  /** Once both the server and this side are ready. */
  #enter(): void {
    if (!this.#room || !this.#call?.isOpen || this.#hasEntered || this.#isOver) return;
    this.#hasEntered = true;
    // Where there is nowhere to try, browsers say nothing at all.
    this.#connectTimer = setTimeout(() => this.#finish(endingWords.lost), callTiming.connectMs);
    this.#room.enter();
  }

  readonly #handlers: RoomHandlers = {
    ready: () => {
      this.#hasMet = true;
      this.#tellStatus();
      // Either side may have missed what the other did meanwhile; of a screen that is shown, the server tells again.
      this.state.set({ isPeerSharing: false });
      if (!this.own.state.get().isSharing) this.#room?.giveScreenBack();
      if (!this.#call?.isCaller) return;
      if (this.#peer?.isDescribed) this.#peer.restart();
      else void this.#peer?.offer();
      this.#step('offered');
    },
    offer: ({ description }) => this.#peer?.hearDescription(description),
    answer: ({ description }) => this.#peer?.hearDescription(description),
    'ice-candidate': ({ candidate }) => this.#peer?.hearCandidate(candidate),
    'peer-muted': ({ muted }) => this.state.set({ isPeerMuted: muted }),
    'peer-camera-off': ({ cameraOff }) => this.state.set({ isPeerCameraOff: cameraOff }),
    'peer-screen-started': () => this.state.set({ isPeerSharing: true }),
    'peer-screen-stopped': () => this.state.set({ isPeerSharing: false }),
    'peer-left': () => this.#finish(endingWords.peerLeft),
    'peer-network-lost': () => this.#finish(endingWords.peerLost),
    error: ({ message }) => this.#note(message),
  };

  readonly #offline = (): void => this.#finish(endingWords.offline);

  #connectionChanged(state: RTCPeerConnectionState): void {
    if (state === 'connected') {
      clearTimeout(this.#connectTimer);
      clearTimeout(this.#graceTimer);
      this.#graceTimer = undefined;
      this.#step('connected');
      this.state.set({ connectedAt: this.state.get().connectedAt ?? Date.now() });
      this.#measuring ??= setInterval(() => void this.#measure(), callTiming.measureEveryMs);
      this.#renewing ??= setInterval(() => void this.#renew(), FRESH_MS);
    } else if (state === 'disconnected') {
      this.#step('interrupted');
      this.#peer?.restart();
      // What is said for it goes over the same network, where a connection can be as dead and not know.
      void proveLine(this.#viewerId);
      // Whatever it tries on the way, it is not given any longer.
      this.#graceTimer ??= setTimeout(() => this.#finish(endingWords.lost), callTiming.graceMs);
    } else if (state === 'failed') this.#finish(endingWords.lost);
  }

  readonly #ownChanged = (): void => {
    const before = this.#own;
    const now = this.own.state.get();
    this.#own = now;
    if (now.picture !== before.picture) this.#peer?.setPicture(now.picture ?? null);
    if (now.isMuted !== before.isMuted || now.isCameraOff !== before.isCameraOff)
      this.#tellStatus();
  };

  #tellStatus(): void {
    if (!this.#hasMet) return;
    const { isMuted, isCameraOff } = this.own.state.get();
    const cameraOff = isCameraOff || this.state.get().isPicturePaused;
    this.#room?.tellStatus({ muted: isMuted, cameraOff });
  }

  /** A call can last longer than what relays let in by, which a new way is looked for with. */
  async #renew(): Promise<void> {
    try {
      const servers = await iceServers();
      if (!this.#isOver) this.#peer?.setServers(servers);
    } catch {
      // Those it has are good for another while.
    }
  }

  async #measure(): Promise<void> {
    const report = await this.#peer?.stats().catch(() => undefined);
    if (!report || this.#isOver) return;
    const { sample, counters } = readLine(report.values(), this.#counters);
    this.#counters = counters;
    this.state.set({ quality: rateLine(sample) });
    const { level } = this.#rung;
    // Without a picture there is none to spare, and little to judge the line by.
    if (!this.#own.picture) return;
    this.#rung = nextRung(this.#rung, sample);
    if (this.#rung.level === level) return;
    this.#peer?.setLevel(this.#rung.level);
    this.state.set({ isPicturePaused: this.#rung.level === 'off' });
    this.#tellStatus();
  }

  #note(notice: string): void {
    clearTimeout(this.#noticeTimer);
    this.state.set({ notice });
    const clear = () => this.state.set({ notice: undefined });
    this.#noticeTimer = setTimeout(clear, callTiming.noticeMs);
  }

  #step(event: InCallEvent): void {
    const { status } = this.state.get();
    const next = nextInCall(status, event);
    if (next !== status) this.state.set({ status: next });
  }

  /** Torn down and hung up (spec §4). */
  #finish(words: string): void {
    if (this.#isOver) return;
    (words === endingWords.peerLeft ? toast.info : toast.error)(words);
    this.#release();
    dispatchCall({ name: 'hangUp' });
  }

  /** It could not be set up: the other side is told at once, this one sees it for a moment. */
  #fail(): void {
    if (this.#isOver || !this.#call) return;
    const { otherUser, signal } = this.#call;
    this.#step('failed');
    this.#release();
    ask('hangUp', { to: otherUser._id, signal }).catch(() => {});
    this.#graceTimer = setTimeout(
      () => dispatchCall({ name: 'ended', signal }),
      callTiming.failedMs,
    );
  }

  #release(): void {
    clearTimeout(this.#graceTimer);
    clearTimeout(this.#connectTimer);
    if (this.#isOver) return;
    this.#isOver = true;
    clearInterval(this.#measuring);
    clearInterval(this.#renewing);
    removeEventListener('offline', this.#offline);
    removeEventListener('pointerdown', this.own.mix.wake);
    this.#letSleep();
    this.#room?.leave();
    this.#peer?.close();
    this.own.close();
  }
}
