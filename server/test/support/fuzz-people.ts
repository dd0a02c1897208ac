import { restoreUser } from '@roost/contract/moderation';
import type { Role } from '@roost/contract/users';
import { changeRole } from '../../src/auth/policy/change-role.ts';
import { setPasswordHash, setResetRequired } from '../../src/auth/account.queries.ts';
import { deleteClosing } from '../../src/auth/closing/closing.queries.ts';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import { transaction } from '../../src/platform/database/transaction.ts';
import type { TestApp } from './app.ts';
import { castOf, join, PASSWORD_HASH, type Member } from './cast.ts';
import { FuzzPerson, type Listener } from './fuzz-person.ts';
import { joinStaff } from './staff.ts';

/** Three members, a moderator and an admin, another admin who brings them back, and guests who call each other. */
export class FuzzPeople {
  readonly all: FuzzPerson[];
  /** Four members. The first two are in a call, and the third calls the last. */
  guests: FuzzPerson[] = [];
  readonly #app: TestApp;
  readonly #keeper: Member;
  readonly #listener: Listener;
  #invited = 0;

  private constructor(app: TestApp, all: FuzzPerson[], keeper: Member, listener: Listener) {
    this.#app = app;
    this.#listener = listener;
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
    return new FuzzPeople(app, all, await join(app, 'keeper'), listener);
  }

  /** Gives everybody whose session ended a new one, after the end of what hides them. */
  async revive(): Promise<void> {
    for (const person of [...this.all, ...this.guests])
      if (person.isStale) await this.#revive(person);
  }

  /** Begins two calls between new guests, because nobody's earlier inputs prevent those. */
  async call(): Promise<void> {
    for (const guest of this.guests) guest.close();
    this.guests = [];
    while (this.guests.length < 4) this.guests.push(await this.#invite());
    const [caller, callee, ringing, rung] = this.guests;
    if (!caller || !callee || !ringing || !rung) return;
    // A person accepts calls from those whom they follow.
    await callee.member.follow(caller.member);
    await rung.member.follow(ringing.member);
    await caller.call(callee);
    await ringing.ring(rung);
  }

  close(): void {
    for (const person of [...this.all, ...this.guests]) person.close();
  }

  async #invite(): Promise<FuzzPerson> {
    const member = await join(this.#app, `guest${(this.#invited += 1)}`);
    const guest = new FuzzPerson(member, 'member', this.#listener);
    guest.isStale = false;
    return guest;
  }

  async #revive(person: FuzzPerson): Promise<void> {
    const { ctx } = this.#app;
    const { member, role } = person;
    person.close();
    await deleteClosing(ctx, member.id);
    const keeper = await this.keep();
    const body = { message: '' };
    await keeper.call(restoreUser, { params: { userId: member.id }, body }).catch(() => {});
    await transaction(ctx, async (tx) => changeRole(tx, member.id, role));
    await setResetRequired(ctx, member.id, false);
    await setPasswordHash(ctx, member.id, PASSWORD_HASH);
    const token = await openSession(ctx, member.id, { device: 'fuzz', address: '::1' });
    member.client.cookie = `roost=${token}`;
    person.isStale = false;
  }

  /** A signed-in admin, whatever inputs did to them. */
  async keep(): Promise<Member> {
    const { ctx } = this.#app;
    const { id, client } = this.#keeper;
    await transaction(ctx, async (tx) => changeRole(tx, id, 'admin'));
    client.cookie = `roost=${await openSession(ctx, id, { device: 'keeper', address: '::1' })}`;
    return this.#keeper;
  }
}
