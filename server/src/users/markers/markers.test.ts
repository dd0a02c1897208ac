import { expect, test } from 'vitest';
import * as endpoints from '@roost/contract/markers';
import { v7 as newId } from 'uuid';
import { startAppForFile } from '../../../test/support/app.ts';
import { crowdOf, type Member } from '../../../test/support/cast.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();

let count = 0;
async function someone(): Promise<Member> {
  count += 1;
  return (await crowdOf(app, 1, `reader${count}_`))[0]!;
}

const read = async (member: Member) => (await member.call(endpoints.getMarkers, {})).data.markers;
type Body = Parameters<typeof put>[1];
async function put(
  member: Member,
  body: { following?: { postId: string; at: string }; notifications?: { _id: string; at: string } },
) {
  return (await member.call(endpoints.setMarkers, { body })).data.markers;
}
const timeOf = (agoMs: number) => new Date(Date.now() - agoMs).toISOString();
const following = (agoMs: number) => ({ postId: newId(), at: timeOf(agoMs) });

test('each list has its own position, and nobody else sees it', async () => {
  const [member, other] = [await someone(), await someone()];
  expect(await read(member)).toEqual({ following: null, notifications: null });
  const post = following(5_000);
  expect(await put(member, { following: post })).toEqual({ following: post, notifications: null });
  const notifications = { _id: newId(), at: timeOf(1_000) };
  expect(await put(member, { notifications })).toEqual({ following: post, notifications });
  expect(await read(member)).toEqual({ following: post, notifications });
  expect(await read(other)).toEqual({ following: null, notifications: null });
});

test('the newer position wins, whichever arrives first', async () => {
  const member = await someone();
  const [older, newer] = [following(60_000), following(1_000)];
  expect((await put(member, { following: newer })).following).toEqual(newer);
  expect((await put(member, { following: older })).following).toEqual(newer);
  expect((await put(member, { following: newer })).following).toEqual(newer);
  const newest = following(0);
  expect((await put(member, { following: newest })).following).toEqual(newest);
});

test('of parallel positions of many devices, the newest stays', async () => {
  const member = await someone();
  const made = Array.from({ length: 20 }, (_, n) => following(1_000 * (n + 1)));
  await Promise.all(made.toReversed().map(async (each) => put(member, { following: each })));
  expect((await read(member)).following).toEqual(made[0]);
});

test('a clock in the future does not win for ever', async () => {
  const member = await someone();
  const fast = following(-3_600_000);
  const stored = (await put(member, { following: fast })).following;
  expect(stored?.postId).toBe(fast.postId);
  expect(Date.parse(stored!.at)).toBeLessThanOrEqual(Date.now() + 1_000);
  await expect
    .poll(async () => {
      const right = following(0);
      return (await put(member, { following: right })).following?.postId === right.postId;
    })
    .toBe(true);
});

test('a clock in the distant past is no error, and loses', async () => {
  const member = await someone();
  const past = { postId: newId(), at: '0000-01-01T00:00:00.000Z' };
  expect((await put(member, { following: past })).following?.postId).toBe(past.postId);
  const right = following(0);
  expect((await put(member, { following: right })).following).toEqual(right);
  expect((await put(member, { following: past })).following).toEqual(right);
});

test.each<[string, unknown]>([
  ['nothing', {}],
  ['no time', { following: { postId: newId() } }],
  ['no time of day', { following: { postId: newId(), at: 'yesterday' } }],
  ['no id', { following: { postId: '1', at: timeOf(0) } }],
  ['the id of another list', { notifications: { postId: newId(), at: timeOf(0) } }],
])('%s is refused', async (_, body) => {
  const member = await someone();
  expect((await refusalOf(put(member, body as Body))).status).toBe(400);
  expect(await read(member)).toEqual({ following: null, notifications: null });
});
