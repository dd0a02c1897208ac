import { expect, test } from 'vitest';
import { endpoints } from '@roost/contract/endpoints';
import { startAppForTest } from '../../../test/support/app.ts';
import { join } from '../../../test/support/cast.ts';
import { withTotp } from '../../../test/support/factors.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { changeRole } from './change-role.ts';

/** The calls of the staff that read, without params. */
const reads = endpoints.filter(({ staff, method, params }) => staff && method === 'GET' && !params);

test.each([
  ['https://roost.example', 'on', 403],
  ['https://roost.example', 'off', 200],
  ['http://roost.example', 'on', 200],
])('at %s with STAFF_SECOND_FACTOR=%s the staff gets %d without an app', async (...given) => {
  const [PUBLIC_URL, STAFF_SECOND_FACTOR, expected] = given;
  const app = await startAppForTest({ PUBLIC_URL, STAFF_SECOND_FACTOR });
  const admin = await join(app, 'alice');
  await transaction(app.ctx, async (tx) => changeRole(tx, admin.id, 'admin'));
  expect(reads.length).toBeGreaterThan(0);
  for (const { path } of reads) {
    const response = await admin.client.fetch(path);
    expect(response.status, path).toBe(expected);
    if (expected === 403)
      expect(await response.json()).toMatchObject({ code: 'second_factor_needed' });
  }
  await withTotp(app, admin);
  for (const { path } of reads) expect((await admin.client.fetch(path)).status, path).toBe(200);
  // Members do not learn of the calls.
  const member = await join(app, 'bob');
  for (const { path } of reads) expect((await member.client.fetch(path)).status).toBe(404);
});
