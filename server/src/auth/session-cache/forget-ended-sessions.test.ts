import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { join } from '../../../test/support/cast.ts';
import { openTab } from '../../../test/support/chat.ts';
import { startTwoNodes } from '../../../test/support/nodes.ts';
import { tokenOf } from '../../../test/support/sign-in.ts';
import { transaction } from '../../platform/database/transaction.ts';
import { refuseSessions } from '../sessions/end-sessions.ts';
import { findViewer } from '../sessions/find-viewer.ts';

test('the database reports an ended session to a node that no message reaches', async () => {
  const { one, two, exchange } = await startTwoNodes();
  const ann = await join(one, 'ann');
  const there = two.client();
  there.cookie = ann.client.cookie;
  await expect.poll(() => two.ctx.sessions.isCurrent()).toBe(true);
  const viewer = await findViewer(two.ctx, tokenOf(there), '::1');
  const isCached = () => two.ctx.sessions.isFamiliar(viewer?.tokenHash ?? '');
  expect(isCached()).toBe(true);
  exchange.isCut = true;
  await ann.call(auth.logout, {});
  await expect.poll(isCached).toBe(false);
});

test('a tab at a node that no message reaches learns why its session ended', async () => {
  const { one, two, exchange } = await startTwoNodes();
  const ann = await join(one, 'ann');
  const there = two.client();
  there.cookie = ann.client.cookie;
  const tab = await openTab({ ...ann, client: there });
  await expect.poll(() => two.ctx.sessions.isCurrent()).toBe(true);
  exchange.isCut = true;
  const refusal = { code: 'banned', until: null } as const;
  await transaction(one.ctx, async (tx) => refuseSessions(tx, ann.id, refusal));
  await expect.poll(() => tab.socket.connected).toBe(false);
  expect(tab.all('sessionEnded')).toEqual([refusal]);
});
