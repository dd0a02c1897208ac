import { approvePerson, refusePerson } from '@roost/contract/admin';
import { login } from '@roost/contract/auth';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { loginSecond } from '@roost/contract/factors';
import { assignCase, createAppeal, unassignCase } from '@roost/contract/moderation';
import { listNotifications } from '@roost/contract/notifications';
import { deleteAccount, restoreAccount } from '@roost/contract/personal-data';
import { acceptFollowRequest, refuseFollowRequest } from '@roost/contract/relations';
import { readAgreement } from '../../src/auth/registration/agreement.ts';
import {
  hidePending,
  insertRegistration,
} from '../../src/auth/registration/registration.queries.ts';
import type { TestApp } from './app.ts';
import { join, PASSWORD, type Member } from './cast.ts';
import { withTotp } from './factors.ts';
import type { Known } from './fuzz-known.ts';
import type { FuzzPeople } from './fuzz-people.ts';
import { caseOf, decide, report } from './moderation.ts';
import { nameOf } from './requests.ts';
import { Refusal, refusalOf } from './test-client.ts';

/**
 * Prepares what hardly any inputs come to by themselves, and lets later inputs know it. Each scene has new people, because inputs
 * change everybody else.
 */
export class FuzzScenes {
  readonly #app: TestApp;
  readonly #known: Known;
  readonly #people: FuzzPeople;
  #joined = 0;

  constructor(app: TestApp, known: Known, people: FuzzPeople) {
    this.#app = app;
    this.#known = known;
    this.#people = people;
  }

  async prepare(): Promise<void> {
    await this.#people.revive();
    await this.#people.call();
    const scenes = [
      this.#visit(),
      this.#reportAndSuspend(),
      this.#waitForApproval(),
      this.#leave(),
      this.#giveThePasswordOnly(),
    ];
    for (const { reason } of (await Promise.allSettled(scenes)).filter(isRejected))
      // Inputs may have changed the site, for example blocked all addresses.
      if (!(reason instanceof Refusal) || reason.status >= 500) throw reason;
  }

  /** Somebody follows the members, or asks them. They see the new notifications. */
  async #visit(): Promise<void> {
    const visitor = await this.#join();
    for (const { member } of this.#people.all.slice(0, 3)) {
      await visitor.follow(member);
      const known = { person: member.id };
      this.#tell({ userId: visitor.id }, [acceptFollowRequest, refuseFollowRequest], known);
      for (const grouped of ['1', undefined])
        this.#known.learn(await member.call(listNotifications, { query: { grouped } }), known);
    }
  }

  /** One case about a person is open. Another one led to a decision, against which the person may appeal. */
  async #reportAndSuspend(): Promise<void> {
    const keeper = await this.#people.keep();
    const [reporter, suspect, suspended] = [
      await this.#join(),
      await this.#join(),
      await this.#join(),
    ];
    for (const { id } of [suspect, suspended]) await report(reporter, 'user', id);
    const { _id: caseId } = await caseOf(keeper, suspect.id);
    this.#tell({ caseId }, [assignCase, unassignCase]);
    const { _id: decided } = await caseOf(keeper, suspended.id);
    await decide(keeper, decided, { action: 'suspend', note: '', message: '' });
    const { appealToken } = await this.#refusalOfLogin(suspended);
    this.#tell({ appealToken }, [createAppeal]);
  }

  /** As if somebody had registered on a site that admits people by hand. */
  async #waitForApproval(): Promise<void> {
    const { ctx } = this.#app;
    const { id: userId } = await this.#join();
    await ctx.db.deleteFrom('sessions').where('user_id', '=', userId).execute();
    await insertRegistration(ctx, {
      user_id: userId,
      network: '',
      is_invited: false,
      invited_by: null,
      reason: 'I keep bees.',
      ...(await readAgreement(ctx, undefined, 'en')),
    });
    await hidePending(ctx, userId);
    this.#tell({ userId }, [approvePerson, refusePerson]);
  }

  /** Somebody closed the account and may come back. */
  async #leave(): Promise<void> {
    const leaver = await this.#join();
    await leaver.call(deleteAccount, {});
    const { restoreToken } = await this.#refusalOfLogin(leaver);
    this.#tell({ restoreToken }, [restoreAccount]);
  }

  /** Somebody gave the password. The code of this person belongs to the challenge. */
  async #giveThePasswordOnly(): Promise<void> {
    const owner = await this.#join();
    const { recoveryCodes } = await withTotp(this.#app, owner);
    const { challenge = '' } = await this.#refusalOfLogin(owner);
    this.#tell({ challenge }, [loginSecond]);
    this.#known.bind(challenge, { code: recoveryCodes[0] ?? '' });
  }

  #tell(values: object, endpoints: readonly AnyEndpoint[], origin: { person?: string } = {}): void {
    for (const endpoint of endpoints)
      this.#known.learn(values, { ...origin, for: nameOf(endpoint) });
  }

  async #join(): Promise<Member> {
    return join(this.#app, `extra${(this.#joined += 1)}`);
  }

  async #refusalOfLogin({ username }: Member) {
    const body = { email: username, password: PASSWORD };
    const { body: refusal } = await refusalOf(this.#app.client().call(login, { body }));
    return refusal as typeof refusal & { restoreToken?: string; appealToken?: string };
  }
}

const isRejected = (outcome: PromiseSettledResult<void>) => outcome.status === 'rejected';
