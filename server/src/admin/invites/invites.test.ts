import * as admin from '@roost/contract/admin';
import { describe, expect, test } from 'vitest';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf } from '../../../test/support/cast.ts';
import { promote } from '../../../test/support/staff.ts';
import { codeOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice } = await castOf(app);
await promote(app, alice, 'admin');

describe('invites', () => {
  test('are listed without their codes while they work', async () => {
    const { data: made } = await alice.call(admin.makeInvite, { body: { uses: 5 } });
    const { data } = await alice.call(admin.listInvites, {});
    expect(JSON.stringify(data)).not.toContain(made.code);
    expect(data.invites).toContainEqual(
      expect.objectContaining({
        _id: made._id,
        uses: 5,
        used: 0,
        createdBy: expect.objectContaining({ username: 'alice' }) as unknown,
      }),
    );
    await alice.call(admin.deleteInvite, { params: { inviteId: made._id } });
    const after = await alice.call(admin.listInvites, {});
    expect(after.data.invites.map(({ _id }) => _id)).not.toContain(made._id);
    expect(await codeOf(alice.call(admin.deleteInvite, { params: { inviteId: made._id } }))).toBe(
      '404 not_found',
    );
  });

  test.each([new Date(0), new Date(Date.now() + 400 * 86_400_000)])(
    'cannot end at %s',
    async (end) => {
      const call = alice.call(admin.makeInvite, { body: { expiresAt: end.toISOString() } });
      expect(await codeOf(call)).toBe('400 bad_input');
    },
  );

  test('a request with a key stores no code', async () => {
    const { data } = await alice.call(admin.makeInvite, { body: {}, idempotencyKey: 'an invite' });
    const rows = await app.ctx.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(data.code);
  });
});
