import { setTimeout as wait } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import type { Message } from '@roost/contract/chat';
import type { Acknowledged } from './chat.ts';

interface EventPayload {
  seq?: number;
  message?: Message;
  unreadCount?: number;
  upTo?: number;
}

/** Faults of a client. The simulation must detect clients with these faults. */
export interface Faults {
  /** The client repeats a send with a new clientId. */
  isForgetful?: boolean;
  /** The client reconnects without its position in the event log. */
  isLost?: boolean;
}

/** The person of a client, with the address and the session that it uses. */
export interface DeviceOwner {
  client: { address: string; cookie?: string | undefined };
}

/** A simulated client of one conversation. It reconnects from its position and repeats a send until it gets an answer. */
export class Device {
  /** The received messages, in order of arrival. */
  readonly shown: Message[] = [];
  readonly acknowledged: Message[] = [];
  readonly findings: string[] = [];
  unread = 0;
  readUpTo = 0;
  deliveredUpTo = 0;
  since = 0;
  cuts = 0;
  readonly #member: DeviceOwner;
  readonly #faults: Faults;
  #socket: Socket | null = null;
  #marking = 0;
  #isOver = false;

  constructor(member: DeviceOwner, faults: Faults = {}) {
    this.#member = member;
    this.#faults = faults;
    this.#connect();
  }

  get isConnected(): boolean {
    return this.#socket?.connected ?? false;
  }

  /** Whether a receipt of this client is still unacknowledged. */
  get isMarking(): boolean {
    return this.#marking > 0;
  }

  /** Cuts the connection like a dead network, without a goodbye. */
  cut(): void {
    const { transport } = (this.#socket?.io.engine ?? {}) as {
      transport?: { ws?: { terminate?(): void } };
    };
    if (!this.isConnected || !transport?.ws?.terminate) return;
    this.cuts += 1;
    transport.ws.terminate();
  }

  /** Sends a message until the server acknowledges it, over any number of connections. */
  async send(receiver: { id: string }, conversationId: string, content: string): Promise<void> {
    for (let attempt = 0; !this.#isOver; attempt += 1) {
      const clientId = this.#faults.isForgetful ? `${content} ${attempt}` : content;
      const message = { content, media: [] };
      const answer = await this.#ask('sendMessage', {
        receiverId: receiver.id,
        conversationId,
        message,
        clientId,
      });
      if (answer?.ok) {
        this.acknowledged.push(answer.message);
        return;
      }
      if (answer) this.findings.push(`refused: ${JSON.stringify(answer)}`);
      await wait(5);
    }
  }

  /** Marks messages once, without repetition, because a later receipt covers a lost one. */
  mark(name: 'markMessagesAsRead' | 'markMessagesAsDelivered', conversationId: string): void {
    const upTo = this.shown.at(-1)?.number;
    if (!this.isConnected || !upTo) return;
    this.#marking += 1;
    void this.#ask(name, { conversationId, upTo }).then(() => (this.#marking -= 1));
  }

  close(): void {
    this.#isOver = true;
    this.#socket?.disconnect();
  }

  async #ask(name: string, payload: object): Promise<Acknowledged | null> {
    const socket = this.#socket;
    if (!socket?.connected) return null;
    return new Promise((resolve) => {
      const giveUp = () => resolve(null);
      socket.once('disconnect', giveUp);
      socket.emit(name, payload, (answer: Acknowledged) => {
        socket.off('disconnect', giveUp);
        resolve(answer);
      });
    });
  }

  #connect(): void {
    if (this.#isOver) return;
    const isFirst = this.#socket === null;
    const auth = this.#faults.isLost && !isFirst ? {} : { since: this.since };
    const { address, cookie } = this.#member.client;
    const socket = io(address, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth,
      extraHeaders: { Cookie: String(cookie) },
    });
    this.#socket = socket;
    const again = () => void wait(Math.random() * 30).then(() => this.#connect());
    socket.once('disconnect', again);
    socket.once('connect_error', again);
    socket.onAny((name: string, payload: EventPayload) => this.#hear(name, payload));
  }

  #hear(name: string, payload: EventPayload): void {
    if (name === 'error' || name === 'streamReset') this.findings.push(`heard ${name}`);
    const isNew = payload.seq === undefined || payload.seq > this.since;
    if (name === 'receiveMessage' && !isNew) this.findings.push(`seq ${payload.seq} twice`);
    if (payload.seq !== undefined && payload.seq < this.since)
      this.findings.push(`seq ${payload.seq} late`);
    this.since = Math.max(this.since, payload.seq ?? 0);
    if (name === 'receiveMessage' && payload.message) this.#show(payload.message, false);
    if (name === 'messageSent') this.#show(payload as unknown as Message, true);
    if (payload.unreadCount !== undefined) this.unread = payload.unreadCount;
    if (name === 'messagesRead') this.readUpTo = payload.upTo ?? 0;
    if (name === 'messagesDelivered') this.deliveredUpTo = payload.upTo ?? 0;
  }

  #show(message: Message, isReceipt: boolean): void {
    const isKnown = this.shown.some(({ _id }) => _id === message._id);
    // A repeated send gives a second receipt for a known message.
    if (isKnown && isReceipt) return;
    if (isKnown) this.findings.push(`message ${message.number} twice`);
    if ((this.shown.at(-1)?.number ?? 0) >= message.number)
      this.findings.push(`message ${message.number} out of order`);
    this.shown.push(message);
  }
}
