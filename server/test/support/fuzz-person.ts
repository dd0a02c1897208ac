import { io, type Socket } from 'socket.io-client';
import { peerEvents } from '@roost/contract/calls';
import { errors } from '@roost/contract/errors';
import { serverEvents } from '@roost/contract/events';
import type { Role } from '@roost/contract/users';
import { z } from 'zod';
import type { Member } from './cast.ts';

const NAMESPACES = ['', '/webrtc'] as const;
export type NamespaceName = (typeof NAMESPACES)[number];

const acknowledgement = z.union([
  z.looseObject({ ok: z.literal(true) }),
  z.strictObject({
    ok: z.literal(false),
    message: z.string().min(1),
    code: z.string().refine((code) => code in errors && errors[code as 'not_found'][0] < 500, {
      error: 'no code of a refusal',
    }),
  }),
]);

/** The handlers of a test for the events of a socket. */
export interface Listener {
  onFault(what: string, error: unknown): void;
  onHeard(payload: unknown, person: string): void;
}

/** A person of the test, who comes back after everything that can be done to them. */
export class FuzzPerson {
  readonly member: Member;
  readonly role: Role;
  /** Whether the session may have ended. */
  isStale = true;
  readonly #sockets = new Map<NamespaceName, Socket>();
  /** Inputs of a group that are sent at once share a new socket. */
  readonly #opening = new Map<NamespaceName, Promise<Socket | null>>();
  readonly #listener: Listener;

  constructor(member: Member, role: Role, listener: Listener) {
    this.member = member;
    this.role = role;
    this.#listener = listener;
  }

  /** Sends an event. Returns `ok` or the code of the refusal. `onAnswer` gets a success. */
  async emit(
    namespace: NamespaceName,
    name: string,
    payload: unknown[],
    onAnswer: (answer: Record<string, unknown>) => void = () => {},
  ): Promise<string> {
    const socket = await this.#connected(namespace);
    // The session may have ended since.
    if (!socket?.connected) {
      this.isStale = true;
      return 'not connected';
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('no acknowledgement within 20 s')), 20_000);
      const end = (outcome: string) => {
        clearTimeout(timer);
        socket.off('disconnect', cut);
        resolve(outcome);
      };
      const cut = () => end('cut');
      socket.once('disconnect', cut);
      socket.emit(name, ...payload, (answer: unknown) => {
        const parsed = acknowledgement.safeParse(answer);
        if (!parsed.success) {
          end('off-schema');
          this.#listener.onFault(
            `acknowledgement of ${name} ${JSON.stringify(answer)}`,
            parsed.error,
          );
          return;
        }
        const { data } = parsed;
        if (data.ok) onAnswer(data);
        end(data.ok ? 'ok' : data.code);
      });
    });
  }

  /** Calls somebody. Both know the call and its room then. */
  async ring(other: FuzzPerson): Promise<{ signal: unknown; roomId: string }> {
    // The other person must be online.
    await other.emit('', 'ping', [other.member.id]);
    let signal: unknown;
    const call = { targetUserId: other.member.id, media: 'audio' };
    await this.emit('', 'callUser', [call], (answer) => {
      signal = answer.signal;
    });
    const ids = [this.member.id, other.member.id];
    const known = { signal, roomId: ids.toSorted().join('_') };
    for (const id of ids) this.#listener.onHeard(known, id);
    return known;
  }

  /** Calls somebody who answers. Both enter the room of the call. */
  async call(other: FuzzPerson): Promise<void> {
    const { signal, roomId } = await this.ring(other);
    await other.emit('', 'answerCall', [{ signal }]);
    for (const person of [this, other]) await person.emit('/webrtc', 'join', [{ roomId }]);
  }

  close(): void {
    for (const socket of this.#sockets.values()) socket.disconnect();
    this.#sockets.clear();
  }

  async #connected(namespace: NamespaceName): Promise<Socket | null> {
    const open = this.#sockets.get(namespace);
    if (open?.connected) return open;
    const opening = this.#opening.get(namespace) ?? this.#connect(namespace);
    this.#opening.set(namespace, opening);
    return opening.finally(() => this.#opening.delete(namespace));
  }

  async #connect(namespace: NamespaceName): Promise<Socket | null> {
    this.#sockets.get(namespace)?.disconnect();
    const { address, cookie } = this.member.client;
    const socket = io(`${address}${namespace}`, {
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      auth: { tab: `fuzz-${this.member.username}` },
      extraHeaders: { Cookie: String(cookie) },
    });
    this.#sockets.set(namespace, socket);
    const schemas: Record<string, z.ZodType> = namespace ? peerEvents : serverEvents;
    socket.onAny((name: string, ...payload: unknown[]) => {
      this.#listener.onHeard(payload, this.member.id);
      const parsed = schemas[name]?.safeParse(payload);
      if (!parsed?.success)
        this.#listener.onFault(
          `event ${name} ${JSON.stringify(payload).slice(0, 500)}`,
          parsed?.error,
        );
    });
    return new Promise((resolve) => {
      socket.once('connect', () => resolve(socket));
      socket.once('connect_error', () => resolve(null));
    });
  }
}
