import { expect, test } from 'vitest';
import * as auth from '@roost/contract/auth';
import { join } from '../../../test/support/cast.ts';
import { startTwoNodes } from '../../../test/support/nodes.ts';
import { tokenOf } from '../../../test/support/sign-in.ts';
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
