// Long because the peer connection, the room and the timers of one call share its state.
import * as words from '#words/calls';
import type { CallMedia } from '@roost/contract/calls';
import { ApiError } from '../../../lib/api/api.ts';
import { callTiming } from '../call-timing.ts';
import { ask, checkConnection } from '../../../lib/socket/socket.ts';
import { wallClock } from '../../../lib/wall-clock.ts';
import type { ActiveCall } from '../call-machine.ts';
import { dispatchCall } from '../call-store.ts';
import { explainDevice } from '../devices/device-problem.ts';
import type { Which } from '../devices/open-devices.ts';
import { endingTexts } from '../endings.ts';
import { showEnding } from '../left-call.ts';
import { nextInCall, type InCallEvent, type InCallStatus } from '../in-call.ts';
import { ICE_CONFIG_MAX_AGE_MS, iceConfig, knownIceConfig, type IceConfig } from './ice-config.ts';
import {
  noCounters,
  rateConnection,
  readStats,
  type ConnectionQuality,
} from './connection-quality.ts';
import { createStore, patchStore } from '../../../lib/store.ts';
import { isPossible, OwnMedia, type OwnState } from './own-media.ts';
import { Peer, type Description } from './peer.ts';
import { Room, roomIdOf, type RoomHandlers } from './room.ts';
import { nextVideoLevel, initialVideoLevel } from './video-level.ts';
import { keepAwake } from './wake-lock.ts';

export interface SessionState {
  status: InCallStatus;
  isPeerMuted: boolean;
  isPeerCameraOff: boolean;
  isPeerSharing: boolean;
  /** When both sides first connected, possibly before a reload of this page. In ms of `performance.now()`. */
  connectedAt: number | undefined;
  quality: ConnectionQuality | undefined;
  /** The connection is too poor to send video. */
  isPicturePaused: boolean;
  /** A text that is shown for 3 seconds. */
  alert: string | undefined;
  remote: MediaStream | undefined;
}

interface CallBeginning {
  isCalling: boolean;
  beginsMuted?: boolean | undefined;
  connectedSince?: number | undefined;
}

const ONE_SHARER = words.onlyOneUserCanShare;
const SHARING_KEEPS_CAMERA = words.stopSharingBeforeSwitching;

/** One call of this tab, from the first ring to the end. It owns the devices, the room and the peer connection. */
export class CallSession {
  readonly own: OwnMedia;
  readonly state = createStore<SessionState>({
    status: 'initializing',
    isPeerMuted: false,
    isPeerCameraOff: false,
    isPeerSharing: false,
    connectedAt: undefined,
    quality: undefined,
    isPicturePaused: false,
    alert: undefined,
    remote: undefined,
  });
  readonly #viewerId: string;
  /** When both sides first connected, if that was before a reload of this page. In ms since 1970. */
  readonly #connectedBefore: number | undefined;
  #call: ActiveCall | undefined;
  /** The newest relay servers. A new connection uses them even if a refresh failed. */
  #iceConfig: IceConfig = { iceServers: [], iceTransportPolicy: 'all' };
  #peer: Peer | undefined;
  #room: Room | undefined;
  #hasEntered = false;
  /** Both sides have been in the room. */
  #areBothInRoom = false;
  /** The session id in the other side's descriptions. It identifies their connection. */
  #remoteSession: string | undefined;
  #isOver = false;
  #videoLevel = initialVideoLevel;
  #counters = noCounters;
  #measuring: ReturnType<typeof setInterval> | undefined;
  #renewing: ReturnType<typeof setInterval> | undefined;
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #connectTimer: ReturnType<typeof setTimeout> | undefined;
  #alertTimer: ReturnType<typeof setTimeout> | undefined;
  #releaseWakeLock = () => {};
  #own: OwnState;

  constructor(
    viewerId: string,
    media: CallMedia,
    { isCalling, beginsMuted = false, connectedSince }: CallBeginning,
  ) {
    this.#viewerId = viewerId;
    this.#connectedBefore = connectedSince;
    this.own = new OwnMedia(media, beginsMuted);
    this.#own = this.own.state.get();
    this.own.state.subscribe(this.#ownChanged);
    if (isCalling) void this.#prepareOffer();
  }

  /** When both sides first connected, possibly before a reload of this page. In ms since 1970. */
  connectedSince(): number | undefined {
    const { connectedAt } = this.state.get();
    if (connectedAt === undefined) return this.#connectedBefore;
    return wallClock() - (performance.now() - connectedAt);
  }

  /** Must be called after each change of the active call. */
  update(call: ActiveCall): void {
    const isFirst = this.#call === undefined;
    this.#call = call;
    if (isFirst) void this.#prepare(call);
    else this.#enter();
  }

  /** Starts or stops sharing the screen. */
  async toggleSharing(): Promise<void> {
    if (this.own.state.get().isSharing) return this.stopSharing();
    if (this.state.get().isPeerSharing) return this.#showAlert(ONE_SHARER);
    try {
      await this.own.share(async () => this.#room?.claimScreen(), this.stopSharing);
    } catch (error) {
      if (error instanceof ApiError) this.#showAlert(error.message);
      // NotAllowedError: the user closed the picker, which needs no message.
      else if (!(error instanceof DOMException && error.name === 'NotAllowedError'))
        this.#showAlert(explainDevice('screen', error, isPossible()));
    }
    return undefined;
  }

  readonly stopSharing = (): void => {
    this.own.stopSharing();
    this.#room?.releaseScreen();
  };

  async switchCamera(which: Which | 'flip'): Promise<void> {
    if (this.own.state.get().isSharing) return this.#showAlert(SHARING_KEEPS_CAMERA);
    return which === 'flip' ? this.own.flip() : this.own.useCamera(which);
  }

  /** Ends the session and closes everything it opened. */
  end(): void {
    this.#step('ended');
    this.#release();
    clearTimeout(this.#alertTimer);
  }

  async #prepare(call: ActiveCall): Promise<void> {
    try {
      this.#iceConfig = knownIceConfig() ?? (await iceConfig());
      if (this.#isOver) return;
      this.#connect(call);
    } catch {
      this.#fail();
    }
  }

  #connect({ isCaller, otherUser }: ActiveCall): void {
    this.#room = new Room(roomIdOf(this.#viewerId, otherUser._id), this.#handlers, () =>
      this.#finish(endingTexts.lost),
    );
    // If two calls crossed, the server merged them. One caller becomes the called side and drops its own offer.
    if (!isCaller) this.#peer?.close();
    if (!isCaller || !this.#peer) this.#peer = this.#makePeer(isCaller);
    addEventListener('offline', this.#offline);
    addEventListener('pointerdown', this.own.mix.wake);
    this.#releaseWakeLock = keepAwake();
    this.#step('prepared');
    this.#enter();
  }

  /** Prepares the offer while the call rings. It is sent after the answer. */
  async #prepareOffer(): Promise<void> {
    try {
      this.#iceConfig = await iceConfig();
      if (this.#isOver || this.#call) return;
      this.#peer = this.#makePeer(true);
      await this.#peer.offer();
    } catch {
      // `#prepare` tries again after the answer, and reports a failure.
    }
  }

  #makePeer(isCaller: boolean): Peer {
    const peer = new Peer(this.#iceConfig, isCaller, {
      describe: (description) => void this.#describe(description),
      sendCandidate: (candidate) => this.#areBothInRoom && this.#room?.sendCandidate(candidate),
      described: () => this.#step('described'),
      changed: (state) => this.#connectionChanged(state),
      failed: this.#disagreed,
    });
    peer.setSound(this.own.mix.track);
    peer.setPicture(this.own.state.get().picture ?? null);
    patchStore(this.state, { remote: peer.remote });
    return peer;
  }

  /** Sends a description, but not before both sides are in the room. The first one then contains all candidates so far. */
  async #describe(description: Description): Promise<void> {
    if (!this.#areBothInRoom) return;
    try {
      await this.#room?.describe(description);
    } catch (error) {
      // After a lost connection, the description is sent again when the room is ready.
      if (!(error instanceof ApiError && error.status === 0)) this.#disagreed(error);
    }
  }

  /** A failed negotiation ends a call that never connected. A connected call continues with the previous agreement. */
  readonly #disagreed = (error: unknown): void => {
    if (this.state.get().connectedAt === undefined) this.#fail();
    else reportError(error);
  };

  /** Enters the room when both the server and this side are ready. */
  #enter(): void {
    if (!this.#room || !this.#call?.isOpen || this.#hasEntered || this.#isOver) return;
    this.#hasEntered = true;
    // Without any candidate, browsers report no failure, so a timer is needed.
    this.#limitConnecting();
    this.#room.enter();
  }

  #limitConnecting(): void {
    clearTimeout(this.#connectTimer);
    this.#connectTimer = setTimeout(() => this.#finish(endingTexts.lost), callTiming.connectMs);
  }

  readonly #handlers: RoomHandlers = {
    ready: () => {
      this.#areBothInRoom = true;
      this.#cancelGrace();
      this.#sendStatus();
      // Both sides may have missed events. The server sends `peer-screen-started` again if the screen is shared.
      patchStore(this.state, { isPeerSharing: false });
      if (!this.own.state.get().isSharing) this.#room?.releaseScreen();
      if (!this.#call?.isCaller) return;
      if (this.#peer?.isDescribed) this.#peer.restart();
      else void this.#peer?.offer();
      this.#step('offered');
    },
    offer: ({ description }) => this.#receive(description),
    answer: ({ description }) => this.#receive(description),
    'ice-candidate': ({ candidate }) => this.#peer?.receiveCandidate(candidate),
    'peer-muted': ({ muted }) => patchStore(this.state, { isPeerMuted: muted }),
    'peer-camera-off': ({ cameraOff }) => patchStore(this.state, { isPeerCameraOff: cameraOff }),
    'peer-screen-started': () => patchStore(this.state, { isPeerSharing: true }),
    'peer-screen-stopped': () => patchStore(this.state, { isPeerSharing: false }),
    'peer-left': () => this.#finish(endingTexts.peerLeft),
    'peer-network-lost': () => this.#finish(endingTexts.peerLost),
    error: ({ message }) => this.#showAlert(message),
  };

  /** Cancels the grace timer, because the other side has come back in time. */
  #cancelGrace(): void {
    if (this.#graceTimer === undefined) return;
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    this.#limitConnecting();
  }

  /** Handles a description. A new session id means that the other side's page was reloaded, so this side reconnects too. */
  #receive(description: Description): void {
    const session = sessionOf(description);
    const isReloaded = this.#remoteSession !== undefined && session !== this.#remoteSession;
    this.#remoteSession = session;
    if (isReloaded && this.#call) {
      this.#renewPeer(this.#call);
      if (description.type === 'answer') {
        // The answer belongs to the old connection. The answer to the next offer has another new session id.
        this.#remoteSession = undefined;
        return void this.#peer?.offer();
      }
    }
    this.#peer?.receiveDescription(description);
    return undefined;
  }

  #renewPeer({ isCaller }: ActiveCall): void {
    this.#peer?.close();
    this.#counters = noCounters;
    this.#peer = this.#makePeer(isCaller);
    this.#step('interrupted');
    this.#limitConnecting();
  }

  readonly #offline = (): void => this.#finish(endingTexts.offline);

  #connectionChanged(state: RTCPeerConnectionState): void {
    if (state === 'connected') {
      clearTimeout(this.#connectTimer);
      clearTimeout(this.#graceTimer);
      this.#graceTimer = undefined;
      this.#step('connected');
      patchStore(this.state, {
        connectedAt: this.state.get().connectedAt ?? this.#firstConnectedAt(),
      });
      this.#measuring ??= setInterval(() => void this.#measure(), callTiming.measureEveryMs);
      this.#renewing ??= setInterval(() => void this.#renew(), ICE_CONFIG_MAX_AGE_MS);
    } else if (state === 'disconnected') {
      this.#step('interrupted');
      this.#peer?.restart();
      // Signalling uses the same network, and its socket may be dead without knowing it.
      void checkConnection(this.#viewerId);
      // Further attempts do not extend the grace period.
      this.#graceTimer ??= setTimeout(() => this.#finish(endingTexts.lost), callTiming.graceMs);
    } else if (state === 'failed') this.#finish(endingTexts.lost);
  }

  /** In ms of `performance.now()`, which restarts with each page load. */
  #firstConnectedAt(): number {
    if (this.#connectedBefore === undefined) return performance.now();
    return performance.now() - Math.max(0, wallClock() - this.#connectedBefore);
  }

  readonly #ownChanged = (): void => {
    const before = this.#own;
    const now = this.own.state.get();
    this.#own = now;
    if (now.picture !== before.picture) this.#peer?.setPicture(now.picture ?? null);
    if (now.isMuted !== before.isMuted || now.isCameraOff !== before.isCameraOff)
      this.#sendStatus();
  };

  #sendStatus(): void {
    if (!this.#areBothInRoom) return;
    const { isMuted, isCameraOff } = this.own.state.get();
    const cameraOff = isCameraOff || this.state.get().isPicturePaused;
    this.#room?.sendStatus({ muted: isMuted, cameraOff });
  }

  /** Refreshes the relay servers. A call can last longer than their credentials, which a later ICE restart needs. */
  async #renew(): Promise<void> {
    try {
      this.#iceConfig = await iceConfig();
      if (!this.#isOver) this.#peer?.setIceConfig(this.#iceConfig);
    } catch {
      // The current servers stay valid for some time.
    }
  }

  async #measure(): Promise<void> {
    const report = await this.#peer?.stats().catch(() => undefined);
    if (!report || this.#isOver) return;
    const { sample, counters } = readStats(report.values(), this.#counters);
    this.#counters = counters;
    patchStore(this.state, { quality: rateConnection(sample) });
    const { level } = this.#videoLevel;
    // Without video there is nothing to reduce, and too little traffic to rate the connection.
    if (!this.#own.picture) return;
    this.#videoLevel = nextVideoLevel(this.#videoLevel, sample);
    if (this.#videoLevel.level === level) return;
    this.#peer?.setLevel(this.#videoLevel.level);
    patchStore(this.state, { isPicturePaused: this.#videoLevel.level === 'off' });
    this.#sendStatus();
  }

  #showAlert(alert: string): void {
    clearTimeout(this.#alertTimer);
    patchStore(this.state, { alert });
    const clear = () => patchStore(this.state, { alert: undefined });
    this.#alertTimer = setTimeout(clear, callTiming.alertMs);
  }

  #step(event: InCallEvent): void {
    const { status } = this.state.get();
    const next = nextInCall(status, event);
    if (next !== status) patchStore(this.state, { status: next });
  }

  /** Shows why the call ends, releases everything and hangs up. */
  #finish(text: string): void {
    if (this.#isOver) return;
    if (this.#call) showEnding(this.#call, text);
    this.#release();
    dispatchCall({ name: 'hangUp' });
  }

  /** Ends a call that could not be set up. Hangs up at once; this side shows the failure for a moment. */
  #fail(): void {
    if (this.#isOver || !this.#call) return;
    const { otherUser, callId } = this.#call;
    this.#step('failed');
    this.#release();
    ask('hangUp', { to: otherUser._id, signal: callId }).catch(() => {});
    this.#graceTimer = setTimeout(
      () => dispatchCall({ name: 'ended', callId }),
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
    this.#releaseWakeLock();
    this.#room?.leave();
    this.#peer?.close();
    this.own.close();
  }
}

/** Returns the session id from an SDP's origin line (RFC 8866 §5.2). It never changes during a connection. */
function sessionOf({ sdp }: Description): string | undefined {
  return /^o=\S+ (\S+)/m.exec(sdp)?.[1];
}
