import { v7 as newId } from 'uuid';
import { expect, test } from 'vitest';
import { startAppForFile } from '../../test/support/app.ts';
import { crowdOf, type Member } from '../../test/support/cast.ts';
import { subscribe } from '../../test/support/push-service.ts';
import { newBrowserKeys } from '../../test/support/read-push.ts';
import { jobsOf, takeJobs } from '../../test/support/vendor-graphile-worker.ts';
import type { LogEntry } from '../event-log/entries.ts';
import { sendPushJob, type PushJob } from './push.jobs.ts';
import { PushQueue } from './queue-pushes.ts';

/** The statements that belong to no request, with their values. */
const sent: { text: string; values: unknown[] }[] = [];
const app = await startAppForFile(
  {},
  { onStatement: (text, values, { isBackground }) => isBackground && sent.push({ text, values }) },
);
const [author, ...readers] = (await crowdOf(app, 13, 'queued')) as [Member, ...Member[]];
for (const reader of readers)
  await subscribe(reader, { ...newBrowserKeys(), endpoint: `https://8.8.8.8/${reader.id}` });

const waiting = async () => jobsOf<PushJob>(app, sendPushJob.name);
const queue = async (entries: Iterable<[string, LogEntry[]]>) =>
  new PushQueue().entriesAppended(app.ctx, { added: new Map(entries) });
const message = (item: { messageId: string; conversationId: string }): LogEntry => ({
  seq: 1,
  name: 'message',
  item,
  sent_by: null,
  inlined: { row: { sender_id: author.id } },
});

/** Counts the statements that queue the pushes of a post that mentions these people. */
async function countOf(mentioned: Member[]): Promise<number> {
  await app.ctx.events.settled();
  sent.length = 0;
  await author.post(mentioned.map(({ username }) => `@${username}`).join(' '));
  await app.ctx.events.settled();
  return sent.filter(({ text }) => /push_subscriptions|notifications|add_jobs?\(/.test(text))
    .length;
}

test('the pushes of many people take as many statements as those of one', async () => {
  expect(await countOf(readers.slice(0, 1))).toBe(3);
  expect(await countOf(readers)).toBe(3);
  expect(await waiting()).toHaveLength(1 + readers.length);
});

test('no statement asks for more than 500 people', async () => {
  sent.length = 0;
  await queue(Array.from({ length: 1_200 }, () => [newId(), [message(newMessage())]]));
  const reads = sent.filter(({ text }) => text.includes('from push_subscriptions'));
  const asked = reads.map(({ values }) => (values[0] as string[]).length);
  expect(asked).toEqual([500, 500, 200]);
});

test('of several pushes about the same thing, the newest remains', async () => {
  await takeJobs(app.ctx, sendPushJob.name);
  const [reader] = readers as [Member];
  const [first, other] = [newMessage(), newMessage()];
  const newest = { ...newMessage(), conversationId: first.conversationId };
  await queue([[reader.id, [first, other, newest].map(message)]]);
  const items = (await waiting()).map(({ payload: { item } }) => item);
  expect(items).toHaveLength(2);
  expect(items).toEqual(expect.arrayContaining([newest, other]));
});

function newMessage() {
  return { messageId: newId(), conversationId: newId() };
}
