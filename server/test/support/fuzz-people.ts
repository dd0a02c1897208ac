import { io, type Socket } from 'socket.io-client';
import { peerEvents } from '@roost/contract/calls';
import { errors } from '@roost/contract/errors';
import { serverEvents } from '@roost/contract/events';
import { restoreUser } from '@roost/contract/moderation';
import type { Role } from '@roost/contract/users';
import { z } from 'zod';
import { changeRole } from '../../src/auth/policy/change-role.ts';
import { deleteClosing } from '../../src/auth/closing/closing.queries.ts';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import { transaction } from '../../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { castOf, join, type Member } from './cast.ts';
import { joinStaff } from './staff.ts';

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

/** What the test does with what a socket receives. */
interface Listener {
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
  #ringing: string | undefined;

  constructor(member: Member, role: Role, listener: Listener) {
    this.member = member;
    this.role = role;
    this.#listener = listener;
  }

  /** Sends an event. Returns `ok` or the code of the refusal. */
  async emit(namespace: NamespaceName, name: string, payload: unknown[]): Promise<string> {
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
        } else end(parsed.data.ok ? 'ok' : parsed.data.code);
      });
    });
  }

  /** Calls somebody who answers at once. A refusal does not matter. */
  async call(other: FuzzPerson): Promise<void> {
    // The other person must be online.
    await other.emit('', 'ping', [other.member.id]);
    other.#ringing = undefined;
    await this.emit('', 'callUser', [{ targetUserId: other.member.id, media: 'audio' }]);
    await other.emit('', 'ping', [other.member.id]);
    if (other.#ringing !== undefined)
      await other.emit('', 'answerCall', [{ signal: other.#ringing }]);
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
    socket.on('incomingCall', ({ signal }: { signal: string }) => void (this.#ringing = signal));
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

/** Three members, a moderator and an admin, and another admin who brings them back. */
export class FuzzPeople {
  readonly all: FuzzPerson[];
  readonly #app: TestApp;
  readonly #keeper: Member;

  private constructor(app: TestApp, all: FuzzPerson[], keeper: Member) {
    this.#app = app;
    this.all = all;
    this.#keeper = keeper;
  }

  static async join(app: TestApp, listener: Listener): Promise<FuzzPeople> {
    const { alice, bob, carol } = await castOf(app);
    const staff = [await joinStaff(app, 'moe'), await joinStaff(app, 'ada', 'admin')];
    const roles: Role[] = ['member', 'member', 'member', 'moderator', 'admin'];
    const all = [alice, bob, carol, ...staff].map(
      (member, n) => new FuzzPerson(member, roles[n] ?? 'member', listener),
    );
    return new FuzzPeople(app, all, await join(app, 'keeper'));
  }

  /** Gives everybody whose session ended a new one, after the end of what hides them. */
  async revive(): Promise<void> {
    for (const person of this.all) if (person.isStale) await this.#revive(person);
  }

  /** Lets the first two members be in a call. */
  async call(): Promise<void> {
    await this.revive();
    const [caller, callee] = this.all;
    if (caller && callee) await caller.call(callee);
  }

  close(): void {
    for (const person of this.all) person.close();
  }

  async #revive(person: FuzzPerson): Promise<void> {
    const { ctx } = this.#app;
    const { member, role } = person;
    person.close();
    await deleteClosing(ctx, member.id);
    await this.#asKeeper();
    const body = { message: '' };
    await this.#keeper.call(restoreUser, { params: { userId: member.id }, body }).catch(() => {});
    await transaction(ctx, async (tx) => changeRole(tx, member.id, role));
    await ctx.db.deleteFrom('second_factors').where('user_id', '=', member.id).execute();
    const token = await openSession(ctx, member.id, { device: 'fuzz', address: '::1' });
    member.client.cookie = `roost=${token}`;
    person.isStale = false;
  }

  async #asKeeper(): Promise<void> {
    const { ctx } = this.#app;
    const { id, client } = this.#keeper;
    await transaction(ctx, async (tx) => changeRole(tx, id, 'admin'));
    client.cookie = `roost=${await openSession(ctx, id, { device: 'keeper', address: '::1' })}`;
  }
}
