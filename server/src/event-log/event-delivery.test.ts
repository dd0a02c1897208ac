import { describe, expect, test } from 'vitest';
import * as reactions from '@roost/contract/reactions';
import * as endpoints from '@roost/contract/notifications';
import { startAppForFile } from '../../test/support/app.ts';
import { castOf, join, type Member } from '../../test/support/cast.ts';
import { connectAs, connectHearing, nextEvent } from '../../test/support/wire.ts';

const app = await startAppForFile();
const { alice, bob } = await castOf(app);

interface NotificationPayload {
  _id: string;
  seq: number;
  unreadCount: number;
}

const like = async (member: Member, postId: string) =>
  member.call(reactions.toggleLike, { params: { postId } });

function notifications(heard: { name: string; payload: unknown }[]): NotificationPayload[] {
  return heard.flatMap(({ name, payload }) =>
    name === 'newNotification' ? (payload as NotificationPayload) : [],
  );
}

/** Connects, and waits until the delivery starts at the end of the event log. */
async function arrive(member: Member) {
  const { socket, heard } = await connectHearing(member.client);
  await expect.poll(() => heard.some(({ name }) => name === 'streamStart')).toBe(true);
  const { payload } = heard.find(({ name }) => name === 'streamStart')!;
  return { socket, heard, seq: (payload as { seq: number }).seq };
}

describe('event delivery', () => {
  test('sends an entry to all tabs of its owner, and to nobody else', async () => {
    const [one, two, other] = await Promise.all([arrive(alice), arrive(alice), arrive(bob)]);
    const { _id } = await alice.post('Look');
    await like(bob, _id);
    await expect.poll(() => notifications(two.heard).length).toBe(1);
    await expect.poll(() => notifications(one.heard).length).toBe(1);
    expect(notifications(one.heard)[0]).toMatchObject({
      type: 'like',
      unreadCount: 1,
      sender: { username: 'bob' },
      post: { _id, content: 'Look' },
    });
    await alice.call(endpoints.markAllRead, {});
    await expect
      .poll(() => one.heard.findLast(({ name }) => name === 'notificationsChanged')?.payload)
      .toMatchObject({ unreadCount: 0 });
    expect(other.heard.filter(({ name }) => name !== 'getOnlineUsers')).toHaveLength(1);
  });

  test('a socket that returns gets missed entries once and in order, before new ones', async () => {
    const [owner, fan] = await Promise.all([join(app, 'owner1'), join(app, 'fan')]);
    const written = [];
    for (let n = 0; n < 30; n += 1) written.push(await owner.post(`Post ${n}`));
    const first = await arrive(owner);
    for (const { _id } of written.slice(0, 10)) await like(fan, _id);
    await expect.poll(() => notifications(first.heard).length).toBe(10);
    const since = notifications(first.heard)[4]!.seq;
    first.socket.disconnect();
    await Promise.all(written.slice(10, 20).map(async ({ _id }) => like(fan, _id)));
    const { heard } = await connectHearing(owner.client, { auth: { since } });
    await Promise.all(written.slice(20).map(async ({ _id }) => like(fan, _id)));
    await expect.poll(() => notifications(heard).length).toBe(25);
    const seqs = notifications(heard).map(({ seq }) => seq);
    expect(seqs).toEqual(Array.from({ length: 25 }, (_, n) => since + 1 + n));
    expect(heard.some(({ name }) => name === 'streamStart')).toBe(false);
  });

  test('sockets that return at once from different positions all get every entry', async () => {
    const [owner, fan] = await Promise.all([join(app, 'owner5'), join(app, 'fan5')]);
    const written = [];
    for (let n = 0; n < 40; n += 1) written.push(await owner.post(`Post ${n}`));
    for (const { _id } of written.slice(0, 20)) await like(fan, _id);
    const liking = (async () => {
      for (const { _id } of written.slice(20)) await like(fan, _id);
    })();
    const sockets = await Promise.all(
      [20, 2, 17, 0, 9, 5, 13].map(async (since) => {
        const { heard } = await connectHearing(owner.client, { auth: { since } });
        return { since, heard };
      }),
    );
    await liking;
    for (const { since, heard } of sockets) {
      const expected = Array.from({ length: 40 - since }, (_, n) => since + 1 + n);
      await expect
        .poll(() => notifications(heard).map(({ seq }) => seq), { timeout: 10_000 })
        .toEqual(expected);
    }
  });

  test('a client that is behind gets a reset when its log was emptied', async () => {
    const [owner, fan] = await Promise.all([join(app, 'owner6'), join(app, 'fan6')]);
    for (let n = 0; n < 3; n += 1) await like(fan, (await owner.post(`Post ${n}`))._id);
    await app.ctx.db.deleteFrom('event_log_entries').where('user_id', '=', owner.id).execute();
    const { heard: behind } = await connectHearing(owner.client, { auth: { since: 1 } });
    await expect.poll(() => behind.map(({ name }) => name)).toContain('streamReset');
    const { heard: upToDate } = await connectHearing(owner.client, { auth: { since: 3 } });
    await like(fan, (await owner.post('New'))._id);
    await expect.poll(() => notifications(upToDate).map(({ seq }) => seq)).toEqual([4]);
    expect(upToDate.map(({ name }) => name)).not.toContain('streamReset');
  });

  test.each([
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ])(
    'entries 1 and 2 of 3 are deleted: a client at position %i gets a reset: %s',
    async (since, isLost) => {
      const [owner, fan] = await Promise.all([
        join(app, `owner2_${since}`),
        join(app, `fan2_${since}`),
      ]);
      for (let n = 0; n < 3; n += 1) await like(fan, (await owner.post(`Post ${n}`))._id);
      await app.ctx.db
        .deleteFrom('event_log_entries')
        .where('user_id', '=', owner.id)
        .where('seq', '<=', '2')
        .execute();
      const { heard } = await connectHearing(owner.client, { auth: { since } });
      const names = () => heard.map(({ name }) => name);
      // A reset also covers entries that are appended just before it. The client gets no event for those.
      if (isLost) await expect.poll(names).toContain('streamReset');
      await like(fan, (await owner.post('One more'))._id);
      await expect.poll(() => notifications(heard).length).toBeGreaterThan(0);
      expect(names().includes('streamReset')).toBe(isLost);
    },
  );

  test('an entry gives no event if its subject is deleted before delivery', async () => {
    const [owner, fan] = await Promise.all([join(app, 'owner3'), join(app, 'fan3')]);
    const { _id } = await owner.post('Short-lived');
    const { seq } = await arrive(owner);
    await like(fan, _id);
    await like(fan, _id);
    const socket = await connectAs(owner.client, { auth: { since: seq } });
    const changed = (await nextEvent(socket, 'notificationsChanged')) as { seq: number };
    expect(changed.seq).toBe(seq + 2);
  });

  test('concurrent appends get numbers without gaps or repetitions', async () => {
    const owner = await join(app, 'owner4');
    const fans = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => join(app, `crowd${n}`)),
    );
    const written = await Promise.all([1, 2, 3].map(async (n) => owner.post(`Crowded ${n}`)));
    const { heard, seq } = await arrive(owner);
    await Promise.all(
      fans.flatMap((fan) => [fan.follow(owner), ...written.map(async ({ _id }) => like(fan, _id))]),
    );
    await expect.poll(() => notifications(heard).length).toBe(40);
    expect(notifications(heard).map((each) => each.seq)).toEqual(
      Array.from({ length: 40 }, (_, n) => seq + 1 + n),
    );
  });
});
