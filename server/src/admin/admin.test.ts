import * as admin from '@roost/contract/admin';
import { endpoints } from '@roost/contract/endpoints';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf } from '../../test/support/cast.ts';
import { bodyOf, nameOf, named, NOBODY, pathWith } from '../../test/support/requests.ts';
import { promote } from '../../test/support/staff.ts';
import { codeOf } from '../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol, dan } = await castOf(app);
await promote(app, alice, 'admin');
await promote(app, dan);

const ours = endpoints.filter(({ path }) => path.startsWith('/api/admin'));
const headersOf = (response: Response) =>
  [...response.headers.keys()].filter((name) => name !== 'date').toSorted();

describe('for everybody else the paths do not exist', () => {
  test.each(named(ours))('%s', async (_, endpoint) => {
    const init = { ...bodyOf(endpoint, {}), method: endpoint.method };
    for (const who of [bob, dan]) {
      const answer = await who.client.fetch(pathWith(endpoint, NOBODY), init);
      const unknown = await who.client.fetch('/api/nothing/here', init);
      expect(answer.status, nameOf(endpoint)).toBe(404);
      expect(await answer.text()).toBe(await unknown.text());
      expect(headersOf(answer)).toEqual(headersOf(unknown));
    }
  });

  test('a former admin is a stranger at once', async () => {
    await promote(app, carol, 'admin');
    await carol.call(admin.getNumbers, {});
    await promote(app, carol, 'member');
    expect(await codeOf(carol.call(admin.getNumbers, {}))).toBe('404 not_found');
  });
});

test('every change needs a recent proof of who acts', async () => {
  await app.ctx.db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', '=', alice.id)
    .execute();
  onTestFinished(async () => {
    await app.ctx.db
      .updateTable('sessions')
      .set({ proved_at: new Date() })
      .where('user_id', '=', alice.id)
      .execute();
  });
  const changes: (() => Promise<unknown>)[] = [
    async () => alice.call(admin.setRole, { params: { userId: bob.id }, body: { role: 'admin' } }),
    async () => alice.call(admin.approvePerson, { params: { userId: bob.id } }),
    async () => alice.call(admin.refusePerson, { params: { userId: bob.id } }),
    async () => alice.call(admin.forceReset, { params: { userId: bob.id } }),
    async () => alice.call(admin.makeInvite, { body: {} }),
    async () => alice.call(admin.deleteInvite, { params: { inviteId: NOBODY } }),
    async () => alice.call(admin.updateSite, { body: { name: 'Nest' } }),
    async () => alice.call(admin.setSiteBlocks, { body: { mailDomains: [], addresses: [] } }),
    async () => alice.call(admin.setHiddenTrends, { body: { hidden: [] } }),
  ];
  expect(changes).toHaveLength(ours.filter(({ method }) => method !== 'GET').length);
  for (const change of changes) expect(await codeOf(change())).toBe('403 reauth_required');
});
