import { io, type Socket } from 'socket.io-client';
import type { Member } from './cast.ts';

interface EventPayload {
  signal?: string;
  description?: { sdp: string };
}

/** The acknowledgement of a request, or null if the connection ended first. */
type Answer = { ok: boolean; code?: string; signal?: string; isCaller?: boolean } | null;

/**
 * A simulated tab. It follows the events of calls, keeps its name across connections, and can lose each of its two sockets at
 * any time. It collects events that break the rules in `findings`.
 */
export class WalkingTab {
  readonly findings: string[] = [];
  readonly member: Member;
  readonly name: string;
  /** The calls that ring in this tab, the call that it placed, and its active call. */
  readonly ringing = new Set<string>();
  calling: string | null = null;
  active: string | null = null;
  /** The number of events, without presence and event log positions. */
  heard = 0;
  readonly offers: string[] = [];
  readonly #over = new Set<string>();
  #main: Socket | null = null;
  #peer: Socket | null = null;
  readonly #opening: Record<'main' | 'peer', Promise<void> | null> = { main: null, peer: null };

  constructor(member: Member, name: string) {
    this.member = member;
    this.name = name;
  }

  get isConnected(): boolean {
    return this.#main?.connected ?? false;
  }

  get isIdle(): boolean {
    return this.ringing.size === 0 && this.calling === null && this.active === null;
  }

  get knows(): string[] {
    return [...this.ringing, this.calling, this.active].filter((signal) => signal !== null);
  }

  /** Connects both sockets. Concurrent calls open each socket once. */
  async connect(): Promise<void> {
    if (this.isConnected) return;
    await (this.#opening.main ??= this.#connect().finally(() => (this.#opening.main = null)));
  }

  async connectPeer(): Promise<void> {
    if (this.#peer?.connected) return;
    await (this.#opening.peer ??= this.#connectPeer().finally(() => (this.#opening.peer = null)));
  }

  /** Cuts a connection like a dead network, without a goodbye. */
  cut(which: 'main' | 'peer'): void {
    const socket = which === 'main' ? this.#main : this.#peer;
    const { transport } = (socket?.io.engine ?? {}) as {
      transport?: { ws?: { terminate?(): void } };
    };
    if (socket?.connected) transport?.ws?.terminate?.();
  }

  close(): void {
    this.#main?.disconnect();
    this.#peer?.disconnect();
  }

  /** Places a call. Returns null, or the error code. */
  async ring(other: Member): Promise<string | null> {
    const answer = await this.#ask(this.#main, 'callUser', { targetUserId: other.id });
    if (!answer?.ok || !answer.signal) return answer?.code ?? 'no answer';
    if (this.#over.has(answer.signal)) return null;
    if (answer.isCaller && this.active !== answer.signal) this.calling = answer.signal;
    if (!answer.isCaller) this.#enter(answer.signal);
    return null;
  }

  async answer(signal: string): Promise<boolean> {
    const answer = await this.#ask(this.#main, 'answerCall', { signal });
    if (answer?.ok && !this.#over.has(signal)) this.#enter(signal);
    return answer?.ok ?? false;
  }

  async end(name: 'rejectCall' | 'hangUp', other: Member): Promise<boolean> {
    const before = this.knows;
    const answer = await this.#ask(this.#main, name, { to: other.id });
    if (answer?.ok) for (const signal of before) this.#leave(signal);
    return answer?.ok ?? false;
  }

  async signal(name: string, payload: object): Promise<boolean> {
    return (await this.#ask(this.#peer, name, payload))?.ok ?? false;
  }

  async #connect(): Promise<void> {
    this.#main = this.#open('');
    this.#main.onAny((name: string, payload: EventPayload) => this.#hear(name, payload ?? {}));
    await this.#opened(this.#main);
  }

  async #connectPeer(): Promise<void> {
    this.#peer = this.#open('/webrtc');
    this.#peer.onAny((name: string, payload: EventPayload) => {
      this.heard += 1;
      if (name === 'error') this.findings.push('an error without having asked');
      if (name === 'offer') this.offers.push(String(payload.description?.sdp));
    });
    await this.#opened(this.#peer);
  }

  #open(namespace: string): Socket {
    const { address, cookie } = this.member.client;
    return io(`${address}${namespace}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { tab: this.name },
      extraHeaders: { Cookie: String(cookie) },
    });
  }

  async #opened(socket: Socket): Promise<void> {
    await new Promise<void>((resolve) => {
      for (const name of ['connect', 'connect_error']) socket.once(name, () => resolve());
    });
  }

  async #ask(socket: Socket | null, name: string, payload: object): Promise<Answer> {
    if (!socket?.connected) return null;
    return new Promise((resolve) => {
      const giveUp = () => resolve(null);
      socket.once('disconnect', giveUp);
      socket.emit(name, payload, (answer: Answer) => {
        socket.off('disconnect', giveUp);
        resolve(answer);
      });
    });
  }

  #hear(name: string, { signal = '' }: EventPayload): void {
    if (!['getOnlineUsers', 'streamStart'].includes(name)) this.heard += 1;
    // After the tab has ended a call or heard its end, it must hear nothing earlier of it.
    const isOver = this.#over.has(signal);
    if (isOver && ['incomingCall', 'callAccepted'].includes(name))
      this.findings.push(`${name} of a call that was over`);
    if (name === 'incomingCall') this.ringing.add(signal);
    if (name === 'callAccepted') this.#enter(signal);
    if (name === 'callRejected') this.calling = null;
    if (name === 'callEnded') this.#leave(signal);
  }

  #enter(signal: string): void {
    this.ringing.delete(signal);
    this.calling = null;
    this.active = signal;
  }

  #leave(signal: string): void {
    this.#over.add(signal);
    this.ringing.delete(signal);
    if (this.calling === signal) this.calling = null;
    if (this.active === signal) this.active = null;
  }
}
