import { getMe } from '@roost/contract/auth';
import { countUnread, listNotifications } from '@roost/contract/notifications';
import { listFollowers, listFollowRequests } from '@roost/contract/relations';
import { listTrending } from '@roost/contract/search';
import { updatePrivacy } from '@roost/contract/users';
import { expect, test } from 'vitest';
import { startAppForFile, withJobs } from '../support/app.ts';
import { answer, calls, callTab, hears, ring } from '../support/calls.ts';
import { join, type Member } from '../support/cast.ts';
import { openTab } from '../support/chat.ts';
import { mailsIn } from '../support/mailbox.ts';
import { caseOf, decide, report } from '../support/moderation.ts';
import { NOBODY } from '../support/requests.ts';
import { joinStaff } from '../support/staff.ts';
import { liveTab } from '../support/wire.ts';

/** What `reads.test.ts` cannot ask about a suspension: counts, live events, presence, calls, trends and mails. */
const app = await startAppForFile(withJobs);
const moe = await joinStaff(app, 'moe');
// On shards each commit takes several times as long (docs/scaling.md).
const within = { timeout: app.ctx.shards ? 5_000 : 1_000, interval: 20 };

let people = 0;
const somebody = async () => join(app, `person${(people += 1)}`);
/** Two people who follow each other. */
async function friends(): Promise<[Member, Member]> {
  const [one, other] = [await somebody(), await somebody()];
  await one.follow(other);
  await other.follow(one);
  return [one, other];
}

async function suspend(person: Member): Promise<string> {
  const reporter = await somebody();
  await report(reporter, 'user', person.id);
  const { _id } = await caseOf(moe, person.id);
  await decide(moe, _id, { action: 'suspend' });
  return _id;
}

test('the counts of lists, notifications and requests leave the person out', async () => {
  const [person, viewer] = await friends();
  const post = await viewer.post('A post');
  await person.comment(post._id, 'A comment');
  const asking = await somebody();
  await viewer.call(updatePrivacy, { body: { followApproval: true } });
  await asking.follow(viewer);
  const counts = async () => {
    const requests = await viewer.call(listFollowRequests, { query: {} });
    const followers = await viewer.call(listFollowers, {
      params: { userId: viewer.id },
      query: {},
    });
    const listed = await viewer.call(listNotifications, { query: {} });
    return {
      unread: (await viewer.call(countUnread, {})).data.unreadCount,
      notifications: listed.data.pagination.totalNotifications,
      badge: (await viewer.call(getMe, {})).data.followRequestsCount,
      requests: requests.data.count,
      followers: followers.data.users.length,
    };
  };
  expect(await counts()).toEqual({
    unread: 2,
    notifications: 2,
    badge: 1,
    requests: 1,
    followers: 1,
  });
  const caseId = await suspend(person);
  await suspend(asking);
  expect(await counts()).toEqual({
    unread: 0,
    notifications: 0,
    badge: 0,
    requests: 0,
    followers: 0,
  });
  await decide(moe, caseId, { action: 'dismiss' });
  expect(await counts()).toMatchObject({ unread: 2, notifications: 2, followers: 1 });
});

test('an event of the person that a tab has missed does not come later', async () => {
  const [person, viewer] = await friends();
  const post = await viewer.post('A post');
  const { seq, socket } = await openTab(viewer);
  socket.close();
  await person.comment(post._id, 'Missed');
  await suspend(person);
  const other = await somebody();
  await other.comment(post._id, 'The sentinel');
  const tab = await openTab(viewer, { auth: { since: seq } });
  await expect.poll(() => tab.all('newNotification')).toHaveLength(1);
  expect(JSON.stringify(tab.heard)).not.toContain(person.id);
  tab.socket.close();
});

test('the person is offline for others within a second', async () => {
  const [person, viewer] = await friends();
  const [tab, there] = [await liveTab(viewer.client), await liveTab(person.client)];
  await there.socket.emitWithAck('addUser', person.id);
  const online = () => tab.named('getOnlineUsers').at(-1);
  await expect.poll(online).toEqual([person.id]);
  await suspend(person);
  await expect.poll(online, within).toEqual([]);
  tab.socket.close();
});

test('a call ends, and a new one is answered like one to nobody', async () => {
  const [person, viewer] = await friends();
  const [one, other] = [await callTab(person), await callTab(viewer)];
  const { signal } = await ring(one, viewer);
  await hears(other, 'incomingCall');
  await answer(other, String(signal));
  await suspend(person);
  await expect.poll(() => calls(other), within).toEqual(['incomingCall', 'callEnded']);
  expect(await ring(other, person)).toEqual(await ring(other, { ...person, id: NOBODY }));
  other.socket.close();
});

test('trends lose the hashtags that nobody else uses, within a second', async () => {
  const [person, viewer] = await friends();
  const trends = async () =>
    JSON.stringify(await viewer.call(listTrending, {})).includes('onlytheirs');
  await person.post('My own #onlytheirs');
  // Every decision ranks the hashtags again.
  await suspend(await somebody());
  await expect.poll(trends).toBe(true);
  await suspend(person);
  await expect.poll(trends, within).toBe(false);
});

test('the only mail to the person is the one about the decision', async () => {
  const [person, viewer] = await friends();
  const post = await viewer.post('A post');
  await suspend(person);
  await viewer.comment(post._id, `@${person.username} are you there?`);
  const toPerson = async () =>
    (await mailsIn(app.dataFolder)).filter((mail) => mail.includes(`<${person.username}@`));
  await expect.poll(toPerson).toHaveLength(1);
  // The mail to somebody who is suspended later comes after all earlier ones.
  const sentinel = await somebody();
  await suspend(sentinel);
  await expect
    .poll(async () => (await mailsIn(app.dataFolder)).join())
    .toContain(`<${sentinel.username}@`);
  expect(await toPerson()).toHaveLength(1);
});
